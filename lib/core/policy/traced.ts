/** What the paradigm rules look at: the call with the lineage of each of its arguments. */
import type { ProvenanceNode } from "../session/context";
import { beginning } from "../session/kept";
import { graphOf } from "../session/provenance";
import { visibleText } from "../text/visible";
import { type Call, type CallArgument, callOf } from "./call";
import { matchesAny, toolKeys } from "./patterns";
import { type TrustCheck, trustOf } from "./trust";
import type { RuleInput } from "./types";

export interface TracedArgument extends CallArgument {
  /** Undefined where the argument names no provenance. */
  readonly node?: ProvenanceNode;
}

export interface TracedCall {
  readonly call: Call;
  /** Of `call.tool`, for `matchesTool`. */
  readonly toolKeys: readonly string[];
  readonly arguments: readonly TracedArgument[];
  readonly consequential: boolean;
  readonly trust: TrustCheck;
  /** The session, or this very call, says where data comes from. */
  readonly told: boolean;
}

export function traced({ step, payload, request_id, knowledge, paradigms, context }: RuleInput): TracedCall | null {
  const call = callOf(step.method, payload);
  if (call === null) return null;
  const graph = graphOf({ payload, step_id: request_id, knowledge });
  const args = call.arguments.map((argument): TracedArgument => {
    if (argument.provenance_id === null) return argument;
    const node = graph.node(argument.provenance_id);
    return node === undefined ? argument : { ...argument, node };
  });
  const keys = toolKeys(call.tool);
  return {
    call,
    toolKeys: keys,
    arguments: args,
    consequential: matchesAny(paradigms.consequential ?? [], { toolKeys: keys, capability: call.capability }),
    trust: trustOf(paradigms),
    told: context.summary.entry_count > 0 || args.some(({ node }) => node !== undefined),
  };
}

/** Distinct texts in order, those that are there. */
export const distinct = (texts: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(texts.filter((text) => text !== undefined)),
];

/** A name in the data of an answer; arguments may be called anything. */
export const told = (name: string): string => beginning(name, 300);

/** Agent text in a sentence. */
export function shown(name: string): string {
  const text = visibleText(name);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
