/** No usable answer of the Guardian. Thrown inside the contract, which denies for it whatever posture was negotiated. */
import type { NoDecisionCause, SessionRefusal } from "../records";

export type UnavailableCause = NoDecisionCause | SessionRefusal | "session_unknown" | "session_id_invalid" | "aborted";

export class GuardianUnavailable extends Error {
  override readonly name = "GuardianUnavailable";
  constructor(
    readonly reason: UnavailableCause,
    /** The ACS method, or what was wanted. */
    readonly asked: string,
  ) {
    super(`${asked}: ${reason}`);
  }
}
