/** From an item that people, policy or time have ended to the resolution that the host checks (Agent Hooks §9). */
import { APPROVAL_CODE_TEXT, type ApprovalCode } from "../../core/approval/codes";
import { fromPlainObject, member, memberAt } from "../../core/json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import { argumentsOf } from "../../core/wire/release";
import { readObject } from "../approvals/edits";
import { endReason } from "../approvals/lapse";
import type { ApprovalRow } from "../ports";

/** The identity stored with the item: what the host holds its own against. */
export const unresolved = ({ contextIdentity }: ApprovalRow): JsonObject => ({
  outcome: "unresolved",
  context_identity: contextIdentity,
});

export interface Refused {
  readonly reason: string;
  readonly message: string;
}

export const rejected = (identity: string | null, { reason, message }: Refused): JsonObject =>
  fromPlainObject({ outcome: "reject", context_identity: identity, verdict: { decision: "deny", reason, message } });

/** Why an item that has ended lifts nothing. A timeout is never a person's denial. */
export function refusedBy(row: ApprovalRow): Refused {
  const reason = endReason(row) ?? "approval_superseded";
  const message = APPROVAL_CODE_TEXT[reason as ApprovalCode];
  return row.state === "rejected" && row.decisionReason
    ? { reason, message: `${message} Reason: ${row.decisionReason}` }
    : { reason, message };
}

/** A step's denial, in its own words. */
export function refusedIn(result: JsonObject): Refused {
  const codes = member(result, "reason_codes");
  const first: JsonValue | undefined = Array.isArray(codes) ? codes[0] : undefined;
  const reasoning = member(result, "reasoning");
  return {
    reason: typeof first === "string" && !first.startsWith("host_error:") ? first : "policy_denied",
    message: typeof reasoning === "string" ? reasoning : "",
  };
}

/** The release that this answer is. The host's arguments give way to the approved ones where those were edited. */
export function approvedBy(row: ApprovalRow, result: JsonObject, by: "human" | "service"): JsonObject {
  const facts = {
    reason: `approved_by_${by}`,
    evidence: {
      artefact: `sha256:${String(result.chain_hash)}`,
      verification_pointers: { approval: `urn:guardian:approval:${row.id}` },
    },
  };
  const verdict =
    member(result, "decision") === "modify"
      ? { ...facts, decision: "transform", transform: { path: "$target", value: effectiveArguments(row) } }
      : { ...facts, decision: "allow" };
  return fromPlainObject({ outcome: "approve", context_identity: row.contextIdentity, verdict });
}

function effectiveArguments(row: ApprovalRow): JsonObject {
  const payload = memberAt(readObject(row.effectiveAction), "payload");
  const args = isJsonObject(payload) ? argumentsOf(payload) : null;
  if (args === null) throw new Error(`the approved action of ${row.id} has no arguments`);
  return args;
}
