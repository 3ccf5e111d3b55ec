/** Eligibility of a person for a stored item: against the session's user, and against the one that the action names. */
import { type Ineligible, mayDecide } from "../../core/approval/eligibility";
import { memberAt } from "../../core/json/build";
import { ok, type Result } from "../../core/result";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow, NewVote, PersonRow, SessionSnapshot } from "../ports";
import { readObject } from "./edits";

export interface EligibilityFacts {
  readonly row: ApprovalRow;
  readonly person: PersonRow;
  readonly snapshot: SessionSnapshot;
  readonly verdict?: "approve" | "deny";
}

export function eligibility(facts: EligibilityFacts): Result<void, { readonly reason: Ineligible }> {
  const { row, person, snapshot, verdict } = facts;
  const { ownerId } = snapshot.agent;
  const judged = usersOf(facts).map((userId) =>
    mayDecide({ person, approval: { approvers: row.approvers }, session: { userId, ownerId }, verdict }),
  );
  return judged.find((one) => !one.ok) ?? ok(undefined);
}

/** Whom the agent acts for: the session's person, and the one that the action itself names. */
export function usersOf({ row, snapshot }: Pick<EligibilityFacts, "row" | "snapshot">): readonly (string | null)[] {
  const named = memberAt(readObject(row.requestedAction), "metadata", "user_context", "user_id");
  return [snapshot.session.userId, typeof named === "string" ? named : null];
}

/** Votes of people who might still cast them: who was disabled or lost the role since does not count. */
export async function standingVotes(
  deps: GuardianDeps,
  { row, snapshot }: { row: ApprovalRow; snapshot: SessionSnapshot },
  votes: readonly NewVote[],
): Promise<readonly NewVote[]> {
  const kept: NewVote[] = [];
  for (const vote of votes) {
    const person = await deps.store.person(vote.personId);
    if (person && eligibility({ row, person, snapshot, verdict: vote.verdict }).ok) kept.push(vote);
  }
  return kept;
}
