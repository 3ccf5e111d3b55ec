/** What the governed parts of one run share. */
import type { ToolCallAsked } from "../../../agent-hooks/hook-session";
import type { Turn } from "../turn";

export const freshCallId = (): string => `call_${crypto.randomUUID()}`;

export class RunScope {
  readonly turn: Turn;
  /** Names that were there at start-up. */
  readonly tools: ReadonlySet<string>;
  #calls: ToolCallAsked[] = [];

  constructor(turn: Turn, tools: readonly string[]) {
    this.turn = turn;
    this.tools = new Set(tools);
  }

  /** Of the latest response. */
  noteCalls(calls: readonly ToolCallAsked[]): void {
    this.#calls = [...calls];
  }

  /** The id of the next unclaimed call of that name, for the places where the framework does not tell it. */
  claimCall(name: string): string {
    const at = this.#calls.findIndex((call) => call.name === name);
    const [call] = at < 0 ? [] : this.#calls.splice(at, 1);
    return call?.id ?? freshCallId();
  }
}
