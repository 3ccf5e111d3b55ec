/** Local guards and a scripted person on call: what governs the refund story without a Guardian. */
import { createAgentHooks } from "../agent-hooks/agent-hooks";
import type {
  AgentContext,
  ApprovalRequest,
  ApprovalResolution,
  ApprovalResolver,
  InterceptionRecord,
  Interceptor,
} from "../agent-hooks/types";
import { memberAt } from "../core/json/build";
import { ON_CALL_WORDS } from "./refund-rows";
import { ACCOUNT, type Governance } from "./refund-story";

/** What may be paid back without asking, in the currencies that the guard knows. */
const CAPS: { readonly [currency: string]: { readonly cap: number } } = { USD: { cap: 500 }, EUR: { cap: 450 } };

/** An ordinary guard with an ordinary weakness: it breaks on a currency that nobody thought of. */
export function isOverCap(args: { readonly amount?: unknown; readonly currency?: unknown }): boolean {
  const known = CAPS[String(args.currency)] as { cap: number };
  return Number(args.amount) > known.cap;
}

const ALLOW = { decision: "allow" };

export function onCallGovernance(framework: string): Governance {
  const tools = new Map<string, string>();
  const desk = onCallDesk();
  const hooks = createAgentHooks({
    agent: { id: "support-agent" },
    framework,
    surface: { toolSeamHostError: "terminate" },
    interceptors: [noting(tools), refundCap, accountRedaction],
    resolver: desk.resolver,
    composition: { profile: "sequential/first_deny", on_approval: "stop" },
  });
  return {
    hooks,
    words: ON_CALL_WORDS,
    toolOf: (record) => tools.get(keyOf(record)) ?? null,
    claiming: async (sessionId) => ({ on_call: { approval_id: desk.approvalOf(sessionId) } }),
    storedIdentity: async (sessionId) => desk.identityOf(sessionId),
    close: async () => undefined,
  };
}

const keyOf = ({ session_id, sequence }: Pick<InterceptionRecord, "session_id" | "sequence">) =>
  `${session_id} ${sequence}`;

/** Records hold no payload, so the tool of an emission is noted beside them. */
export function noting(tools: Map<string, string>): Interceptor {
  return {
    name: "noting",
    at: ["pre_tool_call", "post_tool_call"],
    intercept(context) {
      const name = memberAt(context, "tool_call", "name");
      if (typeof name === "string")
        tools.set(keyOf({ session_id: context.session.id, sequence: context.sequence }), name);
      return ALLOW;
    },
  };
}

const refundCap: Interceptor = {
  name: "refund-cap",
  at: ["pre_tool_call"],
  intercept(context) {
    if (memberAt(context, "tool_call", "name") !== ON_CALL_WORDS.refundTool || !isOverCap(context.target as object))
      return ALLOW;
    return { decision: "deny", reason: "refund_over_cap", approval: { claimed: claimedIn(context) } };
  },
};

const claimedIn = (context: AgentContext) => memberAt(context, "extensions", "on_call", "approval_id") ?? null;

const accountRedaction: Interceptor = {
  name: "account-redaction",
  at: ["output"],
  intercept({ target }) {
    const text = JSON.stringify(target);
    if (!text.includes(ACCOUNT)) return ALLOW;
    const value = JSON.parse(text.replaceAll(ACCOUNT, "[redacted]"));
    return { decision: "transform", reason: "account_redacted", transform: { path: "$target", value } };
  },
};

interface Desk {
  readonly resolver: ApprovalResolver;
  /** Throws when nothing was approved in that session. */
  approvalOf(sessionId: string): string;
  /** Stored with that approval. */
  identityOf(sessionId: string): string | null;
}

/**
 * Approves what comes without a claim, and keeps the identity of what was approved. A claim gets the answer that was given
 * then, with the identity of then: whether it fits is for the contract to say.
 */
function onCallDesk(): Desk {
  const approved = new Map<string, { readonly session: string; readonly identity: string | null }>();
  const given = (sessionId: string) => {
    const found = [...approved].find(([, { session }]) => session === sessionId);
    if (!found) throw new Error("nothing was approved in that session");
    return found;
  };
  const approval = (identity: string | null): ApprovalResolution => ({
    outcome: "approve",
    context_identity: identity,
    verdict: { decision: "allow", reason: "approved_by_oncall" },
  });
  return {
    resolver: {
      resolve({ context, context_identity: identity, verdict }: ApprovalRequest) {
        const claimed = memberAt(verdict.decision === "deny" ? verdict.approval : undefined, "claimed");
        const earlier = typeof claimed === "string" ? approved.get(claimed) : undefined;
        if (earlier) return approval(earlier.identity);
        approved.set(`apr-${approved.size + 1}`, { session: context.session.id, identity });
        return approval(identity);
      },
    },
    approvalOf: (sessionId) => given(sessionId)[0],
    identityOf: (sessionId) => given(sessionId)[1].identity,
  };
}
