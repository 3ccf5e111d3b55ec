/** A real Guardian, its bundle and its queue: what governs the refund story where one is running. */
import { createAgentHooks } from "../agent-hooks/agent-hooks";
import type { ApprovalResolver, Interceptor } from "../agent-hooks/types";
import { memberAt } from "../core/json/build";
import type { JsonObject } from "../core/json/value";
import { guardianHooks } from "../host/agent-hooks/guardian-hooks";
import type { GuardianHooksOptions } from "../host/agent-hooks/hook-options";
import { isOverCap, noting } from "./on-call-governance";
import type { StoryWords } from "./refund-rows";
import type { Governance } from "./refund-story";

export interface GuardianPlace {
  readonly options: Omit<GuardianHooksOptions, "framework">;
  /** Who decides there. */
  readonly by: "human" | "service";
  /** Approves the item as soon as it waits for somebody. */
  approve(approvalId: string): Promise<void>;
  /** The identity that is stored with the item. */
  identityOf(approvalId: string): Promise<string | null>;
}

/** The default bundle asks for refunds of this name over 500, and redacts accounts in answers. */
export const guardianWords = (by: GuardianPlace["by"]): StoryWords => ({
  refundTool: "refund_payment",
  approvalReason: `approved_by_${by}`,
  redaction: "[account]",
});

export function guardianGovernance(framework: string, place: GuardianPlace): Governance {
  const tools = new Map<string, string>();
  const approvals = new Map<string, string>();
  const {
    resolver,
    close,
    flush: _flush,
    ...hooks
  } = guardianHooks({
    ...place.options,
    framework,
    interceptors: [noting(tools), currencyGuard],
    // the Guardian is the last to judge, so an approval skips nobody, and its reason is on the record
    composition: { profile: "sequential/first_deny", on_approval: "stop" },
  });
  if (!resolver) throw new Error("people are waited for");
  const approvalIn = (sessionId: string): string => {
    const id = approvals.get(sessionId);
    if (id === undefined) throw new Error("nothing was asked in that session");
    return id;
  };
  return {
    hooks: createAgentHooks({
      ...hooks,
      surface: { toolSeamHostError: "terminate" },
      resolver: approving(resolver, { place, approvals }),
    }),
    words: guardianWords(place.by),
    toolOf: ({ session_id, sequence }) => tools.get(`${session_id} ${sequence}`) ?? null,
    claiming: async (sessionId) => ({ guardian: { approval_id: approvalIn(sessionId) } }),
    storedIdentity: async (sessionId) => place.identityOf(approvalIn(sessionId)),
    close,
  };
}

/** The local guard beside the Guardian: it allows, and breaks on a currency that nobody thought of. */
const currencyGuard: Interceptor = {
  name: "currency-guard",
  at: ["pre_tool_call"],
  intercept({ target }) {
    if (typeof (target as JsonObject).currency === "string") isOverCap(target as JsonObject);
    return { decision: "allow" };
  },
};

/** Sees what the Guardian asks, and lets somebody decide while the resolver waits. */
function approving(
  resolver: ApprovalResolver,
  { place, approvals }: { place: GuardianPlace; approvals: Map<string, string> },
): ApprovalResolver {
  return {
    async resolve(request, signal) {
      const approval = request.verdict.decision === "deny" ? request.verdict.approval : undefined;
      const id = memberAt(approval, "approval_id");
      if (typeof id !== "string" || memberAt(approval, "kind") !== "ask") return resolver.resolve(request, signal);
      approvals.set(request.context.session.id, id);
      const [resolution] = await Promise.all([resolver.resolve(request, signal), place.approve(id)]);
      return resolution;
    },
  };
}
