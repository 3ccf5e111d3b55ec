/** Agents inside agents: each run is a session of its own, or refused. */
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { describe, expect, it } from "vitest";
import { ANSWER, ARGS } from "../../../testing/adapter-contract/scenario";
import { asked } from "../../../testing/frameworks/langgraph";
import { runShaped } from "../../../testing/frameworks/langgraph-scenario";
import { governAgent, guardedAgent } from "./govern-agent";
import { GovernedAgent } from "./governed-agent";
import { Runs } from "./runs";

const calling = (name: string, args: object) =>
  fakeModel()
    .respondWithTools([{ name, args: args as never, id: "o" }])
    .respond(new AIMessage(ANSWER));

const schema = { type: "object", properties: { question: { type: "string" } } } as const;

describe("a governed agent in a tool of another", () => {
  it("has a session of its own inside that call", async () => {
    const ran = await runShaped({}, {}, async ({ agent, hooks }, { prompt }) => {
      const consult = tool(async () => (await agent.invoke(asked(prompt))).messages.at(-1)?.text ?? "", {
        name: "consult",
        description: "d",
        schema,
      });
      return governAgent(hooks, { model: calling("consult", {}), tools: [consult] }).invoke(asked("Ask."));
    });
    expect(ran.output).toBe(ANSWER);
    expect(ran.paid).toEqual([ARGS]);
    expect(ran.points.filter((point) => point === "agent_startup")).toHaveLength(2);
    expect(ran.points.filter((point) => point === "agent_shutdown")).toHaveLength(2);
  });
});

describe("the graph of a governed run, from within that run", () => {
  it("is refused: it would skip input and output", async () => {
    const model = calling("nest", {});
    const ran = await runShaped({}, {}, async ({ hooks }, { prompt }) => {
      const nest = tool(
        async (_, config) =>
          JSON.stringify(await inner.graph.invoke(asked("again") as never, { configurable: config.configurable })),
        { name: "nest", description: "d", schema },
      );
      const runs = new Runs();
      const inner = guardedAgent(hooks, { model, tools: [nest] } as never, runs);
      return new GovernedAgent({ hooks, runs, inner, refused: null, tools: ["nest"] }).invoke(asked(prompt));
    });
    expect(ran.thrown).toMatchObject({ point: "input", verdict: { reason: "host_error:adapter_unsupported" } });
    expect(model.callCount).toBe(1);
  });
});
