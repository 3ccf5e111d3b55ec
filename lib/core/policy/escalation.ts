/** What an ASK or a DEFER demands: the strictest of every rule that wants one. */
import { EVERY_APPROVER } from "../approval/eligibility";
import { canonicalText } from "../json/canonical";
import type { DeferMethod, Finding, IntentExtension, Risk } from "./types";

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
  /** What an approval would add to the Intent, where a rule asks for that. */
  readonly intent_extension?: IntentExtension;
}

export interface DeferTerms {
  readonly reason: NonNullable<Finding["defer_reason"]>;
  readonly method: DeferMethod;
  readonly timeout_decision: "deny" | "ask";
  readonly required_context: readonly string[];
}

const RISKS: readonly Risk[] = ["low", "medium", "high", "critical"];

/** Times in seconds where a rule names none. */
const DEFAULT_TIMEOUT_S = 900;
const DEFAULT_USE_WITHIN_S = 300;

/** Of the findings that ask or defer; there must be one. */
export function escalationTerms(findings: readonly Finding[]): EscalationTerms {
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
    ...extensionOf(lifted),
  };
}

/** Every capability once, and for one request only unless every rule says the session. */
function extensionOf(lifted: readonly Finding[]): Pick<EscalationTerms, "intent_extension"> {
  const wanted = lifted.flatMap(({ intent_extension }) => intent_extension ?? []);
  if (wanted.length === 0) return {};
  const keyed = new Map(
    wanted.flatMap(({ capabilities }) => capabilities).map((item) => [canonicalText({ ...item }), item]),
  );
  const scope = wanted.every((extension) => extension.scope === "session") ? "session" : "this_request";
  return { intent_extension: { capabilities: [...keyed.values()], scope } };
}

/** From most to least of a person's doing: where rules differ, the first that any of them wants. */
const METHODS: readonly DeferMethod[] = ["human_approval", "additional_context", "timeout"];

/** The time-out asks only where every rule says so. */
export function deferTerms(findings: readonly Finding[]): DeferTerms {
  const deferring = findings.filter((finding) => finding.disposition === "defer");
  const methods = deferring.map((finding) => finding.defer_method ?? "human_approval");
  return {
    // any fixed choice will do, so long as the order of rules is none
    reason: deferring.flatMap((finding) => finding.defer_reason ?? []).sort()[0] ?? "insufficient_context",
    method: METHODS.find((method) => methods.includes(method)) ?? "human_approval",
    timeout_decision: deferring.every((finding) => finding.timeout_decision === "ask") ? "ask" : "deny",
    required_context: [...new Set(deferring.flatMap((finding) => finding.required_context ?? []))].sort(),
  };
}
