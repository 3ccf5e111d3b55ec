/** What a conclusion says about itself: reasoning, reason codes, references, citations and data by paradigm. */
import { canonicalText } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";
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
  /** What the rules that fired rest on, each id once, in a fixed order (W§3). */
  readonly cited_provenance_ids: readonly string[];
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
    reason_codes: [...new Set(findings.flatMap(codesOf))],
    policy_references: rules.map((rule) => ({ policy_id: rule, rule_id: rule, policy_version: input.bundle })),
    policy_data: dataOf(fired, settled),
    cited_provenance_ids: [...new Set(fired.flatMap((finding) => finding.cited_provenance_ids ?? []))].sort(),
  };
}

function codesOf(finding: Finding): readonly string[] {
  const code = finding.reason_code ?? DEFAULT_CODE[finding.disposition];
  return [...(code === null ? [] : [code]), ...(finding.more_codes ?? [])];
}

/** Every reason once, the strictest rule's first. */
function reasoningOf(fired: readonly Finding[]): string {
  const reasons = fired.map((finding) => finding.reason.trim() || `Rule ${finding.rule_id} fired.`);
  return [...new Set(reasons)].join(" ");
}

interface Told {
  readonly facts: Map<string, JsonValue>;
  readonly rules: JsonValue[];
}

/** Members of all rules of a paradigm side by side. Where two rules name one member, the second keeps it with its rule. */
function dataOf(fired: readonly Finding[], settled: readonly Finding[]): JsonObject {
  const paradigms = new Map<string, Told>();
  for (const finding of fired) {
    const own: Told = paradigms.get(finding.paradigm) ?? { facts: new Map(), rules: [] };
    paradigms.set(finding.paradigm, own);
    const clashes = Object.entries(finding.data ?? {}).filter(([name, value]) => !addFact(own.facts, name, value));
    const rule = ruleData(finding, settled.includes(finding));
    own.rules.push(clashes.length > 0 && finding.data ? { ...rule, data: finding.data } : rule);
  }
  const data: { [paradigm: string]: JsonObject } = Object.create(null);
  for (const [paradigm, { facts, rules }] of paradigms)
    data[paradigm] = Object.fromEntries([...facts, ["rules", rules]]);
  return data;
}

/** False where another rule said something else under that name. */
function addFact(facts: Map<string, JsonValue>, name: string, value: JsonValue): boolean {
  const other = facts.get(name);
  if (other === undefined) facts.set(name, value);
  return other === undefined || canonicalText(other) === canonicalText(value);
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
