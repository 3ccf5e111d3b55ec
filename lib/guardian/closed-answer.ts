/** A step after the session ended: DENY `session_closed`, no entry; its request_id is remembered (W§17.3). */
import type { GuardianDeps } from "./deps";
import { failureAnswer } from "./failure-answer";
import type { SessionSnapshot } from "./ports";
import { type AdmittedStep, reserveOnly } from "./stages/admit";
import { answerRefusal, bytesOf } from "./stages/answer";

export async function closedAnswer(
  deps: GuardianDeps,
  step: AdmittedStep,
  snapshot: SessionSnapshot,
): Promise<Uint8Array> {
  const replay = await reserveOnly(deps, { snapshot, reservations: step.reservations });
  if (replay?.kind === "replay_detected") {
    return answerRefusal(deps, { failure: replay, id: step.id, signer: step.signer, context: step.context });
  }
  deps.journal.refused({ ...step.context, code: 0, reason: "session_closed" });
  const why = snapshot.session.closeReason ?? "ended";
  const told = { code: "session_closed", reasoning: `The session is closed (${why})` };
  return bytesOf(await failureAnswer(deps, step, told));
}
