/** What new provenance objects come from in the end: leaves and depth, ancestors first, cycles told as unknown. */
import type { Knowledge, Leaf, Origin, ProvenanceNode } from "./context";

/** A provenance object as the step says it, ids and names as they are kept. */
export interface StatedProvenance {
  readonly provenance_id: string;
  readonly origin: Origin;
  readonly source_id?: string;
  readonly derived_from: readonly string[];
}

/** Leaves are told apart by origin and source, not by the object that brought them. */
export const leafKey = ({ origin, source_id }: Leaf): string =>
  source_id === undefined ? origin : `${origin}:${source_id}`;

/** Sources kept of one object; more are joined under `leaves_overflow`. */
export const LEAVES_BOUND = 32;

interface LineageInput {
  readonly fresh: ReadonlyMap<string, StatedProvenance>;
  readonly conflicts: ReadonlySet<string>;
  /** Ids whose `derived_from` is known to leave something out. */
  readonly incomplete: ReadonlySet<string>;
  readonly knowledge: Knowledge;
  readonly step_id: string;
}

export function lineage(input: LineageInput): ReadonlyMap<string, ProvenanceNode> {
  const { fresh, knowledge } = input;
  const made = new Map<string, ProvenanceNode>();
  const waiting = new Map<string, number>();
  const children = new Map<string, string[]>();
  for (const [id, { derived_from }] of fresh) {
    const parents = derived_from.filter((parent) => fresh.has(parent));
    waiting.set(id, parents.length);
    for (const parent of parents) {
      const listed = children.get(parent);
      if (listed) listed.push(id);
      else children.set(parent, [id]);
    }
  }
  const ready = [...fresh.keys()].filter((id) => waiting.get(id) === 0);
  const find = (id: string) => made.get(id) ?? knowledge.provenance.get(id);
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    const stated = fresh.get(id);
    if (stated) made.set(id, nodeOf(stated, find, input));
    for (const child of children.get(id) ?? []) {
      const left = (waiting.get(child) ?? 0) - 1;
      waiting.set(child, left);
      if (left === 0) ready.push(child);
    }
  }
  // what is left derives from itself: its parents stay unknown, so that policy takes the worst
  for (const [id, stated] of fresh)
    if (!made.has(id))
      made.set(
        id,
        nodeOf(stated, () => undefined, input),
      );
  return made;
}

function nodeOf(
  stated: StatedProvenance,
  find: (id: string) => ProvenanceNode | undefined,
  { conflicts, incomplete, step_id }: LineageInput,
): ProvenanceNode {
  const { derived_from, origin } = stated;
  const own: Leaf = {
    origin,
    ...(stated.source_id === undefined ? {} : { source_id: stated.source_id }),
    provenance_id: stated.provenance_id,
  };
  const parents = derived_from.map(find);
  const known = parents.flatMap((parent) => parent ?? []);
  const depth = derived_from.length === 0 ? 0 : 1 + known.reduce((deepest, node) => Math.max(deepest, node.depth), 0);
  const base = { ...stated, step_id, depth };
  const conflict = conflicts.has(stated.provenance_id) || incomplete.has(stated.provenance_id);
  // what came in from outside is a source itself, whatever led to it
  if (!inherits(origin)) return { ...base, leaves: [own], leaves_overflow: conflict };
  const leaves = new Map<string, Leaf>();
  if (origin !== "agent_generated" || derived_from.length === 0) leaves.set(leafKey(own), own);
  for (const leaf of known.flatMap((node) => node.leaves))
    if (!leaves.has(leafKey(leaf))) leaves.set(leafKey(leaf), leaf);
  const lost = known.length < parents.length || known.some((node) => node.leaves_overflow);
  const overflow = conflict || lost || leaves.size > LEAVES_BOUND;
  return { ...base, leaves: [...leaves.values()].slice(0, LEAVES_BOUND), leaves_overflow: overflow };
}

/** Origins that are trusted by default stay answerable for what they derive from, so that relabelling launders nothing. */
const inherits = (origin: StatedProvenance["origin"]): boolean =>
  origin === "agent_generated" || origin === "user_input" || origin === "system";
