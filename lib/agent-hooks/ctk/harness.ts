/** What a host shows the kit (§13.2): it is set up, run once by its production dispatch path, and torn down. */
import type { JsonObject, JsonValue } from "../../core/json/value";
import type { Surface } from "../hook-session";
import type {
  AgentContext,
  ApprovalResolver,
  Composition,
  IdentityProvider,
  InterceptionRecord,
  Interceptor,
  Mode,
} from "../types";
import type { Outcome, Scenario, Vector } from "./vector";

export interface HarnessSetup {
  readonly scenario: Scenario;
  readonly interceptors: readonly Interceptor[];
  readonly resolver: ApprovalResolver | null;
  readonly mode: NonNullable<Vector["mode"]> | Mode;
  readonly composition: Composition;
  readonly identityProvider: IdentityProvider;
  readonly redactForApproval?: (context: AgentContext) => AgentContext;
  /** ms. Short, so that an answer that never comes is given up soon. */
  readonly timeoutMs: number;
}

export interface RunRecord {
  readonly outcome: Outcome;
  /** Null when nothing was returned. */
  readonly final_output: JsonValue;
  /** Noted by the mock tools themselves, in order. */
  readonly tool_invocations: readonly { readonly name: string; readonly args: JsonObject }[];
  readonly records: readonly InterceptionRecord[];
  /** Noted by the mock model itself: the messages of each request, as text. */
  readonly model_requests?: readonly string[];
  /** What the caller had seen by the end. Hosts with `incremental_output` must say it. */
  readonly released_output?: JsonValue;
  /** What became durable: histories, session stores. */
  readonly persisted?: JsonValue;
}

export interface Harness {
  readonly name: string;
  readonly surface: Surface;
  setup(setup: HarnessSetup): void | Promise<void>;
  /** Called once after `setup`. Rejects only for faults of the harness. */
  run(): Promise<RunRecord>;
  teardown(): void | Promise<void>;
}
