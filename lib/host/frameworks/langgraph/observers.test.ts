/** Callbacks and streams, which would see what nobody judged yet. */
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { ANSWER, DENY, rewriting, SECRET } from "../../../testing/adapter-contract/scenario";
import { asked } from "../../../testing/frameworks/langgraph";
import { runShaped, type Way } from "../../../testing/frameworks/langgraph-scenario";

import type { GovernedAgent } from "./governed-agent";

describe("observers", () => {
  const watching = () => {
    const seen: string[] = [];
    const see = (...args: unknown[]) => {
      seen.push(JSON.stringify(args));
    };
    return { seen, callbacks: [{ handleChainEnd: see, handleLLMEnd: see, handleToolStart: see, handleToolEnd: see }] };
  };

  it("cannot stop a call, so they are told when the answer is permitted", async () => {
    const { seen, callbacks } = watching();
    let before = -1;
    const guard = {
      output: () => {
        before = seen.length;
        return { decision: "allow" };
      },
    };
    const ran = await runShaped({ guard }, {}, ({ agent }, { prompt }) => agent.invoke(asked(prompt), { callbacks }));
    expect(ran.output).toBe(ANSWER);
    expect(before).toBe(0);
    expect(seen.join()).toContain(ANSWER);
  });

  it.each([
    ["denied", DENY],
    ["rewritten", rewriting("done", "[redacted]")],
  ] as const)("are not told of an answer that was %s", async (_, output) => {
    const { seen, callbacks } = watching();
    await runShaped({ guard: { output } }, {}, ({ agent }, { prompt }) =>
      agent.withConfig({ callbacks }).invoke(asked(prompt)),
    );
    expect(seen).toEqual([]);
  });

  it("are not told of a tool's result that was rewritten", async () => {
    const { seen, callbacks } = watching();
    const guard = { post_tool_call: rewriting(SECRET, "withheld") };
    const ran = await runShaped({ guard }, {}, ({ agent }, { prompt }) => agent.invoke(asked(prompt), { callbacks }));
    expect(ran.output).toBe(ANSWER);
    expect(seen.join()).not.toContain(SECRET);
  });
});

describe("a stream", () => {
  it("hands out the last state of a stream in the modes that were asked for", async () => {
    const chunks: unknown[] = [];
    const way: Way = async ({ agent }, { prompt }) => {
      const stream = await agent.stream(asked(prompt), { streamMode: ["values", "updates"], subgraphs: true });
      for await (const chunk of stream) chunks.push(chunk);
      return null;
    };
    await runShaped({ guard: { output: rewriting("done", "[redacted]") } }, {}, way);
    expect(chunks.map((chunk) => (chunk as unknown[])[1])).toEqual(["values", "updates"]);
    expect(JSON.stringify(chunks)).not.toContain(ANSWER);
  });
});

describe("a graph around a governed agent", () => {
  const around = (agent: GovernedAgent, passing: boolean) =>
    new StateGraph(MessagesAnnotation)
      .addNode("inner", async (state, config) => {
        const { messages } = await agent.invoke(state, passing ? (config as never) : {});
        return { messages: messages.slice(-1) };
      })
      .addEdge(START, "inner")
      .addEdge("inner", END)
      .compile();

  const WAYS = ["values", "updates", "messages", "debug", "tasks", "custom", "tools"].flatMap((streamMode) =>
    [true, false].map((passing) => ({ streamMode, passing })),
  );

  it.each(WAYS)(
    "streams $streamMode without what was withheld, config passed on: $passing",
    async ({ streamMode, passing }) => {
      const chunks: unknown[] = [];
      const way: Way = async ({ agent }, { prompt }) => {
        const options = { streamMode: streamMode as "values", subgraphs: true };
        for await (const chunk of await around(agent, passing).stream(asked(prompt), options)) chunks.push(chunk);
        return null;
      };
      const ran = await runShaped({ guard: { output: DENY, post_tool_call: rewriting(SECRET, "no") } }, {}, way);
      expect(ran.thrown).toMatchObject({ point: "output" });
      expect(JSON.stringify(chunks)).not.toContain(ANSWER);
      expect(JSON.stringify(chunks)).not.toContain(SECRET);
    },
  );

  it("goes on with the answer that was permitted", async () => {
    const ran = await runShaped({ guard: { output: rewriting("done", "over") } }, {}, ({ agent }, { prompt }) =>
      around(agent, true).invoke(asked(prompt)),
    );
    expect(ran.output).toBe(ANSWER.replace("done", "over"));
  });
});
