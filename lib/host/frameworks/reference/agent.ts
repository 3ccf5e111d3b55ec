/** The plain agent that the reference loop runs: a function for the model, a table of tools. */
import type { Message, ModelFacts, ModelResponse, StreamPart, ToolCallAsked } from "../../../agent-hooks/hook-session";
import type { JsonObject, JsonValue } from "../../../core/json/value";

/** One message of the history, as it is shown to the model and to the guards. */
export interface LoopMessage extends Message {
  readonly role: "system" | "user" | "external" | "assistant" | "tool";
  /** Of an assistant that wants tools. */
  readonly tool_calls?: readonly ToolCallAsked[];
  /** Of a tool: the call that it answers. */
  readonly tool_call_id?: string;
}

export interface LoopTool {
  readonly description?: string;
  /** JSON Schema of the arguments, for the model. */
  readonly parameters?: JsonObject;
  /** What it throws is told to the model as an error. */
  execute(args: JsonObject, signal: AbortSignal): JsonValue | Promise<JsonValue>;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly JsonObject[];
  readonly signal: AbortSignal;
}

interface AgentFacts {
  readonly model: Pick<ModelFacts, "id" | "vendor" | "params">;
  readonly tools?: { readonly [name: string]: LoopTool };
  readonly system?: string;
  /** Model calls in one turn before it is given up. Default 25. */
  readonly maxModelCalls?: number;
}

/** The model answers at once, or bit by bit: text, then one end. A stream without its end is refused. */
export type LoopAgent = AgentFacts &
  (
    | { respond(request: ModelRequest): Promise<ModelResponse> }
    | { stream(request: ModelRequest): AsyncIterable<StreamPart> }
  );
