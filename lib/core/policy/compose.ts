/** Joins independent findings into one conclusion: the strictest disposition wins and nothing that fired is lost. */
import { EVERY_APPROVER } from "../approval/eligibility";
import { fromPlain } from "../json/build";
import { canonicalText } from "../json/canonical";
import type { JsonObject } from "../json/value";
import { mergeModifications } from "./merge";
import { reportOf } from "./report";
import type { Disposition, Finding, Modifications, Risk } from "./types";

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

/** Terms of an ASK or a DEFER: the strictest of every rule that wants one. */
export interface EscalationTerms {
  /** Groups joined by commas: whoever decides is in all of them. */
  readonly approvers: string;
  readonly votes: number;
  readonly timeout_s: number;
  readonly use_within_s: number;
  readonly risk: Risk;
  /** What an approval of this escalation settles. */
  readonly discharges: readonly { readonly rule_id: string; readonly disposition: "ask" | "defer" }[];
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
  readonly ask: EscalationTerms | null;
  readonly defer: (EscalationTerms & { readonly reason: NonNullable<Finding["defer_reason"]> }) | null;
}

const STRICTNESS: Readonly<Record<Disposition, number>> = { allow: 0, modify: 1, defer: 2, ask: 3, deny: 4 };
const RISKS: readonly Risk[] = ["low", "medium", "high", "critical"];

/** Times in seconds where a rule names none. */
const DEFAULT_TIMEOUT_S = 900;
const DEFAULT_USE_WITHIN_S = 300;

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
  const terms = disposition === "ask" || disposition === "defer" ? escalation(findings) : null;
  return {
    disposition,
    findings,
    settled,
    modifications: disposition === "deny" ? null : edits,
    ...report,
    ask: disposition === "ask" ? terms : null,
    defer: disposition === "defer" && terms ? { ...terms, reason: deferReason(findings) } : null,
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

function escalation(findings: readonly Finding[]): EscalationTerms {
  const lifted = findings.filter((finding) => finding.disposition === "ask" || finding.disposition === "defer");
  const groups = [...new Set(lifted.flatMap((finding) => (finding.approvers ?? EVERY_APPROVER).split(",")))].sort();
  const named = groups.filter((group) => group !== EVERY_APPROVER);
  const risks = lifted.map((finding) => RISKS.indexOf(finding.risk ?? "medium"));
  return {
    approvers: (named.length > 0 ? named : [EVERY_APPROVER]).join(","),
    votes: Math.max(...lifted.map((finding) => finding.votes ?? 1)),
    timeout_s: Math.min(...lifted.map((finding) => finding.timeout_s ?? DEFAULT_TIMEOUT_S)),
    use_within_s: Math.min(...lifted.map((finding) => finding.use_within_s ?? DEFAULT_USE_WITHIN_S)),
    risk: RISKS[Math.max(...risks)] ?? "critical",
    discharges: lifted.map(({ rule_id, disposition }) => ({
      rule_id,
      disposition: disposition === "ask" ? "ask" : "defer",
    })),
  };
}

/** The reason that sorts first among those given: any fixed choice will do, so long as the order of rules is none. */
const deferReason = (findings: readonly Finding[]): NonNullable<Finding["defer_reason"]> =>
  findings.flatMap((finding) => finding.defer_reason ?? []).sort()[0] ?? "insufficient_context";

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
