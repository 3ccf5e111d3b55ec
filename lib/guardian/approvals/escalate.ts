/** ASK and DEFER: what a send of this action means given the approvals that its digest already has (acs-approval/1). */
import { APPROVAL_CODE_TEXT } from "../../core/approval/codes";
import { isOpen } from "../../core/approval/life-cycle";
import { decideResend } from "../../core/approval/resend";
import type { Conclusion } from "../../core/policy/compose";
import type { GuardianDeps } from "../deps";
import { denyDraft } from "../drafts";
import type { ApprovalRow } from "../ports";
import type { Evaluated } from "../stages/evaluate";
import { askBody, askSubstitute, needsSubstitute } from "./ask";
import { effectiveOf } from "./effective";
import { type Ending, withEnded } from "./end-items";
import type { Escalated, Escalation } from "./escalation";
import { openItem } from "./open";
import { release } from "./release";

export async function escalate(deps: GuardianDeps, evaluated: Evaluated, escalation: Escalation): Promise<Escalated> {
  const { snapshot, digest, now } = evaluated;
  const same = snapshot.approvals.filter((row) => row.requestedDigest === digest).sort(newestFirst);
  const deferred = snapshot.approvals.filter((row) => row.kind === "defer");
  const conclusion = afterTimeout(escalation.conclusion, same, now);
  const meaning = decideResend({
    approvals: same,
    now,
    released: snapshot.released,
    opening: conclusion.disposition === "defer" ? "defer" : "ask",
    deferrals: Math.max(deferred.length, evaluated.context.deferrals),
  });
  const lapsed = same.filter((row) => meaning.moves.some((move) => move.id === row.id));
  const row = "approvalId" in meaning ? same.find((item) => item.id === meaning.approvalId) : undefined;
  const outcome = await answerMeaning(deps, evaluated, { ...escalation, conclusion, meaning, row });
  return ending(outcome, lapsed, { to: "expired", why: "nobody acted in time" });
}

/** A deferral whose time is up and whose time-out asks is a question for people from then on (W§6). */
function afterTimeout(conclusion: Conclusion, same: readonly ApprovalRow[], now: number): Conclusion {
  const { defer } = conclusion;
  const isUp = (row: ApprovalRow): boolean =>
    row.kind === "defer" && (row.state === "expired" || (isOpen(row.state) && now >= row.expiresAt));
  if (defer?.timeout_decision !== "ask" || !same.some(isUp)) return conclusion;
  return { ...conclusion, disposition: "ask", ask: defer, defer: null };
}

const newestFirst = (a: ApprovalRow, b: ApprovalRow): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

type Meaning = ReturnType<typeof decideResend>;

async function answerMeaning(
  deps: GuardianDeps,
  evaluated: Evaluated,
  facts: Escalation & { meaning: Meaning; row: ApprovalRow | undefined },
): Promise<Escalated> {
  const { meaning, row, conclusion, options } = facts;
  if (meaning.act === "new") return openItem(deps, evaluated, { conclusion, options, attempt: meaning.attempt });
  if (meaning.act === "deny") {
    const reasoning =
      row?.decisionReason && row.state === "rejected"
        ? `${APPROVAL_CODE_TEXT[meaning.code]} Reason: ${row.decisionReason}`
        : APPROVAL_CODE_TEXT[meaning.code];
    return { kind: "draft", draft: denyDraft(evaluated, { code: meaning.code, reasoning, approvalId: row?.id }) };
  }
  if (!row) throw new Error("a re-send names an approval of its own session");
  if (meaning.act === "same") return sameItem(deps, evaluated, { conclusion, options, row });
  const released = release(deps, evaluated, row);
  if (released.kind === "released" || released.kind === "denied") return { kind: "draft", draft: released.draft };
  const opened = await openItem(deps, evaluated, { conclusion, options, attempt: 1 });
  return ending(opened, [row], { to: "void", why: released.why });
}

/** The same ASK again and no second item; unless policy now makes another action of it. */
async function sameItem(
  deps: GuardianDeps,
  evaluated: Evaluated,
  { conclusion, options, row }: Escalation & { row: ApprovalRow },
): Promise<Escalated> {
  const effective = effectiveOf(deps, evaluated, conclusion.modifications);
  if (!effective.ok || effective.value.digest !== row.effectiveDigest) {
    const opened = await openItem(deps, evaluated, { conclusion, options, attempt: row.attempt });
    return ending(opened, [row], { to: "superseded", why: "policy changed what would run" });
  }
  if (needsSubstitute(evaluated, row)) return askSubstitute(evaluated, { conclusion, options, item: row });
  return {
    kind: "draft",
    draft: { ...askBody(evaluated, conclusion, row), approvalId: row.id },
  };
}

const ending = (outcome: Escalated, rows: readonly ApprovalRow[], end: Ending): Escalated =>
  rows.length === 0 ? outcome : { ...outcome, draft: withEnded(outcome.draft, rows, end) };
