/** What a decided step makes of the session's context. Pure, and O(size of the step): nothing is read back from the chain. */
import { member } from "../json/build";
import type { JsonObject } from "../json/value";
import type { Disposition } from "../policy/types";
import type { Knowledge, ProvenanceNode, SessionContext } from "./context";
import { withIntent } from "./intent";
import { keptText } from "./kept";
import { loadedBy, withSkill } from "./skills";
import { withStart, withStop } from "./subagents";
import { withNodes } from "./summary";
import { withData } from "./taint";
import { namedTurn, turnOf, withoutTurn, withStep, withTurn } from "./turns";

export interface AdvanceInput {
  readonly context: SessionContext;
  readonly method: string;
  readonly payload: JsonObject;
  readonly metadata: JsonObject;
  readonly request_id: string;
  readonly decision: Disposition;
  /** New nodes of the step (`nodesOf`). */
  readonly nodes: readonly ProvenanceNode[];
  readonly knowledge: Knowledge;
}

/**
 * For every step that gets an entry, after its decision. A denied step was seen, so that its provenance counts in the
 * summary and its child is remembered as denied; but it did not happen: it is no step of a turn, fixes no Intent, loads
 * nothing, brings no data and grounds nothing.
 */
export function advanceContext(input: AdvanceInput): SessionContext {
  const { context, payload, nodes, decision } = input;
  const step_id = keptText(input.request_id);
  const seen = { ...context, summary: withNodes(context.summary, nodes, step_id) };
  if (decision === "deny") {
    if (input.method !== "steps/subagentStart") return seen;
    return { ...seen, subagents: withStart(context, payload, { step_id, denied: true }) };
  }
  const steps = context.steps + 1;
  const taint = withData({ ...input, step_id, at: steps });
  const deferrals = context.deferrals + (decision === "defer" ? 1 : 0);
  return { ...seen, steps, taint, deferrals, ...turnsAfter(input), ...effectOf(input, step_id) };
}

function turnsAfter({ context, method, payload, metadata }: AdvanceInput): Pick<SessionContext, "turns"> {
  if (method === "steps/turnStart") {
    const turn = turnOf(payload, metadata);
    return { turns: turn === null ? context.turns : withTurn(context, turn) };
  }
  if (method === "steps/turnEnd") {
    const id = member(payload, "turn_id");
    return { turns: typeof id === "string" ? withoutTurn(context, keptText(id)) : context.turns };
  }
  return { turns: withStep(context.turns, namedTurn(metadata)) };
}

function effectOf({ context, method, payload }: AdvanceInput, step_id: string): Partial<SessionContext> {
  switch (method) {
    case "steps/sessionStart": {
      const mode = member(payload, "policy_mode");
      const policy_mode = context.policy_mode ?? (typeof mode === "string" ? keptText(mode) : null);
      return { policy_mode, intent: withIntent(context.intent, payload, step_id) };
    }
    case "steps/agentTrigger":
      return { intent: withIntent(context.intent, payload, step_id) };
    case "steps/subagentStart":
      return { subagents: withStart(context, payload, { step_id, denied: false }) };
    case "steps/subagentStop":
      return { subagents: withStop(context, payload) };
    case "steps/skillLoad": {
      const loaded = loadedBy(payload, step_id);
      return loaded === null ? {} : { skills: withSkill(context, loaded) ?? context.skills };
    }
    case "steps/skillUnload": {
      const id = member(payload, "skill_id");
      const unloaded = typeof id === "string" ? keptText(id) : null;
      return { skills: context.skills.filter(({ skill_id }) => skill_id !== unloaded) };
    }
    case "steps/postCompact":
      return { compactions: context.compactions + 1 };
    default:
      return {};
  }
}
