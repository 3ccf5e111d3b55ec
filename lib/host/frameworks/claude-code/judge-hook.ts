/** One hook, judged: the contract of Agent Hooks over processes that each live for one event. */
import { createEmitter } from "../../../agent-hooks/emitter";
import type { Emission, Emitter } from "../../../agent-hooks/types";
import type { Result } from "../../../core/result";
import { type GuardianHooks, guardianHooks } from "../../agent-hooks/guardian-hooks";
import type { GuardianHooksOptions } from "../../agent-hooks/hook-options";
import { answerOf, blocked, type HookAnswer, PASS } from "./hook-answer";
import { type ContextFacts, contextOf, FRAMEWORK, pointOf, shutdownContext, startupContext } from "./hook-context";
import type { HookInput } from "./hook-input";
import { type HookState, nextState } from "./hook-state";
import { withoutRewrites } from "./without-rewrites";

/** Where states lie; one at a time has a session's. */
export interface StateStore {
  /** Runs `change` alone for this session and keeps the state that it returns. */
  update<T>(
    hostSessionId: string,
    change: (state: HookState) => Promise<{ readonly state: HookState; readonly value: T }>,
  ): Promise<Result<T, "seal_broken" | "unavailable">>;
}

export interface HookDeps {
  readonly guardian: Omit<GuardianHooksOptions, "framework">;
  readonly store: StateStore;
  readonly now: () => number;
}

interface Desk {
  readonly deps: HookDeps;
  readonly hooks: GuardianHooks;
  readonly emitter: Emitter;
}

export interface JudgedHook {
  readonly answer: HookAnswer;
  /** Delivers the records; what it cannot deliver goes to `onProblem`. */
  flush(): Promise<void>;
}

/** Never lets an event go on that it could not judge. */
export async function judgeHook(deps: HookDeps, input: HookInput): Promise<JudgedHook> {
  const hooks = guardianHooks({ ...deps.guardian, framework: FRAMEWORK });
  const interceptors = hooks.interceptors.map(withoutRewrites);
  const desk = { deps, hooks, emitter: createEmitter({ ...hooks, interceptors }) };
  const answer = await judge(desk, input);
  return { answer, flush: hooks.flush };
}

async function judge(desk: Desk, input: HookInput): Promise<HookAnswer> {
  if (pointOf(input) === null) return PASS;
  const begun = await desk.deps.store.update(input.session_id, (state) => begin(desk, state, input));
  if (!begun.ok) return unreadable(desk, input, begun.failure);
  if (begun.value.kind === "answered") return begun.value.answer;
  const { facts } = begun.value;
  const emission = await desk.emitter.emit(contextOf(facts, input));
  const noted = await desk.deps.store.update(input.session_id, async (state) => ({
    state: state.sessionId === facts.sessionId ? after(desk, state, input) : state,
    value: null,
  }));
  if (!noted.ok) return unreadable(desk, input, noted.failure);
  return answerOf(input, emission);
}

type Begun =
  | { readonly kind: "answered"; readonly answer: HookAnswer }
  | { readonly kind: "go"; readonly facts: ContextFacts };

/** Starts the session where it is not, and takes the event's number. */
async function begin(desk: Desk, given: HookState, input: HookInput) {
  const isStart = input.hook_event_name === "SessionStart";
  const isEnd = input.hook_event_name === "SessionEnd";
  const current = given.phase === "ended" ? nextState(given) : given;
  const answered = (state: HookState, answer: HookAnswer) => ({
    state,
    value: { kind: "answered", answer } as Begun,
  });
  if (current.phase === "new" && isEnd) return answered(current, PASS);
  const started =
    current.phase === "open" ? { state: resumed(desk, current), emission: null } : await start(desk, current);
  const { state, emission } = started;
  if (emission !== null && !emission.permitted) return answered(state, blockedBy(input, emission));
  if (isStart) return answered(state, PASS);
  const turn = input.hook_event_name === "UserPromptSubmit" ? state.turn + 1 : state.turn;
  const facts = factsOf(desk, { ...state, turn });
  return {
    state: { ...state, turn, nextSequence: state.nextSequence + 1 },
    value: { kind: "go", facts } as Begun,
  };
}

function resumed({ hooks }: Desk, state: HookState): HookState {
  hooks.resume({ sessionId: state.sessionId, openTurn: state.openTurn, calls: state.calls });
  return state;
}

/** A session that may not start ends at once; the next event tries another one. */
async function start(
  desk: Desk,
  state: HookState,
): Promise<{ readonly state: HookState; readonly emission: Emission }> {
  const facts = factsOf(desk, state);
  const emission = await desk.emitter.emit(startupContext(facts));
  if (emission.permitted) return { state: { ...state, phase: "open", nextSequence: 1 }, emission };
  await desk.emitter.emit(shutdownContext({ ...facts, sequence: facts.sequence + 1 }, "error"));
  return { state: nextState(state), emission };
}

/** Calls belong to their own events: others may be running side by side. */
function after({ hooks }: Desk, state: HookState, input: HookInput): HookState {
  if (input.hook_event_name === "SessionEnd") return { ...state, phase: "ended", calls: [], openTurn: null };
  const kept = hooks.kept(state.sessionId);
  if (kept === null) return state;
  if (!("tool_use_id" in input)) return { ...state, openTurn: kept.openTurn };
  const { tool_use_id: id } = input;
  const own = kept.calls.filter((call) => call.id === id);
  return { ...state, calls: [...state.calls.filter((call) => call.id !== id), ...own] };
}

const factsOf = ({ deps }: Desk, state: HookState): ContextFacts => ({
  agentId: deps.guardian.agentId,
  sessionId: state.sessionId,
  sequence: state.nextSequence,
  turn: state.turn,
  now: deps.now(),
});

const blockedBy = (input: HookInput, { verdict }: Emission): HookAnswer =>
  blocked(input, verdict.message ?? `Guardian: ${verdict.reason ?? "denied"}`);

/** The record says why nothing was asked; it goes to the session that Claude Code names, where there is one. */
function unreadable({ hooks, emitter }: Desk, input: HookInput, why: "seal_broken" | "unavailable"): HookAnswer {
  hooks.resume({ sessionId: input.session_id, openTurn: null, calls: [] });
  const point = pointOf(input) ?? "input";
  emitter.recordHostFailure(point, { detail: `session state: ${why}`, session_id: input.session_id });
  return blocked(input, `The session's state cannot be used (${why}). Nothing runs until the session is started anew.`);
}
