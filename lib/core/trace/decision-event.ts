/** Attributes of the span event `acs.decision` (W§19), with the extras of the standard's TypeScript exporter. */
import { member, memberAt } from "../json/build";
import type { JsonObject, JsonValue } from "../json/value";
import { type Attributes, type AttributeValue, textOf } from "./attribute-readers";
import { cut, LONGEST_LIST } from "./redact";

/** `result` as it may be shown. */
export function decisionAttributes(result: JsonObject, chainHash: JsonValue | undefined): Attributes {
  const confidence = memberAt(result, "metadata", "confidence");
  const values: { readonly [name: string]: AttributeValue | undefined } = {
    "acs.decision": textOf(member(result, "decision")),
    "acs.evaluator": textOf(memberAt(result, "metadata", "evaluator")) ?? "deterministic",
    "acs.reasoning": textOf(member(result, "reasoning")),
    "acs.confidence": typeof confidence === "number" ? confidence : undefined,
    "acs.evaluator_version": textOf(memberAt(result, "metadata", "evaluator_version")),
    "acs.model_id": textOf(memberAt(result, "metadata", "model_id")),
    "acs.reason_codes": listOf(member(result, "reason_codes")),
    "acs.policy.ids": column(result, "policy_id"),
    "acs.policy.versions": column(result, "policy_version"),
    "acs.policy.rule_ids": column(result, "rule_id"),
    "acs.cited_provenance_ids": listOf(member(result, "cited_provenance_ids")),
    "acs.chain_hash": textOf(chainHash),
  };
  return Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, AttributeValue] => pair[1] !== undefined),
  );
}

const listOf = (value: JsonValue | undefined): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value.slice(0, LONGEST_LIST).map((item) => cut(String(item))) : undefined;

/** There only when every reference has it, so that the columns stay in step with one another. */
function column(result: JsonObject, name: string): readonly string[] | undefined {
  const references = member(result, "policy_references");
  if (!Array.isArray(references) || references.length === 0) return undefined;
  const cells = references.map((reference) => member(reference as JsonValue, name));
  return cells.every((cell) => typeof cell === "string") ? listOf(cells as readonly string[]) : undefined;
}
