/** Member `approval` of a liftable deny (decision 0040): which item of the queue the resolver is to ask about. */
import { memberAt } from "../../core/json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import type { ApprovalBlock } from "../../core/wire/agent-hooks";
import type { AcsStep } from "./acs-step";

export interface AskedAnswer {
  readonly step: AcsStep;
  readonly requestId: string;
  readonly result: JsonObject;
}

/** Null where the Guardian prepared no item: then there is nothing to wait for. */
export function approvalBlockOf({ requestId, result }: AskedAnswer, kind: "ask" | "defer"): ApprovalBlock | null {
  const id = approvalMember(result, "approval_id");
  const digest = approvalMember(result, "action_digest");
  const expires = approvalMember(result, "expires_at");
  if (typeof id !== "string" || typeof digest !== "string") return null;
  const details = kind === "ask" ? result.ask_details : result.defer_details;
  return {
    kind,
    approval_id: id,
    request_id: requestId,
    action_digest: digest,
    ...(typeof expires === "string" ? { expires_at: expires } : {}),
    ...(isJsonObject(details) ? { details } : {}),
  };
}

/** For a step that named an approval of another action: the resolver then answers with the identity stored there. */
export function claimedBlockOf({ step, requestId, result }: AskedAnswer): ApprovalBlock | null {
  const claimed = step.metadata.approval_id;
  const codes = Array.isArray(result.reason_codes) ? result.reason_codes : [];
  if (typeof claimed !== "string" || !codes.includes("approval_digest_mismatch")) return null;
  const digest = approvalMember(result, "action_digest");
  return {
    kind: "claimed",
    approval_id: claimed,
    request_id: requestId,
    action_digest: typeof digest === "string" ? digest : "",
  };
}

const approvalMember = (result: JsonObject, name: string): JsonValue | undefined =>
  memberAt(result, "policy_data", "approval", name);
