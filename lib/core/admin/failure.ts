/** Why a change by a person was not made. */

export interface CommandFailure {
  readonly kind: "signed_out" | "forbidden" | "invalid" | "conflict" | "not_found" | "limited";
  /** A sentence for people. Names the field, never the value. */
  readonly message: string;
  /** The form field that it is about. */
  readonly field?: string;
}
