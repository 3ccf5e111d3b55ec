/** The refund guard of the story, hung where a framework offers its users a callback, without Agent Hooks. */
import type { JsonObject } from "../../core/json/value";
import type { ScriptedReply, ScriptedTool } from "../adapter-driver";

export interface NativeRun {
  readonly prompt: string;
  readonly tools: readonly ScriptedTool[];
  readonly replies: readonly ScriptedReply[];
  /** Throws when the refund is over the cap. */
  readonly guard: (args: JsonObject) => void;
}

/** One framework's way. Rejects with what the framework threw. */
export interface NativeGuard {
  /** As its documentation calls it. */
  readonly callback: string;
  run(run: NativeRun): Promise<void>;
}
