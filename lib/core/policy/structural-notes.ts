/**
 * What the session's state says about a step without changing its disposition: codes that are appended to the answer and
 * recorded as audit events.
 */
import { member } from "../json/build";
import { compactedSteps, isCovered } from "../session/compaction";
import { keptText } from "../session/kept";
import { statedBy } from "../session/provenance";
import { isOpen, namedTurn, turnOf } from "../session/turns";
import type { RuleInput } from "./types";

export interface StructuralNote {
  /** Appended to `reason_codes`; also the action of the audit event. */
  readonly reason_code: "lineage_mismatch" | "turn_unknown";
  readonly reason: string;
}

export interface NotesInput extends RuleInput {
  /** Heads that the agent may rightly hold: the one before this entry, and those published since its last answer. */
  readonly heads: readonly string[];
}

export function structuralNotes(input: NotesInput): readonly StructuralNote[] {
  return [...turnNotes(input), ...compactionNotes(input)];
}

const turnUnknown = (reason: string): StructuralNote => ({ reason_code: "turn_unknown", reason });
const mismatch = (reason: string): StructuralNote => ({ reason_code: "lineage_mismatch", reason });

function turnNotes({ step, payload, metadata, context }: NotesInput): readonly StructuralNote[] {
  if (step.method === "steps/turnEnd") return endNotes(payload, context);
  if (step.method === "steps/turnStart") {
    const parent = turnOf(payload, metadata)?.parent_turn_id;
    return parent === undefined || isOpen(context, parent) ? [] : [turnUnknown("The parent turn is not open.")];
  }
  const named = namedTurn(metadata);
  return named === null || isOpen(context, named) ? [] : [turnUnknown("The step names a turn that is not open.")];
}

/** The end of a turn that was denied at its start is reported although it never opened (W§24). */
function endNotes(payload: NotesInput["payload"], context: NotesInput["context"]): readonly StructuralNote[] {
  const id = member(payload, "turn_id");
  const turn = typeof id === "string" ? keptText(id) : "";
  if (!isOpen(context, turn)) {
    return member(payload, "outcome") === "denied_at_start" ? [] : [turnUnknown("The turn that ends is not open.")];
  }
  return context.turns.at(-1)?.turn_id === turn ? [] : [turnUnknown("The turn that ends is not the innermost one.")];
}

/** W§17.3: recorded, never denied. `post_compact_chain_hash` cannot be known by its sender, so it is not looked at. */
function compactionNotes(input: NotesInput): readonly StructuralNote[] {
  const { step, payload, knowledge } = input;
  const steps = compactedSteps(step.method, payload);
  const unknown = steps.filter((id) => !knowledge.step_provenance.has(id));
  const notes = unknown.length === 0 ? [] : [mismatch("The compaction names steps that this session has no entry of.")];
  return step.method === "steps/postCompact" ? [...notes, ...summaryNotes(input, steps)] : notes;
}

function summaryNotes({ payload, knowledge, heads }: NotesInput, steps: readonly string[]): readonly StructuralNote[] {
  const notes: StructuralNote[] = [];
  const head = member(payload, "pre_compact_chain_hash");
  if (typeof head === "string" && !heads.includes(head)) {
    notes.push(mismatch("The compaction starts from another chain head than the session's."));
  }
  const stated = statedBy(member(member(payload, "summary"), "provenance"));
  if (stated?.origin !== "agent_generated") notes.push(mismatch("The summary is not said to be agent_generated."));
  if (!isCovered(stated, steps, knowledge)) {
    notes.push(mismatch("The summary does not derive from what the compacted steps brought."));
  }
  return notes;
}
