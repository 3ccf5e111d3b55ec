/** Typed reads from a checked AcsResult (§5.2). */
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import type { Disposition } from "../core/policy/types";

const DISPOSITIONS: readonly string[] = ["allow", "deny", "modify", "ask", "defer"] satisfies Disposition[];

export function decisionOf(result: JsonObject): Disposition | null {
  const decision = result.decision;
  return typeof decision === "string" && DISPOSITIONS.includes(decision) ? (decision as Disposition) : null;
}

export function reasonCodesOf(result: JsonObject): readonly string[] {
  return Array.isArray(result.reason_codes) ? result.reason_codes.filter((code) => typeof code === "string") : [];
}

export const reasoningOf = (result: JsonObject): string => textOf(result.reasoning) ?? "";

export const textOf = (value: JsonValue | undefined): string | null => (typeof value === "string" ? value : null);

export interface AskedApproval {
  readonly approvalId: string | null;
  readonly actionDigest: string | null;
  readonly question: string | null;
  /** How long the Guardian waits for a decision, ms. */
  readonly timeoutMs: number;
}

/** What an ask or defer answer says about waiting; `policy_data.approval` is the acs-approval/1 extension. */
export function askedOf(result: JsonObject): AskedApproval {
  const data = isJsonObject(result.policy_data) ? result.policy_data : undefined;
  const approval = data !== undefined && isJsonObject(data.approval) ? data.approval : undefined;
  const ask = isJsonObject(result.ask_details) ? result.ask_details : undefined;
  const defer = isJsonObject(result.defer_details) ? result.defer_details : undefined;
  const seconds = ask?.timeout_seconds;
  const milliseconds = defer?.resolution_timeout_ms;
  return {
    approvalId: textOf(approval?.approval_id),
    actionDigest: textOf(approval?.action_digest),
    question: textOf(ask?.question),
    timeoutMs:
      typeof seconds === "number" ? seconds * 1000 : typeof milliseconds === "number" ? milliseconds : DEFAULT_WAIT_MS,
  };
}

const DEFAULT_WAIT_MS = 60_000;
