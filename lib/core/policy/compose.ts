/** Joins independent findings into one conclusion: the strictest disposition wins and nothing that fired is lost. */
import { EVERY_APPROVER } from "../approval/eligibility";
import { fromPlain } from "../json/build";
import { canonicalText } from "../json/canonical";
import type { JsonObject } from "../json/value";
import { type DeferTerms, deferTerms, type EscalationTerms, escalationTerms } from "./escalation";
import { mergeModifications } from "./merge";
import { reportOf } from "./report";
import type { Disposition, Finding, Modifications } from "./types";

export type { DeferTerms, EscalationTerms } from "./escalation";

/** What a consumed approval settles. Votes and approvers are those it really had; a rule that now wants more still asks. */
export interface Discharge {
  readonly rule_id: string;
  readonly disposition: "ask" | "defer";
  readonly votes?: number;
  readonly approvers?: string;
}

export interface ComposeInput {
  readonly findings: readonly Finding[];
  /** Whether some policy permits the step at all. Without it the answer is deny, whatever else fired. */
  readonly permitted: boolean;
  readonly permits?: readonly string[];
  readonly discharged?: readonly Discharge[];
  readonly bundle_digest: string;
}

export interface PolicyReferenceOut {
  readonly policy_id: string;
  readonly rule_id: string;
  readonly policy_version: string;
}

export interface Conclusion {
  readonly disposition: Disposition;
  /** Every finding that is not settled, strictest first. */
  readonly findings: readonly Finding[];
  /** Findings that the approval settled; their edits still apply. */
  readonly settled: readonly Finding[];
  /** Also beside ask and defer: what is shown and approved is the action after these edits. Null on deny. */
  readonly modifications: Modifications | null;
  /** Empty on allow only. */
  readonly reasoning: string;
  readonly reason_codes: readonly string[];
  readonly policy_references: readonly PolicyReferenceOut[];
  /** By paradigm. */
  readonly policy_data: JsonObject;
  readonly cited_provenance_ids: readonly string[];
  readonly ask: EscalationTerms | null;
  readonly defer: (EscalationTerms & DeferTerms) | null;
}

const STRICTNESS: Readonly<Record<Disposition, number>> = { allow: 0, modify: 1, defer: 2, ask: 3, deny: 4 };

/** The sign of -1, 0, 1 by which `a` is stricter than `b`: deny > ask > defer > modify > allow. */
export const compareStrictness = (a: Disposition, b: Disposition): number => STRICTNESS[a] - STRICTNESS[b];

/** Pure; the order of the findings does not matter. */
export function compose(input: ComposeInput): Conclusion {
  const all = sortFindings(input.findings);
  const settled = all.filter((finding) => isSettled(finding, input.discharged ?? []));
  const open = all.filter((finding) => !settled.includes(finding));
  if (!input.permitted && !open.some((finding) => finding.disposition === "deny")) open.unshift(NO_PERMIT);
  const merged = mergeModifications(all);
  if (!merged.ok) open.unshift(conflictFinding(merged.failure.message));
  const findings = sortFindings(open);
  const edits = merged.ok ? merged.value : null;
  const disposition = strictest(findings, edits);
  const report = reportOf({
    disposition,
    findings,
    settled,
    permits: input.permits ?? [],
    bundle: input.bundle_digest,
  });
  const terms = disposition === "ask" || disposition === "defer" ? escalationTerms(findings) : null;
  return {
    disposition,
    findings,
    settled,
    modifications: disposition === "deny" ? null : edits,
    ...report,
    ask: disposition === "ask" ? terms : null,
    defer: disposition === "defer" && terms ? { ...terms, ...deferTerms(findings) } : null,
  };
}

const NO_PERMIT: Finding = {
  rule_id: "no-permit",
  disposition: "deny",
  paradigm: "structural",
  reason: "No policy permits this step.",
  reason_code: "no_permit",
};

const conflictFinding = (message: string): Finding => ({
  rule_id: "conflicting-modifications",
  disposition: "deny",
  paradigm: "structural",
  reason: message,
  reason_code: "conflicting_modifications",
});

function strictest(findings: readonly Finding[], edits: Modifications | null): Disposition {
  const least: Disposition = edits === null ? "allow" : "modify";
  return findings.reduce<Disposition>(
    (worst, finding) => (compareStrictness(finding.disposition, worst) > 0 ? finding.disposition : worst),
    least,
  );
}

function isSettled(finding: Finding, discharged: readonly Discharge[]): boolean {
  return discharged.some(
    (discharge) =>
      discharge.rule_id === finding.rule_id &&
      discharge.disposition === finding.disposition &&
      (discharge.votes === undefined || discharge.votes >= (finding.votes ?? 1)) &&
      (discharge.approvers === undefined || covers(discharge.approvers, finding.approvers ?? EVERY_APPROVER)),
  );
}

const covers = (had: string, wanted: string): boolean =>
  wanted.split(",").every((group) => group === EVERY_APPROVER || had.split(",").includes(group));

/** Strictest first, then by rule; findings that are equal in every member count once. */
function sortFindings(findings: readonly Finding[]): Finding[] {
  const keyed = new Map(findings.map((finding) => [canonicalText(fromPlain(finding)), finding]));
  return [...keyed.entries()]
    .sort(([a, left], [b, right]) => {
      const stricter = compareStrictness(right.disposition, left.disposition);
      if (stricter !== 0) return stricter;
      if (left.rule_id !== right.rule_id) return left.rule_id < right.rule_id ? -1 : 1;
      return a < b ? -1 : 1;
    })
    .map(([, finding]) => finding);
}
