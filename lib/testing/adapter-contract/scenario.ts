/** The scripted agent of the adapter tests: it pays an invoice with one tool and says so. Runs it and keeps what happened. */
import { randomUUID } from "node:crypto";
import { createAgentHooks } from "../../agent-hooks/agent-hooks";
import type { AgentHooks, AgentHooksOptions } from "../../agent-hooks/hook-session";
import type {
  AgentContext,
  InterceptionPoint,
  InterceptionRecord,
  Interceptor,
  Verdict,
} from "../../agent-hooks/types";
import { memberAt } from "../../core/json/build";
import type { JsonObject, JsonValue } from "../../core/json/value";
import type { AdapterDriver, DriverInput, DriverRun, ScriptedReply, ScriptedTool } from "../adapter-driver";

/** In the tool's result and nowhere else. */
export const SECRET = "SECRET-4711";
export const PROMPT = "Pay the invoice of April.";
export const ANSWER = "The payment is done.";
export const ARGS = { invoice: "A-17", amount: 840 };

/** What a guard answers: a verdict, or what it does instead. */
export type Answer = Verdict | ((context: AgentContext) => unknown);

export interface Scenario {
  /** By point; an allow where nothing is said. */
  readonly guard?: { readonly [point in InterceptionPoint]?: Answer };
  readonly options?: Partial<AgentHooksOptions>;
  readonly replies?: readonly ScriptedReply[];
  /** In place of the tool's own work. */
  readonly pay?: (args: JsonObject) => JsonValue | Promise<JsonValue>;
  /** Of the session, such as an approval that it claims. */
  readonly extensions?: DriverInput["extensions"];
  /** Another way in than the plain run. */
  readonly enter?: (input: DriverInput) => Promise<DriverRun>;
}

export interface Ran extends DriverRun {
  /** As the guard saw them, in order. */
  readonly contexts: readonly AgentContext[];
  readonly points: readonly InterceptionPoint[];
  readonly records: readonly InterceptionRecord[];
  /** What the tool was really run with. */
  readonly paid: readonly JsonObject[];
  readonly sessionId: string;
}

export const call = (id: string, args: JsonObject = ARGS) => ({ id, name: "pay_invoice", args });

export const REPLIES: readonly ScriptedReply[] = [{ calls: [call("call-1")] }, { text: ANSWER }];

/** The eight points of the plain run. */
export const PLAIN_RUN: readonly InterceptionPoint[] = [
  "agent_startup",
  "input",
  "pre_model_call",
  "post_model_call",
  "pre_tool_call",
  "post_tool_call",
  "pre_model_call",
  "post_model_call",
  "output",
  "agent_shutdown",
];

export async function runScenario(driver: AdapterDriver, scenario: Scenario = {}): Promise<Ran> {
  const contexts: AgentContext[] = [];
  const records: InterceptionRecord[] = [];
  const interceptor: Interceptor = {
    name: "guard",
    intercept: (context) => {
      contexts.push(context);
      const answer = scenario.guard?.[context.interception_point] ?? { decision: "allow" };
      return typeof answer === "function" ? answer(context) : answer;
    },
  };
  const hooks = createAgentHooks({
    agent: { id: "payer" },
    framework: driver.framework,
    interceptors: [interceptor],
    onRecord: (record) => records.push(record),
    ...scenario.options,
  });
  const run = await runUnder(driver, hooks, scenario);
  return { ...run, contexts, points: contexts.map((context) => context.interception_point), records };
}

export type RanUnder = DriverRun & Pick<Ran, "paid" | "sessionId">;

/** The same agent under hooks that the caller made. */
export async function runUnder(driver: AdapterDriver, hooks: AgentHooks, scenario: Scenario = {}): Promise<RanUnder> {
  const paid: JsonObject[] = [];
  const tool: ScriptedTool = {
    name: "pay_invoice",
    description: "Pays an invoice.",
    parameters: {
      type: "object",
      properties: { invoice: { type: "string" }, amount: { type: "number" } },
      required: ["invoice", "amount"],
      additionalProperties: false,
    },
    execute: (args) => {
      // a copy without the framework's prototypes
      paid.push(JSON.parse(JSON.stringify(args)));
      return scenario.pay?.(args) ?? { status: "paid", reference: SECRET };
    },
  };
  const sessionId = randomUUID();
  const input: DriverInput = {
    hooks,
    sessionId,
    prompt: PROMPT,
    tools: [tool],
    replies: scenario.replies ?? REPLIES,
    ...(scenario.extensions ? { extensions: scenario.extensions } : {}),
  };
  const run = await (scenario.enter ?? driver.run)(input);
  return { ...run, paid, sessionId };
}

export const recordsAt = (ran: Pick<Ran, "records">, point: InterceptionPoint): readonly InterceptionRecord[] =>
  ran.records.filter((record) => record.interception_point === point);

export const reasonAt = (ran: Pick<Ran, "records">, point: InterceptionPoint): JsonValue | undefined =>
  recordsAt(ran, point).at(-1)?.verdict.reason;

export const shutdownReason = (ran: Ran): JsonValue | undefined => {
  const last = ran.contexts.at(-1);
  return last?.interception_point === "agent_shutdown" ? memberAt(last, "summary", "reason") : undefined;
};

export const allText = (value: unknown): string => JSON.stringify(value);

/** Rewrites a text wherever it stands in the target. */
export const rewriting =
  (from: string, to: string) =>
  ({ target }: AgentContext): Verdict => ({
    decision: "transform",
    reason: "rewritten",
    transform: { path: "$target", value: JSON.parse(JSON.stringify(target).replaceAll(from, to)) },
  });

export const DENY: Verdict = { decision: "deny", reason: "not_wanted", message: "Not wanted here." };
