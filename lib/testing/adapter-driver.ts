/** What the shared adapter tests need of a framework: the same scripted agent, built on that framework, under Agent Hooks. */
import type { AgentHooks, HookSession } from "../agent-hooks/hook-session";
import type { JsonObject, JsonValue } from "../core/json/value";

export interface ScriptedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** What the framework would run. Calls are counted by the test. */
  execute(args: JsonObject): JsonValue | Promise<JsonValue>;
}

/** One answer of the scripted model, in order. More than one tool call means parallel calls. */
export type ScriptedReply =
  | { readonly text: string }
  | { readonly calls: readonly { readonly id: string; readonly name: string; readonly args: JsonObject }[] };

export interface DriverRun {
  /** What the caller of the framework got; null when nothing left. */
  readonly output: string | null;
  /** What the caller's call threw, unwrapped by the adapter, or null. */
  readonly thrown: unknown;
  /** Serialized model requests as the fake model received them, in order. */
  readonly modelRequests: readonly string[];
  readonly session: HookSession;
}

export interface DriverInput {
  readonly hooks: AgentHooks;
  readonly sessionId: string;
  readonly extensions?: { readonly [namespace: string]: JsonObject };
  readonly prompt: string;
  readonly tools: readonly ScriptedTool[];
  readonly replies: readonly ScriptedReply[];
}

/** One way into a framework. Every public way is listed: it runs under the contract, or it refuses. */
export interface EntryPoint {
  /** As a user of the framework calls it, such as `agent.stream()`. */
  readonly name: string;
  /** `refuses`: throws `InterceptionBlocked` with `host_error:adapter_unsupported` and runs neither model nor tool. */
  readonly governed: "emits" | "refuses";
  run(input: DriverInput): Promise<DriverRun>;
}

/** Implemented by `lib/testing/frameworks/<name>.ts`, for tests and for `npm run demo:hooks`. */
export interface AdapterDriver {
  /** `agent.framework`, such as `langgraph`. */
  readonly framework: string;
  /** Package and version that really runs, for the demo's table head. */
  readonly version: string;
  /** The plain run: start-up, one input, the model loop, output, shutdown. */
  run(input: DriverInput): Promise<DriverRun>;
  readonly entryPoints: readonly EntryPoint[];
}
