/** An Agent Hooks host in messages: its session, its questions to the resolver, for tests that send what a client would not. */
import { randomBytes } from "node:crypto";
import type { JsonObject, JsonValue } from "../core/json/value";
import { RESOLVE } from "../core/wire/agent-hooks";
import type { Guardian } from "../guardian/handle";
import { type ScriptedIdentity, type ScriptedSession, toolCall } from "./scripted-agent";
import { type Answer, approvalOf, openSession, send } from "./world";

export const HOOKS = { spec: "agent-hooks/0.1", mode: "enforce", resolver: true, framework: "reference" };

/** A session whose hello says that an Agent Hooks host is at the other end. */
export const hookSession = (
  guardian: Guardian,
  agent: ScriptedIdentity,
  hooks: Partial<typeof HOOKS> = {},
): Promise<ScriptedSession> => openSession(guardian, agent, { hello: { agent_hooks: { ...HOOKS, ...hooks } } });

export const CALL = "steps/toolCallRequest";
export const refund = (amount: number) => toolCall("refund_payment", { customer: "cust_1042", amount });
export const freshIdentity = (): string => `sha256:${randomBytes(32).toString("hex")}`;

export interface AskedBy {
  readonly identity: string | null;
  readonly approvalId: string;
  readonly digest: string;
  readonly kind?: string;
  readonly waitMs?: number;
  readonly point?: string;
  readonly context?: JsonObject;
}

/** The payload of a resolver's question. */
export const question = ({ identity, approvalId, digest, ...more }: AskedBy) => ({
  request: {
    context_identity: identity,
    interception_point: more.point ?? "pre_tool_call",
    verdict: {
      decision: "deny",
      reason: "refund_over_limit",
      approval: { kind: more.kind ?? "ask", approval_id: approvalId, action_digest: digest },
    },
    context: more.context ?? { tool_call: { id: "tc-1", name: "refund_payment", args: "[redacted]" } },
  },
  wait_ms: more.waitMs ?? 0,
});

/** The question about what an ASK named. */
export const asking = (asked: Answer, identity: string | null, waitMs = 0) => {
  const { approval_id, action_digest } = approvalOf(asked);
  return question({ identity, approvalId: approval_id, digest: action_digest, waitMs });
};

export const resolveMessage = (session: ScriptedSession, payload: unknown): JsonObject =>
  session.message(RESOLVE, payload);

export const resolveBy = (guardian: Guardian, session: ScriptedSession, payload: unknown): Promise<Answer> =>
  send(guardian, resolveMessage(session, payload));

export interface HookResolution {
  readonly outcome: string;
  readonly context_identity: string | null;
  readonly verdict?: { readonly decision: string; readonly reason: string; readonly [member: string]: JsonValue };
}

export const resolutionIn = (answer: Answer): HookResolution | undefined =>
  answer.result.resolution as unknown as HookResolution | undefined;
