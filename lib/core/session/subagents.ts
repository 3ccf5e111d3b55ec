/** Subagents of a session (W§12.13, W§12.14), and the Intent that a child's own session starts with. */
import { member } from "../json/build";
import type { JsonObject } from "../json/value";
import { foldUuid } from "../wire/shapes";
import type { IntentState, SessionContext, SubagentState } from "./context";
import { boundOf, childIntentIn, intentOf, narrowed } from "./intent";
import { keptText } from "./kept";

export const SUBAGENTS_BOUND = 64;

const DERIVATIONS = ["inherit_full", "inherit_subset", "derived_from_parent", "fresh"] as const;

/** Comparison form of a child's session id. */
export const childId = (payload: JsonObject): string | null => {
  const id = member(payload, "subagent_session_id");
  return typeof id === "string" ? keptText(foldUuid(id)) : null;
};

export function derivationOf(payload: JsonObject): SubagentState["derivation"] | null {
  const sent = member(payload, "intent_derivation");
  return DERIVATIONS.find((derivation) => derivation === sent) ?? null;
}

export const subagentOf = (context: SessionContext, id: string | null): SubagentState | undefined =>
  id === null ? undefined : context.subagents.find(({ session_id }) => session_id === id);

export const subagentsAreFull = ({ subagents }: SessionContext): boolean =>
  subagents.filter(({ state }) => state === "running").length >= SUBAGENTS_BOUND;

/** After a subagentStart. When there are too many, the oldest that runs no more gives way. */
export function withStart(
  context: SessionContext,
  payload: JsonObject,
  { step_id, denied }: { readonly step_id: string; readonly denied: boolean },
): readonly SubagentState[] {
  const session_id = childId(payload);
  const derivation = derivationOf(payload);
  const { subagents } = context;
  if (session_id === null || derivation === null || subagentOf(context, session_id)) return subagents;
  const started: SubagentState = {
    session_id,
    step_id: keptText(step_id),
    derivation,
    state: denied ? "denied" : "running",
  };
  if (subagents.length < SUBAGENTS_BOUND) return [...subagents, started];
  const oldest = subagents.findIndex(({ state }) => state !== "running");
  return oldest < 0 ? subagents : [...subagents.filter((_, index) => index !== oldest), started];
}

/** After a subagentStop. A child that was denied stays so. */
export function withStop(context: SessionContext, payload: JsonObject): readonly SubagentState[] {
  const id = childId(payload);
  const outcome = member(payload, "outcome");
  return context.subagents.map((subagent) =>
    subagent.session_id !== id || subagent.state !== "running"
      ? subagent
      : { ...subagent, state: "stopped", ...(typeof outcome === "string" ? { outcome: keptText(outcome, 24) } : {}) },
  );
}

/**
 * The Intent with which the child's session opens, after its subagentStart was allowed. Null: the child starts without one
 * and its first step that carries an Intent fixes it.
 */
export function deriveChildIntent(parent: SessionContext, payload: JsonObject): IntentState | null {
  const step_id = subagentOf(parent, childId(payload))?.step_id ?? parent.intent?.step_id ?? "";
  const given = childIntentIn(payload);
  const own = given === null ? null : intentOf(given, step_id);
  const { intent } = parent;
  const derivation = derivationOf(payload);
  if (derivation === "fresh" || intent === null) return own;
  if (own !== null && own.digest !== intent.digest) return narrowed(own, intent);
  if (derivation === "inherit_full" || own !== null) return { ...intent, step_id };
  const parsed = boundOf(intent);
  const { scope_mode } = intent;
  return {
    ...(parsed === undefined ? {} : { parsed }),
    ...(scope_mode === undefined ? {} : { scope_mode }),
    digest: "",
    step_id,
    grants: [],
  };
}
