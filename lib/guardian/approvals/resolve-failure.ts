/** Why a decision on an item could not be recorded, as its caller is told. */
import type { ApprovalRow } from "../ports";
import type { AppendFailure } from "./append";
import type { ResolveFailure } from "./resolution";

export const conflictOf = (row: ApprovalRow, reason: string): ResolveFailure => ({
  kind: "conflict",
  reason,
  state: row.state,
  decidedBy: row.decidedBy,
  decidedAt: row.decidedAt,
});

export function asFailure(failure: ResolveFailure | AppendFailure): ResolveFailure {
  switch (failure.kind) {
    case "gone":
      return { kind: "not_found" };
    case "contended":
    case "store":
      return { kind: "unavailable" };
    default:
      return failure;
  }
}
