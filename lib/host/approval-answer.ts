/** The answer to `guardian/approval` (extension acs-approval/1): a state to look at. It authorises nothing by itself. */
import { z } from "zod";
import type { JsonObject } from "../core/json/value";
import { err, ok, type Result } from "../core/result";

const STATES = [
  "prepared",
  "pending",
  "approved",
  "rejected",
  "expired",
  "cancelled",
  "superseded",
  "void",
  "consumed",
  "unknown",
] as const;

const approvalAnswerSchema = z.looseObject({
  type: z.literal("final"),
  acs_version: z.string(),
  request_id: z.string(),
  extension: z.literal("acs-approval/1"),
  state: z.enum(STATES),
  approval_id: z.string().nullish(),
  action_digest: z.string().nullish(),
  expires_at: z.string().nullish(),
  use_by: z.string().nullish(),
  reason_code: z.string().nullish(),
  /** What the approver gave as reason for a denial. */
  reason: z.string().nullish(),
  answer: z.string().nullish(),
  /** Of Agent Hooks: the context that the item was opened for. */
  context_identity: z.string().nullish(),
});

export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;

/** The typed answer, or the name of the first member that is not as the extension says. */
export function checkApprovalAnswer(result: JsonObject): Result<ApprovalAnswer, string> {
  const parsed = approvalAnswerSchema.safeParse(result);
  if (parsed.success) return ok(parsed.data);
  return err(`guardian/approval answer: ${parsed.error.issues[0]?.path.join(".") ?? "invalid"}`);
}
