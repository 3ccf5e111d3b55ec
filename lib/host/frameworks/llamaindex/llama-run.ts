/** One run of a LlamaIndex agent: its turn, the calls that its tools may make, and what must be thrown when it is over. */
import { sameJson } from "../../../agent-hooks/ctk/same-json";
import type { ModelResponse, ToolCallAsked } from "../../../agent-hooks/hook-session";
import type { JsonObject } from "../../../core/json/value";
import type { Turn } from "../turn";

export class LlamaRun {
  readonly turn: Turn;
  readonly #open: ToolCallAsked[] = [];
  #failure: { readonly thrown: unknown } | null = null;

  constructor(turn: Turn) {
    this.turn = turn;
  }

  /** The calls of a permitted response. Tools get no call id from the framework, so each run of one takes its own from here. */
  expect(response: ModelResponse): void {
    this.#open.push(...response.tool_calls);
  }

  /** The call that a tool is run for, once; calls that are alike are taken in the order in which the model asked. */
  take(name: string, args: JsonObject): ToolCallAsked | null {
    const index = this.#open.findIndex((call) => call.name === name && sameJson(call.args, args));
    return index < 0 ? null : (this.#open.splice(index, 1)[0] ?? null);
  }

  /** An error inside a step would be an unhandled rejection: it is kept until the framework has come to its end. */
  fail(thrown: unknown): void {
    this.#failure ??= { thrown };
  }

  get failed(): boolean {
    return this.#failure !== null;
  }

  /** Throws what ended the run, if anything did. */
  check(): void {
    this.turn.check();
    if (this.#failure) throw this.#failure.thrown;
  }
}
