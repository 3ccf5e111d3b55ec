/** What the loop does beside the contract of adapters: turns, history, parallel tools, streams, ends. */
import { describe, expect, it } from "vitest";
import { createAgentHooks } from "../../../agent-hooks/agent-hooks";
import {
  type AgentHooksOptions,
  InterceptionBlocked,
  type ModelResponse,
  type StreamPart,
} from "../../../agent-hooks/hook-session";
import type { AgentContext } from "../../../agent-hooks/types";
import { memberAt } from "../../../core/json/build";
import type { LoopAgent, LoopTool } from "./agent";
import { openConversation } from "./conversation";
import { runAgent } from "./run-agent";

type Judge = (context: AgentContext) => unknown;
const ALLOW = { decision: "allow" };
const DENY = { decision: "deny", reason: "no" };

function hooksWith(judge: Judge = () => ALLOW, options: Partial<AgentHooksOptions> = {}) {
  return createAgentHooks({
    agent: { id: "a" },
    framework: "reference",
    interceptors: [{ intercept: judge }],
    ...options,
  });
}

const say = (content: string): ModelResponse => ({ content, tool_calls: [], finish_reason: "stop" });
const ask = (...names: readonly string[]): ModelResponse => ({
  content: null,
  tool_calls: names.map((name, i) => ({ id: `c${i}`, name, args: { n: i } })),
  finish_reason: "tool_calls",
});

function agentOf(script: readonly ModelResponse[], tools: Record<string, LoopTool> = {}) {
  const requests: string[] = [];
  const agent: LoopAgent = {
    model: { id: "m" },
    system: "Be brief.",
    tools,
    respond: async ({ messages }) => {
      requests.push(JSON.stringify(messages));
      return script[requests.length - 1] ?? say("end");
    },
  };
  return { agent, requests };
}

const endOf = (contexts: readonly AgentContext[]) => memberAt(contexts.at(-1), "summary", "reason");

describe("a conversation", () => {
  it("builds each turn on the ones before, behind the system's words", async () => {
    const { agent, requests } = agentOf([say("one"), say("two")]);
    const conversation = await openConversation(hooksWith().session(), agent);
    expect(await conversation.turn("first")).toBe("one");
    expect(await conversation.turn("second")).toBe("two");
    await conversation.close();
    expect(requests[1]).toBe(
      JSON.stringify([
        { role: "system", content: "Be brief." },
        { role: "user", content: "first" },
        { role: "assistant", content: "one" },
        { role: "user", content: "second" },
      ]),
    );
  });

  it("keeps nothing of a turn that was denied, and the next turn goes on", async () => {
    const seen: AgentContext[] = [];
    const hooks = hooksWith((context) => {
      seen.push(context);
      return JSON.stringify(context.target).includes("SECRET") ? DENY : ALLOW;
    });
    const { agent } = agentOf([say("the SECRET"), say("fine")]);
    const conversation = await openConversation(hooks.session(), agent);
    await expect(conversation.turn("tell")).rejects.toBeInstanceOf(InterceptionBlocked);
    expect(JSON.stringify(conversation.history)).not.toContain("tell");
    expect(await conversation.turn("again")).toBe("fine");
    await conversation.close();
    expect(endOf(seen)).toBe("completed");
  });

  it("remembers the answer as it was permitted to leave", async () => {
    const rewrite = { decision: "transform", transform: { path: "$target.content", value: "card [card]" } };
    const hooks = hooksWith(({ interception_point: point }) => (point === "output" ? rewrite : ALLOW));
    const conversation = await openConversation(hooks.session(), agentOf([say("card 4111")]).agent);
    expect(await conversation.turn("card?")).toBe("card [card]");
    expect(conversation.history.at(-1)).toEqual({ role: "assistant", content: "card [card]" });
  });

  it("runs parallel calls side by side and tells the model in the order of the calls", async () => {
    let release: (value: string) => void = () => undefined;
    const gate = new Promise<string>((resolve) => {
      release = resolve;
    });
    const tools = {
      slow: { execute: () => gate },
      quick: {
        execute: () => {
          release("slow one");
          return "quick one";
        },
      },
    };
    const { agent, requests } = agentOf([ask("slow", "quick"), say("done")], tools);
    expect(await runAgent(hooksWith(), agent, { input: "both" })).toBe("done");
    const told = JSON.parse(requests[1] ?? "[]").slice(-2);
    expect(told).toEqual([
      { role: "tool", content: "slow one", tool_call_id: "c0" },
      { role: "tool", content: "quick one", tool_call_id: "c1" },
    ]);
  });

  it.each(["made_up", "constructor", "__proto__"])("judges and fails a tool that there is not: %s", async (name) => {
    const hooks = hooksWith();
    const session = hooks.session();
    const { agent, requests } = agentOf([ask(name), say("done")]);
    const conversation = await openConversation(session, agent);
    await conversation.turn("x");
    expect(requests[1]).toContain("there is no such tool");
    expect(session.records.map((record) => record.interception_point)).toContain("post_tool_call");
  });

  it("tells the model that a tool failed, unless the result was denied", async () => {
    const tools = {
      broken: {
        execute: () => {
          throw new Error("disk SECRET");
        },
      },
    };
    const open = agentOf([ask("broken"), say("done")], tools);
    await runAgent(hooksWith(), open.agent, { input: "x" });
    expect(open.requests[1]).toContain("disk SECRET");
    const held = agentOf([ask("broken"), say("done")], tools);
    const hooks = hooksWith(({ interception_point: point }) => (point === "post_tool_call" ? DENY : ALLOW));
    await runAgent(hooks, held.agent, { input: "x" });
    expect(held.requests[1]).not.toContain("SECRET");
  });

  it("gives up a model that keeps asking for tools", async () => {
    const seen: AgentContext[] = [];
    const hooks = hooksWith((context) => {
      seen.push(context);
      return ALLOW;
    });
    const { agent, requests } = agentOf([ask("t"), ask("t"), ask("t")], { t: { execute: () => 1 } });
    await expect(runAgent(hooks, { ...agent, maxModelCalls: 2 }, { input: "x" })).rejects.toThrow("kept asking");
    expect(requests.length).toBe(2);
    expect(endOf(seen)).toBe("error");
  });

  it("ends between two actions when the caller aborts, and says so at shutdown", async () => {
    const seen: AgentContext[] = [];
    const hooks = hooksWith((context) => {
      seen.push(context);
      return ALLOW;
    });
    const abort = new AbortController();
    const { agent, requests } = agentOf([ask("stop")], {
      stop: {
        execute: () => {
          abort.abort();
          return "stopped";
        },
      },
    });
    const ran = runAgent(hooks, agent, { input: "x", options: { signal: abort.signal } });
    await expect(ran).rejects.toMatchObject({ name: "AbortError" });
    expect(requests.length).toBe(1);
    expect(endOf(seen)).toBe("cancelled");
  });

  it("does not begin where the start was denied, and closes the session", async () => {
    const seen: AgentContext[] = [];
    const hooks = hooksWith((context) => {
      seen.push(context);
      return context.interception_point === "agent_startup" ? DENY : ALLOW;
    });
    const { agent, requests } = agentOf([say("hello")]);
    await expect(runAgent(hooks, agent, { input: "x" })).rejects.toBeInstanceOf(InterceptionBlocked);
    expect(seen.map((context) => context.interception_point)).toEqual(["agent_startup", "agent_shutdown"]);
    expect(endOf(seen)).toBe("error");
    expect(requests).toEqual([]);
  });
});

describe("a model that streams", () => {
  const streaming = (...parts: readonly StreamPart[]): LoopAgent => ({
    model: { id: "m" },
    async *stream() {
      yield* parts;
    },
  });
  const END: StreamPart = { end: { tool_calls: [], finish_reason: "stop" } };

  async function released(judge: Judge, agent: LoopAgent, options: Partial<AgentHooksOptions> = {}) {
    const texts: string[] = [];
    const request = { input: "x", options: { onSegment: (text: string) => void texts.push(text) } };
    const output = await runAgent(hooksWith(judge, options), agent, request).catch((thrown: unknown) => thrown);
    return { texts, output };
  }

  it("is put together, and nothing leaves before the output is permitted", async () => {
    const agent = streaming({ text: "one " }, { text: "two" }, END);
    expect(await released(() => ALLOW, agent)).toEqual({ texts: [], output: "one two" });
    const denied = await released(({ interception_point: point }) => (point === "output" ? DENY : ALLOW), agent);
    expect(denied.texts).toEqual([]);
    expect(denied.output).toBeInstanceOf(InterceptionBlocked);
  });

  it("hands out each segment on its verdict where the host declares it", async () => {
    const surface = { bufferedOutput: false, capabilities: ["model_calls", "incremental_output"] as const };
    const agent = streaming({ text: "one " }, { text: "SECRET" }, { text: " two" }, END);
    const judge: Judge = ({ interception_point: point, target }) =>
      point === "post_model_call" && JSON.stringify(target).includes("SECRET") ? DENY : ALLOW;
    const { texts, output } = await released(judge, agent, { surface });
    expect(texts).toEqual(["one "]);
    expect(output).toBeInstanceOf(InterceptionBlocked);
  });

  it("is refused when it breaks off", async () => {
    const { output } = await released(() => ALLOW, streaming({ text: "one " }));
    expect(output).toMatchObject({ verdict: { reason: "host_error:streaming_unsupported" } });
  });
});
