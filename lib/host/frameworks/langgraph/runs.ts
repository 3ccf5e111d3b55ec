/** Which governed run a call inside the graph belongs to. A call without one is refused. */
import type { Turn } from "../turn";

/** `__`: LangGraph keeps such members of `configurable` out of checkpoint metadata. */
export const TICKET = "__agent_hooks_run";

export interface ActiveRun {
  readonly turn: Turn;
  /** Names that were there at start-up. */
  readonly tools: ReadonlySet<string>;
  /** The graph was entered: a second entry with the same ticket would skip `input` and `output`. */
  entered: boolean;
  /** How often the guard itself saw a tool call, by id. */
  readonly guarded: Map<string, number>;
  /** Model calls that the guard itself saw, counted. */
  modelCalls: number;
}

export class Runs {
  readonly #active = new Map<string, ActiveRun>();
  #opened = 0;

  open(turn: Turn, tools: readonly string[]): { readonly ticket: string; close(): void } {
    this.#opened += 1;
    const ticket = `${turn.session.id}/${this.#opened}`;
    this.#active.set(ticket, { turn, tools: new Set(tools), entered: false, guarded: new Map(), modelCalls: 0 });
    return { ticket, close: () => this.#active.delete(ticket) };
  }

  of(configurable: unknown): ActiveRun | null {
    const ticket = (configurable as { [TICKET]?: unknown } | undefined)?.[TICKET];
    return typeof ticket === "string" ? (this.#active.get(ticket) ?? null) : null;
  }
}
