/** A method or a member that a later version brings fails here, until somebody has said whether it is governed. */
import { Agent, Handoff, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, run, tool } from "@openai/agents";
import { describe, expect, it } from "vitest";
import { runShaped } from "../../../testing/frameworks/openai-agents-scenario";
import type { AnyAgent } from "./any-agent";
import { GovernedRunner } from "./governed-runner";
import type { GovernedResult } from "./run-result";

const names = (prototype: object) => Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");

/** `emits` on the governed runner; `inside`: called by the runner on the governed copies; `refuses`: refused where it is used. */
const METHODS: Readonly<Record<string, { readonly of: object; readonly governed: Readonly<Record<string, string>> }>> =
  {
    Runner: { of: Runner.prototype, governed: { run: "emits" } },
    Agent: {
      of: Agent.prototype,
      governed: {
        asTool: "refuses",
        clone: "describes",
        getAllTools: "inside",
        getEnabledHandoffs: "inside",
        getMcpToolReservedNames: "describes",
        getMcpTools: "inside",
        getPrompt: "refuses",
        getSystemPrompt: "describes",
        hasExplicitModelSettings: "describes",
        hasExplicitToolConfig: "describes",
        outputSchemaName: "describes",
        processFinalOutput: "describes",
        toJSON: "describes",
      },
    },
    Handoff: { of: Handoff.prototype, governed: { clone: "describes", getHandoffAsFunctionTool: "describes" } },
  };

describe("the framework's methods", () => {
  it.each(Object.entries(METHODS))("are all known: %s", (_, { of, governed }) => {
    expect(names(of).sort()).toEqual(Object.keys(governed).sort());
  });

  it.each([OpenAIResponsesModel, OpenAIChatCompletionsModel])(
    "of a model are both points, and advice: $name",
    (model) => {
      const asked = names(model.prototype).filter((name) => !name.startsWith("_"));
      expect(asked.sort()).toEqual(["getResponse", "getRetryAdvice", "getStreamedResponse"]);
    },
  );

  it("run a tool by invoke alone", () => {
    const members = Object.keys(
      tool({ name: "t", description: "d", parameters: {} as never, strict: false, execute: () => "" }),
    );
    expect(members.sort()).toEqual([
      "customDataExtractor",
      "deferLoading",
      "description",
      "inputGuardrails",
      "invoke",
      "isEnabled",
      "name",
      "needsApproval",
      "outputGuardrails",
      "parameters",
      "providerData",
      "strict",
      "timeoutBehavior",
      "timeoutErrorFunction",
      "timeoutMs",
      "type",
    ]);
  });

  it("are on the governed runner exactly where they are governed", () => {
    expect(names(GovernedRunner.prototype).sort()).toEqual(["asTool", "run"]);
    expect(Object.keys(new GovernedRunner({} as never, {} as never, {}))).toEqual([]);
  });

  it("refuse an option of a run that nobody knows", async () => {
    const ran = await runShaped({}, undefined, ({ governed }, { prompt }) => governed.run(prompt, { laterOption: 1 }));
    expect(ran.thrown).toMatchObject({ verdict: { reason: "host_error:adapter_unsupported" } });
  });
});

describe("the governed copies that a run's callbacks see", () => {
  const seeing = (seen: AnyAgent[]) => (agent: AnyAgent) =>
    agent.clone({
      instructions: (_: unknown, copy: AnyAgent) => {
        seen.push(copy);
        return "Help.";
      },
    } as never);

  it("run nothing when the run is over", async () => {
    const seen: AnyAgent[] = [];
    const ran = await runShaped({}, seeing(seen));
    const [copy] = seen;
    const model = copy?.model as unknown as { getResponse(request: object): Promise<unknown> };
    const [first] = (copy?.tools ?? []) as unknown as { invoke(...args: unknown[]): Promise<unknown> }[];
    const request = { input: "again", tools: [], handoffs: [], modelSettings: {}, tracing: false };
    await expect(model.getResponse(request)).rejects.toThrow("the governed run is over");
    await expect(first?.invoke({}, "{}")).rejects.toThrow("the governed run is over");
    await expect(run(copy as never, "again")).rejects.toThrow("the governed run is over");
    expect(ran.modelRequests).toHaveLength(2);
    expect(ran.paid).toHaveLength(1);
  });

  it("are not what the caller gets back", async () => {
    let last: unknown;
    let own: unknown;
    await runShaped({}, undefined, async ({ governed, agent }, { prompt }) => {
      const result: GovernedResult = await governed.run(prompt);
      last = result.lastAgent;
      own = agent;
      return result;
    });
    expect(last).toBe(own);
  });
});
