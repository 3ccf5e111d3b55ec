/** What a release leaves behind, and how one is found again whose answer got lost on its way to the resolver. */
import { verdictOf } from "../../agent-hooks/acs/verdict-of";
import type { AgentContext, ApprovalRequest, ApprovalResolution } from "../../agent-hooks/types";
import { memberAt } from "../../core/json/build";
import type { JsonValue } from "../../core/json/value";
import type { StepRef } from "../records";
import { fetchAnswer } from "../recovery";
import { type GuardianLink, note } from "./guardian-link";

export interface Released {
  /** The message that released it. */
  readonly requestId: string;
  /** `sha256:` and the entry's hash. */
  readonly artefact: JsonValue | undefined;
}

/** The call now belongs to the message that released it; its result will name that. */
export function release(link: GuardianLink, context: AgentContext, { requestId, artefact }: Released): void {
  if (typeof artefact === "string") note(link, context.sequence, { entryHash: artefact.replace(/^sha256:/, "") });
  const id = callIdOf(context);
  const asked = id === null ? undefined : link.calls.get(id);
  if (id === null || asked === undefined) return;
  const released = { ...asked, requestId };
  link.calls.set(id, released);
  link.released.set(id, released);
}

/** An approval that was used up by an answer of ours that never came is that answer. Null when none of them was. */
export async function recoverRelease(
  link: GuardianLink,
  { context }: ApprovalRequest,
  lost: readonly StepRef[],
): Promise<ApprovalResolution | null> {
  const id = callIdOf(context);
  const asked = id === null ? undefined : link.calls.get(id);
  if (asked === undefined) return null;
  for (const { requestId } of lost) {
    const fetched = await fetchAnswer(link.context, { method: asked.step.method, requestId });
    if (typeof fetched === "string") continue;
    const verdict = verdictOf([{ step: asked.step, requestId, result: fetched.result }]);
    if (verdict.decision === "deny") continue;
    release(link, context, { requestId, artefact: verdict.evidence?.artefact });
    return { outcome: "approve", context_identity: fetched.contextIdentity, verdict };
  }
  return null;
}

function callIdOf(context: AgentContext): string | null {
  const id = memberAt(context, "tool_call", "id");
  return typeof id === "string" ? id : null;
}
