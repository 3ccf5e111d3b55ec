/** The plain agent that the reference loop runs: a function for the model, a table of tools. */
import type { Message, ModelFacts, ModelResponse, ToolCallAsked } from "../../../agent-hooks/hook-session";
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

/** A piece of a response that comes bit by bit. The last one has `finish_reason`; a stream without one is incomplete. */
export interface ModelChunk {
  readonly text?: string;
  readonly tool_calls?: readonly ToolCallAsked[];
  readonly finish_reason?: string;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly JsonObject[];
  readonly signal: AbortSignal;
}

export interface LoopAgent {
  readonly model: Pick<ModelFacts, "id" | "vendor" | "params">;
  /** Asks the model: the complete response, or its pieces. */
  respond(request: ModelRequest): Promise<ModelResponse> | AsyncIterable<ModelChunk>;
  readonly tools?: { readonly [name: string]: LoopTool };
  readonly system?: string;
  /** Model calls in one turn before it is given up. Default 25. */
  readonly maxModelCalls?: number;
}
