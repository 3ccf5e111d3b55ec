/** What a conclusion says about itself: reasoning, reason codes, references and data by paradigm. */
import type { JsonObject } from "../json/value";
import type { Disposition, Finding } from "./types";

export interface ReportInput {
  readonly disposition: Disposition;
  readonly findings: readonly Finding[];
  readonly settled: readonly Finding[];
  readonly permits: readonly string[];
  /** Digest of the bundle. */
  readonly bundle: string;
}

export interface Report {
  readonly reasoning: string;
  readonly reason_codes: readonly string[];
  readonly policy_references: readonly {
    readonly policy_id: string;
    readonly rule_id: string;
    readonly policy_version: string;
  }[];
  readonly policy_data: JsonObject;
}

/** Codes where a rule names none. Edits speak for themselves. */
const DEFAULT_CODE: Readonly<Record<Exclude<Disposition, "allow">, string | null>> = {
  deny: "policy_denied",
  ask: "approval_required",
  defer: "deferred",
  modify: null,
};

/** Findings come sorted, strictest first. */
export function reportOf(input: ReportInput): Report {
  const { findings, settled, disposition } = input;
  const fired = [...findings, ...settled];
  const rules = [...new Set([...fired.map((finding) => finding.rule_id), ...[...input.permits].sort()])];
  return {
    reasoning: disposition === "allow" ? "" : reasoningOf(fired),
    reason_codes: [...new Set(findings.flatMap((finding) => codeOf(finding) ?? []))],
    policy_references: rules.map((rule) => ({ policy_id: rule, rule_id: rule, policy_version: input.bundle })),
    policy_data: dataOf(fired, settled),
  };
}

const codeOf = (finding: Finding): string | null => finding.reason_code ?? DEFAULT_CODE[finding.disposition];

/** Every reason once, the strictest rule's first. */
function reasoningOf(fired: readonly Finding[]): string {
  const reasons = fired.map((finding) => finding.reason.trim() || `Rule ${finding.rule_id} fired.`);
  return [...new Set(reasons)].join(" ");
}

function dataOf(fired: readonly Finding[], settled: readonly Finding[]): JsonObject {
  const paradigms: { [paradigm: string]: JsonObject[] } = Object.create(null);
  for (const finding of fired) {
    const rules = paradigms[finding.paradigm] ?? [];
    rules.push(ruleData(finding, settled.includes(finding)));
    paradigms[finding.paradigm] = rules;
  }
  const data: { [paradigm: string]: JsonObject } = Object.create(null);
  for (const [paradigm, rules] of Object.entries(paradigms)) data[paradigm] = { rules };
  return data;
}

function ruleData(finding: Finding, isSettled: boolean): JsonObject {
  return {
    rule_id: finding.rule_id,
    disposition: finding.disposition,
    reason: finding.reason,
    ...(finding.reason_code === undefined ? {} : { reason_code: finding.reason_code }),
    ...(finding.risk === undefined ? {} : { risk: finding.risk }),
    ...(isSettled ? { settled_by_approval: true } : {}),
  };
}
