/**
 * What an adapter drives: one agent session in which every action first passes its point. The whole contract or nothing:
 * there is no way to install a part. Made by `createAgentHooks` (agent-hooks.ts).
 */
import type { JsonObject, JsonValue } from "../core/json/value";
import type {
  ContractOptions,
  Emission,
  InterceptionPoint,
  InterceptionRecord,
  ToolSeamHostError,
  Verdict,
} from "./types";

/** §15: what the host declares; written into a conformance claim. */
export interface Surface {
  readonly capabilities: readonly Capability[];
  readonly toolSeamHostError: ToolSeamHostError;
  /** False: a deny cannot take back what was streamed. */
  readonly bufferedOutput: boolean;
}

export type Capability =
  | "model_calls"
  | "tool_calls"
  | "parallel_tool_calls"
  | "streaming"
  | "multi_turn"
  | "int64_json"
  | "bigint_json"
  | "incremental_output";

export interface AgentHooksOptions extends ContractOptions {
  readonly agent: { readonly id: string; readonly name?: string; readonly version?: string };
  /** `^[a-z0-9_-]+$`, such as `langgraph`. */
  readonly framework: string;
  readonly surface?: Partial<Surface>;
  /** ms since the epoch. Default the system clock. */
  readonly clock?: () => number;
}

export interface AgentHooks {
  readonly framework: string;
  readonly surface: Surface;
  /** One agent run or conversation. The id defaults to a UUID. */
  session(facts?: SessionFacts): HookSession;
}

export interface SessionFacts {
  readonly id?: string;
  readonly tenant?: { readonly id?: string; readonly name?: string };
  readonly actor?: { readonly id?: string; readonly kind?: "human" | "service" | "agent" };
  /** `extensions.<namespace>` of every context of this session, such as `{ guardian: {...} }`. */
  readonly extensions?: { readonly [namespace: string]: JsonObject };
}

export interface Message {
  readonly role: string;
  readonly content: JsonValue;
}

export interface ToolCallAsked {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

export interface ModelResponse {
  readonly content: JsonValue;
  readonly tool_calls: readonly ToolCallAsked[];
  readonly finish_reason: string;
}

export interface ModelFacts {
  readonly id: string;
  readonly vendor?: string;
  readonly params?: JsonObject;
  readonly tools?: readonly JsonObject[];
  readonly requestId?: string;
}

export interface ToolResult {
  readonly value: JsonValue;
  readonly isError: boolean;
}

export interface HookSession {
  readonly id: string;
  readonly records: readonly InterceptionRecord[];
  /** agent_startup, once, before all else. Blocked: only `shutdown("error")` may follow. */
  startup(tools: readonly string[]): Promise<void>;
  /** input: the request to go on with. */
  input(content: JsonValue, role?: "user" | "system" | "external"): Promise<JsonValue>;
  /**
   * pre_model_call, `call` with the permitted messages, post_model_call. `call` must hand over the complete response.
   * A failure of `call` itself is thrown as it is, and has no post_model_call.
   */
  model(facts: ModelFacts, messages: readonly Message[], call: ModelCaller): Promise<ModelResponse>;
  /** pre_model_call alone, for frameworks that split the call: settle with `response`, or with nothing if it failed. */
  preModel(facts: ModelFacts, messages: readonly Message[]): Promise<StartedModelCall>;
  /**
   * The same for a model that streams. Where the surface declares `incremental_output`, text is judged in growing
   * prefixes and released as far as a verdict covers it; elsewhere nothing is released, and the whole is judged once. A
   * stream that ends without its end is cut off: what no verdict covers is dropped with `streaming_unsupported`.
   */
  stream(facts: ModelFacts, messages: readonly Message[], options: StreamOptions): Promise<ModelResponse>;
  /**
   * pre_tool_call, `execute` with the permitted arguments, post_tool_call. What `execute` throws is a tool error: it is
   * judged as a result (`is_error`), then thrown as it is.
   */
  tool(call: ToolCallAsked, execute: ToolRunner): Promise<JsonValue>;
  /** output: the answer to hand out. */
  output(content: JsonValue): Promise<JsonValue>;
  /** agent_shutdown, once, last. Never throws; later calls do nothing. */
  shutdown(reason: "completed" | "error" | "cancelled"): Promise<void>;
  /** §11: an adapter could not build a context; the action must not happen. Throws `InterceptionBlocked`. */
  fail(point: InterceptionPoint, detail: string): Promise<never>;
  /** Refuses an entry point that cannot be governed. Throws `InterceptionBlocked` with `adapter_unsupported`. */
  unsupported(point: InterceptionPoint, entry: string): Promise<never>;
  /** Ended by `shutdown`, or by a `host_error` at the tool seam where the posture is `terminate`. */
  readonly ended: boolean;
}

export type ModelCaller = (messages: readonly Message[]) => Promise<ModelResponse>;
export type ToolRunner = (args: JsonObject) => Promise<unknown> | unknown;

/** In order: text, then one end. */
export type StreamPart =
  | { readonly text: string }
  | { readonly end: Pick<ModelResponse, "tool_calls" | "finish_reason"> };

export interface StreamOptions {
  /** The stream over the permitted messages. What it throws is a failed model call and is thrown as it is. */
  open(messages: readonly Message[]): AsyncIterable<StreamPart>;
  /** Gets permitted text, in order, each piece once. Only where the surface declares `incremental_output`. */
  release?(text: string): void | Promise<void>;
  /** Characters that make a segment worth judging. Default 1: each chunk. */
  readonly segmentChars?: number;
}

export interface StartedModelCall {
  readonly messages: readonly Message[];
  settle(response: ModelResponse): Promise<ModelResponse>;
}

/** An action that must not happen. `message` has no content of the target. */
export class InterceptionBlocked extends Error {
  override readonly name: string = "InterceptionBlocked";
  readonly point: InterceptionPoint;
  readonly verdict: Verdict;
  readonly record: InterceptionRecord;
  /** What a model may be told in place of the result. */
  readonly toolMessage: string;

  constructor({ verdict, record }: Pick<Emission, "verdict" | "record">) {
    const reason = verdict.reason ?? "denied";
    super(`${record.interception_point} denied: ${reason}`);
    this.point = record.interception_point;
    this.verdict = verdict;
    this.record = record;
    // with the reason: a model that is only told in words cannot tell one refusal from another (§6.1)
    this.toolMessage = `Blocked: ${verdict.message === undefined ? reason : `${verdict.message} (${reason})`}`;
  }
}

/** A block that ends the run: posture `terminate`, or a point whose deny ends the turn. */
export class RunTerminated extends InterceptionBlocked {
  override readonly name = "RunTerminated";
}

/** The block inside whatever a framework wrapped it in (`cause`, `error`, `errors`), or null. */
export function findBlocked(thrown: unknown, depth = 8): InterceptionBlocked | null {
  if (thrown instanceof InterceptionBlocked) return thrown;
  if (depth === 0 || typeof thrown !== "object" || thrown === null) return null;
  const { cause, error, errors } = thrown as { cause?: unknown; error?: unknown; errors?: unknown };
  const inner = [cause, error, ...(Array.isArray(errors) ? errors : [])];
  for (const one of inner) {
    const found = findBlocked(one, depth - 1);
    if (found) return found;
  }
  return null;
}
