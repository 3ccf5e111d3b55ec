/** Approvals that a session claims under `extensions.guardian`: for one tool each (`approvals`), or for all (`approval_id`). */
import { member } from "../../core/json/build";
import { isJsonObject, type JsonValue } from "../../core/json/value";

/** The approval that a call of this tool claims. The tool's own entry comes first; what is no text claims nothing. */
export function claimFor(guardian: JsonValue | undefined, tool: string): string | undefined {
  const own = member(member(guardian, "approvals"), tool);
  const claimed = typeof own === "string" ? own : member(guardian, "approval_id");
  return typeof claimed === "string" ? claimed : undefined;
}

/** The member at fault, or null: `approvals` maps names of tools to texts. */
export function claimsFault(guardian: JsonValue | undefined): string | null {
  const approvals = member(guardian, "approvals");
  if (approvals === undefined) return null;
  const isGood = isJsonObject(approvals) && Object.values(approvals).every((id) => typeof id === "string" && id !== "");
  return isGood ? null : "extensions.guardian.approvals";
}
