/** One run of an agent under the whole contract, for frameworks whose model and tools an adapter can wrap. */
import {
  type AgentHooks,
  findBlocked,
  type HookSession,
  type InterceptionBlocked,
  type ModelCaller,
  type ModelFacts,
  type ModelResponse,
  RunTerminated,
  type ToolCallAsked,
  type ToolRunner,
} from "../../agent-hooks/hook-session";
import type { JsonValue } from "../../core/json/value";

export type Message = Parameters<ModelCaller>[0][number];

/**
 * What the wrapped model and the wrapped tools of one run share. A block that ends the run is kept: frameworks swallow,
 * retry and replace errors, so every later call meets it again and `runTurn` throws it in the end.
 */
export class Turn {
  readonly session: HookSession;
  readonly #abort = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #fatal: InterceptionBlocked | null = null;
  #closed = false;
  #answered = false;

  constructor(session: HookSession) {
    this.session = session;
  }

  /** Aborted when the run must end; hand it to the framework, so that running tools learn of it. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** What the model said last is the answer, and passed its point. */
  get answered(): boolean {
    return this.#answered;
  }

  get fatal(): InterceptionBlocked | null {
    return this.#fatal;
  }

  /** Both model points around `call`. Every block here ends the run. */
  model(facts: ModelFacts, messages: readonly Message[], call: ModelCaller): Promise<ModelResponse> {
    this.#answered = false;
    return this.#ending(() => this.session.model(facts, messages, call));
  }

  /** The answer to hand out. */
  answer(content: JsonValue): Promise<JsonValue> {
    return this.#ending(async () => {
      const permitted = await this.session.output(content);
      this.#answered = true;
      return permitted;
    });
  }

  /**
   * Both tool points around `execute`. A block is thrown as an error whose message is what a model may be told (`cause` is
   * the block), because frameworks show the message to the model.
   */
  async tool(call: ToolCallAsked, execute: ToolRunner): Promise<JsonValue> {
    this.check();
    const running = this.session.tool(call, execute);
    this.#running.add(running);
    try {
      return await running;
    } catch (thrown) {
      throw this.#toolError(thrown);
    } finally {
      this.#running.delete(running);
    }
  }

  /** Refuses something inside the run that cannot be governed, and ends it. */
  unsupported(point: Parameters<HookSession["unsupported"]>[0], entry: string): Promise<never> {
    return this.#ending(() => this.session.unsupported(point, entry));
  }

  /** An adapter could not say what happens: the action must not. Ends the run, at a tool point only where the posture says so. */
  async fail(point: Parameters<HookSession["fail"]>[0], detail: string): Promise<never> {
    if (!point.endsWith("_tool_call")) return this.#ending(() => this.session.fail(point, detail));
    this.check();
    return this.session.fail(point, detail).catch((thrown: unknown) => {
      throw this.#toolError(thrown);
    });
  }

  end(blocked: InterceptionBlocked): void {
    this.#fatal ??= blocked;
    this.#abort.abort(this.#fatal);
  }

  /** Throws the block that ended the run, if there is one, and refuses what a caller kept from an earlier run. */
  check(): void {
    if (this.#fatal) throw this.#fatal;
    if (this.#closed) throw new Error("the governed run is over: start another one");
  }

  /**
   * Nothing more may begin. Resolves when the tools have ended that a framework left behind, as some do after an abort: what
   * they did belongs before the shutdown.
   */
  async close(isCompleted: boolean): Promise<void> {
    this.#closed = true;
    if (!isCompleted) this.#abort.abort(this.#fatal ?? undefined);
    await Promise.allSettled(this.#running);
  }

  /** What a framework may meet in place of a tool's result. */
  #toolError(thrown: unknown): unknown {
    const blocked = findBlocked(thrown);
    if (blocked === null) return thrown;
    if (blocked instanceof RunTerminated) this.end(blocked);
    return new Error(blocked.toolMessage, { cause: blocked });
  }

  async #ending<T>(action: () => Promise<T>): Promise<T> {
    this.check();
    try {
      return await action();
    } catch (thrown) {
      const blocked = findBlocked(thrown);
      if (blocked) this.end(blocked);
      throw blocked ?? thrown;
    }
  }
}

export interface TurnFacts {
  readonly tools: readonly string[];
  readonly input: JsonValue;
  /** The caller's own wish to stop, told apart from a crash at shutdown. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Startup and input, then `body` with the permitted input, then shutdown in any case. Throws the block as it is, whatever a
 * framework made of it, and any other failure as `body` threw it.
 */
export async function runTurn<T>(
  session: HookSession,
  facts: TurnFacts,
  body: (turn: Turn, input: JsonValue) => Promise<T>,
): Promise<T> {
  const turn = new Turn(session);
  let reason: "completed" | "error" | "cancelled" = "error";
  try {
    await session.startup(facts.tools);
    const result = await body(turn, await session.input(facts.input));
    turn.check();
    reason = "completed";
    return result;
  } catch (thrown) {
    const blocked = turn.fatal ?? findBlocked(thrown);
    if (!blocked && facts.signal?.aborted) reason = "cancelled";
    throw blocked ?? thrown;
  } finally {
    await turn.close(reason === "completed");
    await session.shutdown(reason);
  }
}

/**
 * A run that ends with open tool calls (a stop condition, a call that waits for approval) has not passed `output` in the
 * model: its text passes here. Rewriting it is impossible, since a result holds it in many places.
 */
export async function answerOpenText(turn: Turn, result: { readonly text: string }): Promise<void> {
  turn.check();
  if (turn.answered) return;
  const permitted = await turn.answer(result.text);
  if (permitted !== result.text) await turn.fail("output", "text beside open tool calls cannot be rewritten");
}

/** Refuses a way into the framework that cannot be governed: nothing runs, and the refusal is on record. */
export async function refuseEntry(
  hooks: AgentHooks,
  point: Parameters<HookSession["unsupported"]>[0],
  entry: string,
): Promise<never> {
  const session = hooks.session();
  try {
    return await session.unsupported(point, entry);
  } finally {
    await session.shutdown("error");
  }
}
