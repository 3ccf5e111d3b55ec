/** What one turn of a conversation works with. */
import type { HookSession } from "../../../agent-hooks/hook-session";
import type { LoopAgent, LoopMessage } from "./agent";

export interface TurnOptions {
  readonly role?: "user" | "system" | "external";
  /** Ends the turn between two actions, and is handed to model and tools. */
  readonly signal?: AbortSignal;
  /**
   * Gets text of a streaming model as soon as a verdict covers it, before the output point. Called only where the host
   * declares `incremental_output`: a deny cannot take back what was handed out.
   */
  readonly onSegment?: (text: string) => void;
}

export interface RunningTurn {
  readonly session: HookSession;
  readonly agent: LoopAgent;
  /** Grows during the turn; becomes the history when the turn succeeds. */
  readonly draft: LoopMessage[];
  readonly options: TurnOptions;
}
