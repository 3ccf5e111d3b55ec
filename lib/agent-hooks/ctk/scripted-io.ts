/** The model and the tools of a scenario: all that a harness may replace. The tools note how they are run. */
import type { JsonObject, JsonValue } from "../../core/json/value";
import { sameJson } from "./same-json";
import type { Scenario, ScenarioTool, ScriptedResponse } from "./vector";

export interface ScriptedIo {
  readonly tools: readonly ScenarioTool[];
  readonly invocations: readonly { readonly name: string; readonly args: JsonObject }[];
  /** The messages of each model call, as text. */
  readonly requests: readonly string[];
  /** The answer to the next model call. Throws beyond the script. */
  respond(messages: unknown): ScriptedResponse;
  /** Runs a tool. Throws `ScriptedToolError` where its behaviour is an error, and for a call that no clause meets. */
  run(name: string, args: JsonObject): JsonValue;
}

/** What a failing mock tool throws; its message is the scripted return as text. */
export class ScriptedToolError extends Error {
  override readonly name = "ScriptedToolError";
}

export function scriptedIo(scenario: Scenario): ScriptedIo {
  const tools = scenario.tools ?? [];
  const script = scenario.model_script ?? [];
  const invocations: { name: string; args: JsonObject }[] = [];
  const requests: string[] = [];
  return {
    tools,
    invocations,
    requests,
    respond(messages) {
      const next = script[requests.length];
      requests.push(JSON.stringify(messages));
      if (!next) throw new Error("the model was called beyond its script");
      return structuredClone(next.respond);
    },
    run(name, args) {
      invocations.push({ name, args: structuredClone(args) });
      const behaviors = tools.find((tool) => tool.name === name)?.behavior ?? [];
      const found = behaviors.find(({ when_args }) => when_args === undefined || sameJson(when_args, args));
      if (!found) throw new Error("a tool was run in a way that the scenario does not know");
      if (found.is_error === true) throw new ScriptedToolError(asText(found.return));
      return structuredClone(found.return);
    },
  };
}

const asText = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));
