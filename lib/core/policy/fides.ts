/**
 * FIDES: information flow. P-T: untrusted data must not decide a consequential action. P-F: data of a source flows only to
 * the tools that the bundle names. Silent about arguments that tell no provenance.
 */
import { fromPlainObject } from "../json/build";
import type { Leaf } from "../session/context";
import { keptText } from "../session/kept";
import type { ParadigmSettings } from "./paradigms";
import { matchesTool } from "./patterns";
import { distinct, shown, type TracedArgument, type TracedCall, told } from "./traced";
import type { Finding, RuleInput } from "./types";

/** Provenance ids that one finding cites. */
const CITED = 64;

type Fides = NonNullable<ParadigmSettings["fides"]>;
type Flow = Fides["flows"][number];

export function fidesFindings(input: RuleInput, call: TracedCall): readonly Finding[] {
  const { fides } = input.paradigms;
  if (!fides) return [];
  return [...taintFinding(fides, call), ...flowFindings(fides, call)];
}

function taintFinding(fides: Fides, traced: TracedCall): readonly Finding[] {
  if (!traced.consequential) return [];
  const isTainted = ({ node }: TracedArgument) =>
    node !== undefined && (node.leaves_overflow || node.leaves.some((leaf) => !traced.trust.trusts(leaf)));
  const tainted = traced.arguments.filter(isTainted);
  const deciding = tainted.filter(({ name }) => !carries(fides, traced, name));
  const [first] = deciding;
  if (first?.node === undefined) return [];
  const sources = tainted.flatMap(({ node }) => (node?.leaves ?? []).filter((leaf) => !traced.trust.trusts(leaf)));
  const origins = distinct([...first.node.leaves.map((leaf) => leaf.origin), first.node.origin]);
  const data = {
    p_t_passed: false,
    violating_argument_path: [told(first.name)],
    violating_arguments: tainted.slice(0, CITED).map(({ name }) => told(name)),
    lineage_origins: origins,
    earliest_untrusted_provenance_id: sources[0]?.provenance_id ?? null,
    ...(tainted.some(({ node }) => node?.leaves_overflow) ? { lineage_incomplete: true } : {}),
  };
  return [
    {
      rule_id: "fides/p-t",
      paradigm: "fides",
      disposition: fides.on_untrusted,
      reason: `${shown(traced.call.tool)} has consequences, and ${named(tainted)} from data that is not trusted.`,
      reason_code: "fides_p_t_violation",
      more_codes: ["fides_p_t_failed", "untrusted_into_consequential"],
      risk: "high",
      cited_provenance_ids: cited(tainted, sources),
      data: fromPlainObject(data),
    },
  ];
}

const carries = ({ carriers = [] }: Fides, { toolKeys }: TracedCall, argument: string): boolean =>
  carriers.some((carrier) => carrier.argument === argument && matchesTool(carrier.tool, toolKeys));

function flowFindings(fides: Fides, traced: TracedCall): readonly Finding[] {
  const closed = fides.flows.filter(({ to }) => !to.some((tool) => matchesTool(tool, traced.toolKeys)));
  return closed.flatMap((flow) => flowFinding(flow, fides, traced));
}

/** Data that surely comes from there is denied; where the lineage is not fully known it is as `on_untrusted` says. */
function flowFinding(flow: Flow, fides: Fides, traced: TracedCall): readonly Finding[] {
  const from = (leaf: Leaf) => leaf.origin === flow.from || leaf.source_id === keptText(flow.from);
  const sure = traced.arguments.filter(({ node }) => node?.leaves.some(from));
  const unsure = traced.arguments.filter(({ node }) => node?.leaves_overflow);
  const flowing = sure.length > 0 ? sure : unsure;
  const [first] = flowing;
  if (first === undefined) return [];
  const sources = flowing.flatMap(({ node }) => (node?.leaves ?? []).filter(from));
  return [
    {
      rule_id: "fides/p-f",
      paradigm: "fides",
      disposition: sure.length > 0 ? "deny" : fides.on_untrusted,
      reason: `Data of ${shown(flow.from)} must not flow to ${shown(traced.call.tool)}, and ${named(flowing)} from it${sure.length > 0 ? "" : " as far as is known"}.`,
      reason_code: "fides_p_f_violation",
      more_codes: ["fides_p_f_failed"],
      risk: "high",
      cited_provenance_ids: cited(flowing, sources),
      data: fromPlainObject({
        p_f_passed: false,
        flow: { from: flow.from, allowed_to: flow.to },
        flowing_argument_path: [told(first.name)],
      }),
    },
  ];
}

const cited = (args: readonly TracedArgument[], sources: readonly Leaf[]): readonly string[] =>
  distinct([...sources.map((leaf) => leaf.provenance_id), ...args.map(({ node }) => node?.provenance_id)]).slice(
    0,
    CITED,
  );

function named(args: readonly TracedArgument[]): string {
  const names = args.slice(0, 3).map(({ name }) => `"${shown(name)}"`);
  const more = args.length > names.length ? ` and ${args.length - names.length} more` : "";
  return `${names.join(", ")}${more} ${args.length > 1 ? "derive" : "derives"}`;
}
