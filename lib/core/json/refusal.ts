/** Why the strict reader refuses text; the kinds are the `data.reason` of the refusal on the wire. */

export type JsonRefusalKind =
  | "parse_error"
  | "duplicate_member"
  | "lone_surrogate"
  | "invalid_utf8"
  | "unsafe_integer"
  | "number_overflow"
  | "too_deep"
  | "too_large";

/** Why text was refused. The message names a place, never a value. */
export type JsonRefusal = { readonly kind: JsonRefusalKind; readonly message: string };
