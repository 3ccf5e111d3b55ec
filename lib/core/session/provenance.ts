/** The session's provenance graph (ACS §7, W§9): which objects a payload brings, and what each comes from in the end. */
import { member } from "../json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { compactedSteps, isCovered } from "./compaction";
import { type Knowledge, ORIGINS, type Origin, type ProvenanceNode } from "./context";
import { keptProvenanceId, keptText } from "./kept";
import { lineage, type StatedProvenance } from "./lineage";

export interface ProvenanceInput {
  readonly payload: JsonObject;
  readonly step_id: string;
  readonly knowledge: Knowledge;
}

export interface Graph {
  /** Objects that the session had not seen, in the order of the payload. */
  readonly added: readonly ProvenanceNode[];
  /** Ids that the payload uses for something other than they stood for, or for two things. */
  readonly conflicts: readonly string[];
  /** An id that the payload mentions; undefined where the session never saw it. What is in conflict has no known leaves. */
  node(id: string): ProvenanceNode | undefined;
}

/** New nodes of the graph. A known id is never overwritten. */
export const nodesOf = (input: ProvenanceInput): readonly ProvenanceNode[] => graphOf(input).added;

/** Several rules ask about one and the same step; its payload is read once. */
const read = new WeakMap<JsonObject, ProvenanceInput & { readonly graph: Graph }>();

export function graphOf(input: ProvenanceInput): Graph {
  const known = read.get(input.payload);
  if (known?.knowledge === input.knowledge && known.step_id === input.step_id) return known.graph;
  const graph = makeGraph(input);
  read.set(input.payload, { ...input, graph });
  return graph;
}

function makeGraph({ payload, step_id, knowledge }: ProvenanceInput): Graph {
  const fresh = new Map<string, StatedProvenance>();
  const conflicts = new Set<string>();
  for (const stated of statedIn(payload)) {
    const known = knowledge.provenance.get(stated.provenance_id) ?? fresh.get(stated.provenance_id);
    if (known === undefined) fresh.set(stated.provenance_id, stated);
    else if (!isSame(known, stated)) conflicts.add(stated.provenance_id);
  }
  const added = lineage({ fresh, conflicts, incomplete: incompleteSummary(payload, knowledge), knowledge, step_id });
  return {
    added: [...fresh.keys()].flatMap((id) => added.get(id) ?? []),
    conflicts: [...conflicts],
    node(id) {
      const found = added.get(keptProvenanceId(id)) ?? knowledge.provenance.get(keptProvenanceId(id));
      return found && conflicts.has(found.provenance_id) ? { ...found, leaves_overflow: true } : found;
    },
  };
}

/** A summary that leaves out what it was made of would launder it: nobody is stopped, but its sources count as unknown. */
function incompleteSummary(payload: JsonObject, knowledge: Knowledge): ReadonlySet<string> {
  const steps = compactedSteps("steps/postCompact", payload);
  const stated = steps.length === 0 ? null : statedBy(member(member(payload, "summary"), "provenance"));
  if (stated === null) return new Set();
  const isSound = stated.origin === "agent_generated" && steps.every((id) => knowledge.step_provenance.has(id));
  return new Set(isSound && isCovered(stated, steps, knowledge) ? [] : [stated.provenance_id]);
}

/**
 * Every object with a string `provenance_id` and a string `origin`, at any depth, but for two places whose content is
 * data: inside a `value`, and inside a wrapped message. What a tool returned must not be able to name its own origin.
 */
export function statedIn(payload: JsonObject): readonly StatedProvenance[] {
  const found: StatedProvenance[] = [];
  if (payload.jsonrpc !== undefined) return found;
  walk(payload, found);
  return found;
}

function walk(value: JsonValue, found: StatedProvenance[]): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, found);
    return;
  }
  if (!isJsonObject(value)) return;
  const stated = statedBy(value);
  if (stated) found.push(stated);
  for (const name of Object.keys(value)) {
    const inside = value[name] as JsonValue;
    if (name === "arguments" && isJsonObject(inside)) walkArguments(inside, found);
    else if (name !== "value") walk(inside, found);
  }
}

/** Names of arguments are the tool's own: one may be called `value` or `provenance`. */
function walkArguments(holders: JsonObject, found: StatedProvenance[]): void {
  for (const name of Object.keys(holders)) walk(member(holders[name], "provenance") ?? null, found);
}

/** The object as provenance, or null where it is none. */
export function statedBy(value: JsonValue | undefined): StatedProvenance | null {
  const id = member(value, "provenance_id");
  const origin = member(value, "origin");
  if (typeof id !== "string" || typeof origin !== "string") return null;
  const source = member(value, "source_id");
  const parents = member(value, "derived_from");
  const named = Array.isArray(parents) ? parents.filter((item: JsonValue) => typeof item === "string") : [];
  return {
    provenance_id: keptProvenanceId(id),
    origin: (ORIGINS as readonly string[]).includes(origin) ? (origin as Origin) : "external",
    ...(typeof source === "string" ? { source_id: keptText(source) } : {}),
    derived_from: [...new Set(named.map((item) => keptProvenanceId(item as string)))],
  };
}

function isSame(known: StatedProvenance | ProvenanceNode, stated: StatedProvenance): boolean {
  const parents = new Set(known.derived_from);
  return (
    known.origin === stated.origin &&
    known.source_id === stated.source_id &&
    parents.size === stated.derived_from.length &&
    stated.derived_from.every((id) => parents.has(id))
  );
}
