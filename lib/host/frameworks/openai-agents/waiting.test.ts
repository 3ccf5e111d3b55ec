/** Runs that wait for people, and what the SDK remembers of a run. */
import { MemorySession, RunState } from "@openai/agents";
import { describe, expect, it } from "vitest";
import { ANSWER, ARGS, DENY, type Ran, rewriting, SECRET } from "../../../testing/adapter-contract/scenario";
import { runShaped, type Shape, type Way } from "../../../testing/frameworks/openai-agents-scenario";
import { openConversation } from "../conversation";
import { governOpenAiAgent } from "./govern-openai-agent";
import type { GovernedResult } from "./run-result";

const pointsOf = (ran: Ran, point: string) => ran.points.filter((one) => one === point);

describe("a run that waits for approvals of the SDK", () => {
  const asking: Shape = (agent) =>
    agent.clone({
      tools: agent.tools.map((one) => ({ ...(one as object), needsApproval: async () => true })) as never,
    });

  const approving =
    (decide: (result: GovernedResult) => unknown): Way =>
    async ({ governed, session }, { prompt }) => {
      const paused = await governed.run(prompt);
      expect(paused.finalOutput).toBeUndefined();
      expect(session().records.map((record) => record.interception_point)).not.toContain("pre_tool_call");
      return governed.run(decide(paused) as never, {}, { id: "rest" });
    };

  const approved = (result: GovernedResult) => {
    const state = result.state as unknown as { approve(item: unknown): void };
    for (const item of result.interruptions) state.approve(item);
    return state;
  };

  it("goes on through the tool points", async () => {
    const ran = await runShaped({}, asking, approving(approved));
    expect(ran.output).toBe(ANSWER);
    expect(ran.paid).toEqual([ARGS]);
    expect(pointsOf(ran, "input")).toHaveLength(2);
    expect(ran.contexts.filter(({ interception_point }) => interception_point === "input")[1]?.target).toMatchObject({
      content: { resume: [{ tool: "pay_invoice", decision: "approved" }] },
    });
  });

  it("asks only for the calls that the tool's own rule names", async () => {
    const asked: unknown[] = [];
    const needsApproval = async (_: unknown, args: unknown) => {
      asked.push(args);
      return false;
    };
    const ran = await runShaped({}, (agent) => {
      const tools = agent.tools.map((one) => ({ ...(one as object), needsApproval }));
      return agent.clone({ tools: tools as never });
    });
    expect(asked).toEqual([ARGS]);
    expect(ran.output).toBe(ANSWER);
  });

  it("does not run what people approved and a guard denies", async () => {
    const ran = await runShaped({ guard: { pre_tool_call: DENY } }, asking, approving(approved));
    expect(ran.paid).toEqual([]);
    expect(ran.modelRequests.at(-1)).toContain("Not wanted here.");
  });

  it("goes on from a state that was stored", async () => {
    const stored: Way = async ({ governed, agent }, { prompt }) => {
      const paused = await governed.run(prompt);
      const state = await RunState.fromString(agent as never, String(paused.state));
      for (const item of state.getInterruptions()) state.approve(item);
      return governed.run(state as never, {}, { id: "rest" });
    };
    const ran = await runShaped({}, asking, stored);
    expect(ran.output).toBe(ANSWER);
    expect(ran.paid).toEqual([ARGS]);
  });

  it("does not go on where the service holds its history", async () => {
    const ran = await runShaped(
      {},
      asking,
      approving((result) => Object.assign(approved(result), { _conversationId: "c-1" })),
    );
    expect(ran.thrown).toMatchObject({ verdict: { reason: "host_error:adapter_unsupported" } });
    expect(ran.paid).toEqual([]);
  });

  it("hands out no question that the output denies", async () => {
    const ran = await runShaped({ guard: { output: DENY } }, asking);
    expect(ran.thrown).toMatchObject({ point: "output" });
  });
});

describe("the memory of the SDK", () => {
  const remembering =
    (memory: MemorySession): Way =>
    ({ governed }, { prompt }) =>
      governed.run(prompt, { session: memory });
  const told = async (memory: MemorySession) => JSON.stringify(await memory.getItems());

  it("gets the answer that left", async () => {
    const memory = new MemorySession();
    await runShaped({ guard: { output: rewriting("done", "[redacted]") } }, undefined, remembering(memory));
    expect(await told(memory)).toContain(ANSWER.replace("done", "[redacted]"));
    expect(await told(memory)).not.toContain(ANSWER);
  });

  it("gets nothing of a run that was blocked", async () => {
    const memory = new MemorySession();
    await runShaped({ guard: { output: DENY } }, undefined, remembering(memory));
    expect(await memory.getItems()).toEqual([]);
  });

  it("gets a tool's result as it was permitted", async () => {
    const memory = new MemorySession();
    await runShaped({ guard: { post_tool_call: DENY } }, undefined, remembering(memory));
    expect(await told(memory)).toContain("Not wanted here.");
    expect(await told(memory)).not.toContain(SECRET);
  });
});

describe("a conversation", () => {
  it("is one session of several turns", async () => {
    const replies = [{ text: "first" }, { text: "second" }];
    const ran = await runShaped({ replies }, undefined, async ({ agent, hooks }, { prompt }) => {
      const conversation = openConversation(hooks);
      const governed = governOpenAiAgent(conversation.hooks, agent, { tracingDisabled: true });
      const { history } = await governed.run(prompt);
      const result = await governed.run([...history, { role: "user", content: "And?" }]);
      await conversation.close();
      return result;
    });
    expect(ran.output).toBe("second");
    const turn = ["input", "pre_model_call", "post_model_call", "output"];
    expect(ran.points).toEqual(["agent_startup", ...turn, ...turn, "agent_shutdown"]);
    expect(ran.modelRequests[1]).toContain("first");
  });
});
