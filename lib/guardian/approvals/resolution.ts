/** What a person's decision brings with it, and what can come of it. */
import type { JsonValue } from "../../core/json/value";
import type { GrantScope } from "./grant";

export interface ResolveInput {
  readonly approvalId: string;
  readonly personId: string;
  /** The sign-in under which the view was served; a service account's token counts as one. */
  readonly signInId: string;
  readonly verdict: "approve" | "deny";
  readonly reason?: string;
  /** Of the row that was shown. */
  readonly revision: number;
  /** Of the action that may run, computed by the approver's side from the bytes it drew (after edits, if any). */
  readonly action_digest: string;
  readonly view_digest: string;
  /** New values of existing arguments. */
  readonly edits?: { readonly [argument: string]: JsonValue };
  /** Where the item proposes an extension of the Intent: for this request, or for the session. Default this request. */
  readonly grant?: { readonly scope: GrantScope };
  readonly channel: "console" | "api";
}

export type ResolveFailure =
  | { readonly kind: "not_found" }
  | { readonly kind: "forbidden"; readonly reason: string }
  | { readonly kind: "invalid"; readonly reason: string; readonly message: string }
  /** The row moved on: what it is now, and who made it so. */
  | {
      readonly kind: "conflict";
      readonly reason: string;
      readonly state: string;
      readonly decidedBy: string | null;
      readonly decidedAt: number | null;
    }
  | { readonly kind: "unavailable" };

export interface Resolved {
  readonly state: "approved" | "rejected" | "pending";
  readonly votes: number;
  readonly needed: number;
  readonly decidedAt: number;
}
