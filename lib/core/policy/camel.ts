/** CaMeL: the lineage of an argument against where the bundle says it may come from. Denies; nobody is asked. */

import { nameKey } from "../agbom/normalise";
import { fromPlainObject } from "../json/build";
import type { Leaf } from "../session/context";
import { keptText } from "../session/kept";
import type { ParadigmSettings } from "./paradigms";
import { matchesTool, patternKey } from "./patterns";
import { distinct, shown, type TracedArgument, type TracedCall, told } from "./traced";
import type { Finding, RuleInput } from "./types";

type Rule = NonNullable<ParadigmSettings["camel"]>["arguments"][number];

export function camelFindings(input: RuleInput, traced: TracedCall): readonly Finding[] {
  const { camel } = input.paradigms;
  if (!camel || !traced.told) return [];
  const rules = camel.arguments.filter(({ tool }) => matchesTool(tool, traced.toolKeys));
  if (rules.length === 0) return [];
  const named = traced.arguments.map((argument) => ({ argument, key: nameKey(argument.name) }));
  return rules.flatMap((rule) => {
    const meant = named.filter(({ key }) => key === patternKey(rule.argument));
    // one violation of a rule is enough, however many arguments are spelled like its own
    return meant.flatMap(({ argument }) => violation(input, rule, argument)).slice(0, 1);
  });
}

/** An argument whose lineage is not told, or not fully known, comes from nowhere that it may come from. */
function violation(input: RuleInput, rule: Rule, argument: TracedArgument): readonly Finding[] {
  const { node } = argument;
  const stray = node?.leaves.find((leaf) => !mayCome(rule, leaf));
  if (node !== undefined && stray === undefined && !node.leaves_overflow) return [];
  const expected = input.context.taint.seen.findLast((leaf) => mayCome(rule, leaf));
  const root = expected
    ? { origin: expected.origin, provenance_id: expected.provenance_id }
    : { may_come_from: rule.may_come_from };
  const lineage = distinct([stray?.provenance_id, node?.provenance_id]);
  return [
    {
      rule_id: "camel/argument-lineage",
      paradigm: "camel",
      disposition: "deny",
      reason: `The argument "${shown(argument.name)}" derives from ${whence(stray, node !== undefined)}, where policy does not let it come from.`,
      reason_code: "camel_dependency_graph_violation",
      more_codes: ["camel_argument_dependency_violation"],
      risk: "high",
      cited_provenance_ids: distinct([expected?.provenance_id, ...lineage]),
      data: fromPlainObject({
        argument_path: [told(argument.name)],
        argument_lineage: lineage,
        expected_lineage_root: root,
        actual_lineage_root: stray ? { origin: stray.origin, source_id: stray.source_id } : null,
      }),
    },
  ];
}

const mayCome = ({ may_come_from }: Rule, { origin, source_id }: Leaf): boolean =>
  may_come_from.some((allowed) => allowed === origin || keptText(allowed) === source_id);

function whence(stray: Leaf | undefined, told: boolean): string {
  if (stray === undefined) return told ? "data whose origin is not fully known" : "data whose origin is not told";
  return `${stray.origin} data${stray.source_id === undefined ? "" : ` of ${shown(stray.source_id)}`}`;
}
