/** Runs that wait for people, threads that remember, and how a run ends. */
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { createMiddleware, humanInTheLoopMiddleware, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import {
  ANSWER,
  type Answer,
  ARGS,
  DENY,
  REPLIES,
  rewriting,
  SECRET,
  shutdownReason,
} from "../../../testing/adapter-contract/scenario";
import { asked } from "../../../testing/frameworks/langgraph";
import { runShaped, type Way } from "../../../testing/frameworks/langgraph-scenario";
import { openConversation } from "../conversation";
import { governAgent } from "./govern-agent";
import type { AgentState } from "./turn-output";

describe("a run that waits", () => {
  const threaded = { configurable: { thread_id: "t" } };

  it("asks people through the framework, then passes the tool points", async () => {
    const middleware = [humanInTheLoopMiddleware({ interruptOn: { pay_invoice: true } })];
    const ran = await runShaped({}, { middleware, checkpointer: new MemorySaver() }, async (built, { prompt }) => {
      const paused = await built.agent.invoke(asked(prompt), threaded);
      expect(paused.__interrupt__).toHaveLength(1);
      expect(built.session().records.map((record) => record.interception_point)).not.toContain("pre_tool_call");
      return built.agent.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), threaded, {
        id: "rest",
      });
    });
    expect(ran.output).toBe(ANSWER);
    expect(ran.paid).toEqual([ARGS]);
    expect(ran.points.filter((point) => point === "agent_startup")).toHaveLength(2);
    expect(ran.points.filter((point) => point === "input")).toHaveLength(2);
  });

  it("does not run what people approved and a guard denies", async () => {
    const middleware = [humanInTheLoopMiddleware({ interruptOn: { pay_invoice: true } })];
    const scenario = { guard: { pre_tool_call: DENY } };
    const ran = await runShaped(
      scenario,
      { middleware, checkpointer: new MemorySaver() },
      async ({ agent }, { prompt }) => {
        await agent.invoke(asked(prompt), threaded);
        return agent.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), threaded, { id: "rest" });
      },
    );
    expect(ran.paid).toEqual([]);
    expect(ran.modelRequests.at(-1)).toContain("Not wanted here.");
  });

  it("shows a tool's own question only when the output permits it", async () => {
    const asking = tool(async () => interrupt({ question: SECRET }) as string, {
      name: "pay_invoice",
      description: "d",
      schema: { type: "object" },
    });
    const scenario = { guard: { output: rewriting(SECRET, "which one?") } };
    let paused: AgentState | undefined;
    await runShaped(scenario, { tools: [asking], checkpointer: new MemorySaver() }, async ({ agent }, { prompt }) => {
      paused = await agent.invoke(asked(prompt), threaded);
      return paused;
    });
    expect(paused?.__interrupt__).toMatchObject([{ value: { question: "which one?" } }]);
  });
});

describe("a thread", () => {
  const threaded = { configurable: { thread_id: "t" } };
  const states = async (output: Answer) => {
    let state: unknown;
    await runShaped({ guard: { output } }, { checkpointer: new MemorySaver() }, async ({ agent }, { prompt }) => {
      try {
        return await agent.invoke(asked(prompt), threaded);
      } finally {
        state = await agent.getState(threaded);
      }
    });
    return JSON.stringify((state as { values: AgentState }).values.messages.map(({ content }) => content));
  };

  it("remembers the answer that left", async () => {
    expect(await states(rewriting("done", "[redacted]"))).toContain(ANSWER.replace("done", "[redacted]"));
    expect(await states(rewriting("done", "[redacted]"))).not.toContain(ANSWER);
  });

  it("does not remember an answer that was withheld", async () => {
    const remembered = await states(DENY);
    expect(remembered).not.toContain(ANSWER);
    expect(remembered).toContain("Not wanted here.");
  });
});

describe("a structured response", () => {
  const responseFormat = { type: "object", title: "Paid", properties: { status: { type: "string" } } };
  const replies = [{ calls: [{ id: "c", name: "extract-1", args: { status: "done" } }] }];

  it("is made of the response that was judged", async () => {
    let state: AgentState | undefined;
    const way: Way = async ({ agent, model }, { prompt }) => {
      model.respond(new AIMessage(""));
      state = await agent.invoke(asked(prompt));
      return state;
    };
    const strategy = toolStrategy(responseFormat as never) as unknown as readonly [{ name: string }];
    const named = [{ calls: [{ ...replies[0]?.calls[0], name: strategy[0].name }] }] as never;
    const guard = { post_model_call: rewriting("done", "judged"), output: rewriting("judged", "shown") };
    const ran = await runShaped({ replies: named, guard }, { responseFormat: strategy as never }, way);
    expect(ran.thrown).toBeNull();
    expect(state?.structuredResponse).toEqual({ status: "shown" });
    expect(JSON.stringify(state?.messages)).not.toMatch(/judged|done/);
  });
});

describe("the end of a run", () => {
  it("is told as cancelled when the caller aborts", async () => {
    const controller = new AbortController();
    const pay = () => {
      controller.abort();
      return "paid";
    };
    const ran = await runShaped({ pay }, {}, ({ agent }, { prompt }) =>
      agent.invoke(asked(prompt), { signal: controller.signal }),
    );
    expect(ran.thrown).not.toBeNull();
    expect(shutdownReason(ran)).toBe("cancelled");
  });

  it("leaves no way back in for a tool that kept the run's configuration", async () => {
    let kept: unknown;
    const keeping = createMiddleware({
      name: "Keeping",
      wrapToolCall: (request, handler) => {
        kept = request.runtime.configurable;
        return handler(request);
      },
    });
    const ran = await runShaped(
      { replies: [...REPLIES, ...REPLIES] },
      { middleware: [keeping] },
      async ({ agent }, { prompt }) => {
        await agent.invoke(asked(prompt));
        return agent.invoke(asked(prompt), { configurable: kept as never }, { id: "second" });
      },
    );
    expect(ran.output).toBe(ANSWER);
    expect(ran.points.filter((point) => point === "input")).toHaveLength(2);
  });
});

describe("a conversation", () => {
  it("is one session of several turns on a thread", async () => {
    const replies = [{ text: "first" }, { text: "second" }];
    const ran = await runShaped({ replies }, {}, async ({ model, hooks }, { prompt }) => {
      const conversation = openConversation(hooks);
      const agent = governAgent(conversation.hooks, { model, tools: [], checkpointer: new MemorySaver() });
      await agent.invoke(asked(prompt), { configurable: { thread_id: "c" } });
      const state = await agent.invoke(asked("And?"), { configurable: { thread_id: "c" } });
      await conversation.close();
      return state;
    });
    expect(ran.output).toBe("second");
    const turn = ["input", "pre_model_call", "post_model_call", "output"];
    expect(ran.points).toEqual(["agent_startup", ...turn, ...turn, "agent_shutdown"]);
    expect(ran.modelRequests[1]).toContain("first");
  });
});
