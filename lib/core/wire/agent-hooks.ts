/** `guardian/agentHooks/*`: what an Agent Hooks host and the Guardian say to each other beside ACS (decision 0040). */
import { z } from "zod";
import type { JsonObject } from "../json/value";
import { openObject } from "./shapes";

export const RESOLVE = "guardian/agentHooks/resolve";
export const RECORDS = "guardian/agentHooks/records";
export const RULES = "guardian/agentHooks/rules";
export const INTERCEPT = "guardian/agentHooks/intercept";

/** Where each may be posted beside `/acs`; the method must be the one of the address. */
export const AGENT_HOOKS_PATHS: Readonly<Record<string, string>> = {
  "/agent-hooks/resolve": RESOLVE,
  "/agent-hooks/records": RECORDS,
  "/agent-hooks/intercept": INTERCEPT,
};

/** Member `agent_hooks` of the hello's payload, and of the session's terms. */
export const agentHooksOffer = z.looseObject({
  spec: z.literal("agent-hooks/0.1"),
  mode: z.enum(["enforce", "evaluate_only"]),
  /** The host will ask `resolve`. */
  resolver: z.boolean(),
  framework: z.string().regex(/^[a-z0-9_-]{1,100}$/),
});
export type AgentHooksOffer = z.infer<typeof agentHooksOffer>;

export const resolvePayload = z.strictObject({
  request: z.looseObject({
    context_identity: z.string().max(512).nullable(),
    interception_point: z.string(),
    verdict: openObject,
    context: openObject,
  }),
  /** Longest wait of this poll, ms. */
  wait_ms: z.number().int().min(0),
});

/** At most this many records in one message. */
export const MAX_RECORDS = 100;

export const recordsPayload = z.strictObject({ records: z.array(openObject).min(1).max(MAX_RECORDS) });

export const interceptPayload = z.strictObject({ context: openObject });

/** Member `approval` of a liftable deny that the Guardian asks for. */
export interface ApprovalBlock {
  /** `claimed`: the agent presented this approval for another action; nobody will lift it. */
  readonly kind: "ask" | "defer" | "claimed";
  readonly approval_id: string;
  /** The step that asked. */
  readonly request_id: string;
  readonly action_digest: string;
  readonly expires_at?: string;
  readonly details?: JsonObject;
}

/**
 * A rule of the bundle that the host applies itself, at points that ACS has no hook for and before those that it has.
 * `find` matches text anywhere in the target's strings: literal characters, where `*` is a run of letters, digits, `_`
 * and `-`. `models` matches `model.id` exactly. A rule without either matches always.
 */
export interface HostRule {
  readonly id: string;
  readonly at: readonly string[];
  readonly find?: string;
  readonly models?: readonly string[];
  readonly verdict:
    | { readonly decision: "allow"; readonly warning: string }
    | { readonly decision: "deny"; readonly reason: string; readonly message?: string }
    /** Replaces each match of `find`. */
    | { readonly decision: "transform"; readonly reason: string; readonly replacement: string };
}
