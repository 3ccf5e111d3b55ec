/** Errors and guardrails of the SDK, which would hide a block or come too late. */
import { describe, expect, it } from "vitest";
import { RunTerminated } from "../../../agent-hooks/hook-session";
import { memberAt } from "../../../core/json/build";
import { ANSWER, ARGS, call, DENY, type Ran, rewriting, SECRET } from "../../../testing/adapter-contract/scenario";
import { scriptedSdkTool } from "../../../testing/frameworks/openai-agents";
import { runShaped, type Shape } from "../../../testing/frameworks/openai-agents-scenario";
import type { AnyAgent } from "./any-agent";
import { DEFAULT_TOOL_ERROR } from "./governed-tool";

const pays = (execute: () => unknown, extra: object): Shape => {
  const scripted = { name: "pay_invoice", description: "d", parameters: {}, execute: execute as never };
  return (agent) => agent.clone({ tools: [scriptedSdkTool(scripted, extra)] as never });
};

const failing = () => {
  throw new Error(`the bank said ${SECRET}`);
};

const resultOf = (ran: Ran) => ran.contexts.find((context) => context.interception_point === "post_tool_call");

describe("a tool's error", () => {
  it("is judged as one, in the generic words that the SDK puts in its place", async () => {
    const ran = await runShaped({}, pays(failing, {}));
    expect(memberAt(resultOf(ran), "tool_result", "is_error")).toBe(true);
    expect(ran.modelRequests[1]).toContain(DEFAULT_TOOL_ERROR);
    expect(ran.output).toBe(ANSWER);
  });

  it("is judged in the words of the tool's own errorFunction", async () => {
    const errorFunction = (_: unknown, error: Error) => `failed: ${error.message}`;
    const ran = await runShaped(
      { guard: { post_tool_call: rewriting(SECRET, "no") } },
      pays(failing, { errorFunction }),
    );
    expect(ran.modelRequests[1]).toContain("failed: the bank said no");
    expect(ran.modelRequests.join()).not.toContain(SECRET);
  });

  it("ends the run where the tool has no errorFunction, after it was judged", async () => {
    const ran = await runShaped({}, pays(failing, { errorFunction: null }));
    expect(memberAt(resultOf(ran), "tool_result", "is_error")).toBe(true);
    expect(ran.thrown).toBeInstanceOf(Error);
    expect(ran.points.at(-1)).toBe("agent_shutdown");
  });
});

describe("a block", () => {
  const hiding = { errorFunction: () => "all is well" };

  it("ends the run though the tool hides its errors", async () => {
    const ran = await runShaped(
      {
        guard: { pre_tool_call: () => ({ decision: "perhaps" }) },
        options: { surface: { toolSeamHostError: "terminate" } },
      },
      pays(() => "paid", hiding),
    );
    expect(ran.thrown).toBeInstanceOf(RunTerminated);
    expect(ran.modelRequests).toHaveLength(1);
    expect(ran.output).toBeNull();
  });

  it("is told to the model though the tool hides its errors", async () => {
    const ran = await runShaped(
      { guard: { pre_tool_call: DENY } },
      pays(() => "paid", hiding),
    );
    expect(ran.modelRequests[1]).toContain("Not wanted here.");
    expect(ran.modelRequests[1]).not.toContain("all is well");
  });

  describe("of an answer, under a policy that retries everything,", () => {
    const retrying = (asked: string[]): Shape => {
      const policy = () => asked.push("asked") > 0;
      const retry = { maxRetries: 3, policy, backoff: { initialDelayMs: 0 } };
      return (agent) => agent.clone({ modelSettings: { retry } });
    };

    it("asks no model again", async () => {
      const ran = await runShaped({ guard: { post_model_call: DENY } }, retrying([]));
      expect(ran.thrown).toMatchObject({ point: "post_model_call" });
      expect(ran.modelRequests).toHaveLength(1);
    });

    it("differs from a model that fails, which is asked again", async () => {
      const asked: string[] = [];
      const ran = await runShaped({ replies: [] }, retrying(asked));
      expect(asked).toHaveLength(3);
      expect(ran.points.filter((point) => point === "pre_model_call")).toHaveLength(4);
      expect(ran.points).not.toContain("post_model_call");
    });
  });
});

describe("guardrails of the SDK", () => {
  const watching = (seen: string[]): Shape => {
    const guardrail = {
      name: "watch",
      execute: async () => {
        seen.push("ran");
        return { tripwireTriggered: false, outputInfo: null };
      },
    };
    return (agent) => agent.clone({ inputGuardrails: [guardrail] });
  };

  it("and the first model call, which runs beside them, come after the input was permitted", async () => {
    const seen: string[] = [];
    const ran = await runShaped({ guard: { input: DENY } }, watching(seen));
    expect(ran.modelRequests).toEqual([]);
    expect(seen).toEqual([]);
  });

  it("still run", async () => {
    const seen: string[] = [];
    const ran = await runShaped({}, watching(seen));
    expect(ran.output).toBe(ANSWER);
    expect(seen).toEqual(["ran"]);
  });
});

describe("observers", () => {
  const listening =
    (heard: unknown[][]): Shape =>
    (agent: AnyAgent) => {
      for (const event of ["agent_start", "agent_tool_start", "agent_tool_end", "agent_end"] as const) {
        agent.on(event, (...details: unknown[]) => heard.push([event, ...details]));
      }
      return agent;
    };

  it("are told when the answer is permitted", async () => {
    const heard: unknown[][] = [];
    let before = -1;
    const output = () => {
      before = heard.length;
      return { decision: "allow" };
    };
    await runShaped({ guard: { output } }, listening(heard));
    expect(before).toBe(0);
    expect(heard.map(([event]) => event)).toEqual(
      expect.arrayContaining(["agent_start", "agent_tool_end", "agent_end"]),
    );
  });

  it.each([
    ["withheld", DENY],
    ["rewritten", rewriting("done", "[redacted]")],
  ] as const)("are not told of an answer that was %s", async (_, output) => {
    const heard: unknown[][] = [];
    await runShaped({ guard: { output } }, listening(heard));
    expect(heard).toEqual([]);
  });
});

describe("a tool's time limit", () => {
  it("does not count the time that guards and people take", async () => {
    const slow = () => new Promise((resolve) => setTimeout(resolve, 60, { decision: "allow" }));
    const ran = await runShaped(
      { guard: { pre_tool_call: slow } },
      pays(() => "paid", { timeoutMs: 30 }),
    );
    expect(ran.modelRequests[1]).toContain("paid");
    expect(ran.output).toBe(ANSWER);
  });

  it("still ends the tool itself", async () => {
    const ran = await runShaped(
      {},
      pays(() => new Promise(() => undefined), { timeoutMs: 20 }),
    );
    expect(ran.modelRequests[1]).toContain("timed out");
  });
});

describe("tool calls", () => {
  it("with one and the same id get pairs of points of their own", async () => {
    const twice = [{ calls: [call("same"), call("same", { ...ARGS, invoice: "B-18" })] }, { text: ANSWER }];
    const ran = await runShaped({ replies: twice });
    const ids = ran.contexts.flatMap((context) =>
      context.interception_point === "pre_tool_call" ? [memberAt(context, "tool_call", "id")] : [],
    );
    expect(new Set(ids).size).toBe(2);
    expect(ran.paid).toHaveLength(2);
  });
});
