/** What AARM remembers (design "Policy"): when data of each source last came in, and when the user last grounded the session. */
import { member, memberAt } from "../json/build";
import type { JsonObject, JsonValue } from "../json/value";
import type { ProvenanceNode, SessionContext, TaintState } from "./context";
import { keptProvenanceId } from "./kept";
import { leafKey } from "./lineage";

export const TAINT_BOUND = 64;

interface TaintInput {
  readonly context: SessionContext;
  readonly method: string;
  readonly payload: JsonObject;
  readonly nodes: readonly ProvenanceNode[];
  readonly step_id: string;
  /** Number of this step. */
  readonly at: number;
}

type Seen = TaintState["seen"][number];

/** The oldest sources give way to newer ones; what gives way is remembered by its time alone. */
export function withData(input: TaintInput): TaintState {
  const { context, nodes, step_id, at } = input;
  const { taint } = context;
  const seen = new Map<string, Seen>(taint.seen.map((item) => [leafKey(item), item]));
  let overflow = taint.overflow_at;
  for (const node of nodes) {
    if (node.leaves_overflow) overflow = at;
    for (const leaf of node.leaves) {
      const { origin, source_id } = leaf;
      const provenance_id = leaf.provenance_id ?? node.provenance_id;
      const source = source_id === undefined ? {} : { source_id };
      seen.set(leafKey(leaf), { origin, ...source, provenance_id, at, step_id });
    }
  }
  if (isUntold(input)) overflow = at;
  const newest = [...seen.values()].sort(byAge);
  const lost = newest.slice(0, Math.max(0, newest.length - TAINT_BOUND));
  for (const item of lost) overflow = Math.max(overflow ?? 0, item.at);
  return {
    seen: newest.slice(lost.length),
    overflow_at: overflow,
    grounded_at: grounds(input) ? at : taint.grounded_at,
  };
}

function byAge(a: Seen, b: Seen): number {
  if (a.at !== b.at) return a.at - b.at;
  return leafKey(a) < leafKey(b) ? -1 : 1;
}

/** A wrapped answer brings data without saying where it is from, in a session that says so of everything else. */
const isUntold = ({ context, payload }: TaintInput): boolean =>
  context.summary.entry_count > 0 && payload.jsonrpc !== undefined && payload.result !== undefined;

/** Fresh input of the user and nothing else: every part of it is new to the session and comes from the user alone. */
function grounds({ method, payload, nodes }: TaintInput): boolean {
  if (nodes.length === 0 || !nodes.every(isUsersOwn)) return false;
  if (method === "steps/agentTrigger") return member(payload, "trigger_type") === "user_message";
  const content = method === "steps/userMessage" ? member(payload, "content") : undefined;
  if (!Array.isArray(content)) return false;
  const fresh = new Set(nodes.map(({ provenance_id }) => provenance_id));
  return content.every((item: JsonValue) => {
    const id = memberAt(item, "provenance", "provenance_id");
    return typeof id === "string" && fresh.has(keptProvenanceId(id));
  });
}

const isUsersOwn = (node: ProvenanceNode): boolean =>
  !node.leaves_overflow && node.leaves.every((leaf) => leaf.origin === "user_input");
