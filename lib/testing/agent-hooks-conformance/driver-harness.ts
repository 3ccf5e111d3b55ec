/** The kit's harness over any framework that has an adapter: the framework's own loop, with a scripted model and scripted tools. */
import { randomUUID } from "node:crypto";
import { createAgentHooks } from "../../agent-hooks/agent-hooks";
import type { Harness, HarnessSetup, RunRecord } from "../../agent-hooks/ctk/harness";
import { type ScriptedIo, scriptedIo } from "../../agent-hooks/ctk/scripted-io";
import type { Scenario, Vector } from "../../agent-hooks/ctk/vector";
import { InterceptionBlocked, type Surface } from "../../agent-hooks/hook-session";
import type { JsonObject } from "../../core/json/value";
import type { AdapterDriver, ScriptedReply, ScriptedTool } from "../adapter-driver";

/** What the drivers can be scripted for: one turn, calls one after the other, no stream. */
export const DRIVEN_SURFACE: Surface = {
  capabilities: ["model_calls", "tool_calls"],
  toolSeamHostError: "continue",
  bufferedOutput: true,
};

/** Drivers ask in text, as a user. */
export const isDrivable = ({ scenario }: Vector): boolean =>
  scenario.input.role === "user" && typeof scenario.input.content === "string";

export function driverHarness(driver: AdapterDriver): Harness {
  let given: HarnessSetup | null = null;
  return {
    name: driver.framework,
    surface: DRIVEN_SURFACE,
    setup(setup) {
      given = setup;
    },
    async run() {
      if (!given) throw new Error("the harness was not set up");
      return runDriver(driver, given);
    },
    teardown() {
      given = null;
    },
  };
}

async function runDriver(driver: AdapterDriver, setup: HarnessSetup): Promise<RunRecord> {
  const { scenario, timeoutMs, ...contract } = setup;
  const io = scriptedIo(scenario);
  const hooks = createAgentHooks({
    ...contract,
    agent: { id: "ctk-agent" },
    framework: driver.framework,
    surface: DRIVEN_SURFACE,
    interceptorTimeoutMs: timeoutMs,
    resolverTimeoutMs: timeoutMs,
  });
  const { output, thrown, session, modelRequests } = await driver.run({
    hooks,
    sessionId: randomUUID(),
    prompt: String(scenario.input.content),
    tools: toolsOf(io),
    replies: repliesOf(scenario),
  });
  const blocked = thrown instanceof InterceptionBlocked ? "blocked" : "error";
  return {
    outcome: thrown === null ? "completed" : blocked,
    final_output: output,
    tool_invocations: io.invocations,
    records: session.records,
    model_requests: modelRequests,
  };
}

const toolsOf = (io: ScriptedIo): readonly ScriptedTool[] =>
  io.tools.map(({ name }) => ({
    name,
    description: name,
    parameters: { type: "object", properties: {}, additionalProperties: true },
    // without the prototypes that frameworks give
    execute: (args) => io.run(name, JSON.parse(JSON.stringify(args)) as JsonObject),
  }));

const repliesOf = ({ model_script: script = [] }: Scenario): readonly ScriptedReply[] =>
  script.map(({ respond: { content, tool_calls: calls } }) =>
    calls.length > 0 ? { calls } : { text: typeof content === "string" ? content : "" },
  );
