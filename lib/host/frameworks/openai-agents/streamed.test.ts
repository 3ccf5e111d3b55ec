/** Streams, and runs that end early. */
import { setTraceProcessors } from "@openai/agents";
import { describe, expect, it } from "vitest";
import { RunTerminated } from "../../../agent-hooks/hook-session";
import { ANSWER, rewriting, shutdownReason } from "../../../testing/adapter-contract/scenario";
import { runShaped, type Way } from "../../../testing/frameworks/openai-agents-scenario";
import { governOpenAiAgent } from "./govern-openai-agent";

describe("a run that is streamed", () => {
  const streamed: Way = ({ governed }, { prompt }) => governed.run(prompt, { stream: true });
  const breaking = { guard: { pre_tool_call: () => ({ decision: "perhaps" }) } };

  it("ends with the block under the terminate posture", async () => {
    const scenario = { ...breaking, options: { surface: { toolSeamHostError: "terminate" } } } as const;
    const ran = await runShaped(scenario, undefined, streamed);
    expect(ran.thrown).toBeInstanceOf(RunTerminated);
    expect(ran.modelRequests).toHaveLength(1);
    expect(shutdownReason(ran)).toBe("error");
  });

  it("ends with what crashed", async () => {
    const ran = await runShaped({ replies: [] }, undefined, streamed);
    expect(String(ran.thrown)).toContain("the script of the model is over");
    expect(shutdownReason(ran)).toBe("error");
  });

  it("is told as cancelled when the caller aborts", async () => {
    const controller = new AbortController();
    const pay = () => {
      controller.abort();
      return "paid";
    };
    const aborted: Way = ({ governed }, { prompt }) => governed.run(prompt, { signal: controller.signal });
    const ran = await runShaped({ pay }, undefined, aborted);
    expect(ran.thrown).not.toBeNull();
    expect(shutdownReason(ran)).toBe("cancelled");
  });

  it("gives its text in one piece, as permitted", async () => {
    const pieces: unknown[] = [];
    const reading: Way = async ({ governed }, { prompt }) => {
      const stream = await governed.run(prompt, { stream: true });
      for await (const event of stream) pieces.push(event);
      return stream;
    };
    const ran = await runShaped({ guard: { output: rewriting("done", "over") } }, undefined, reading);
    const delta = ANSWER.replace("done", "over");
    expect(pieces).toEqual([{ type: "raw_model_stream_event", data: { type: "output_text_delta", delta } }]);
    expect(ran.output).toBe(delta);
  });
});

describe("traces of the SDK", () => {
  it("get no raw response from the model", async () => {
    setTraceProcessors([]);
    const traced: Way = ({ agent, hooks }, { prompt }) => governOpenAiAgent(hooks, agent).run(prompt);
    let asked: unknown[] = [];
    const ran = await runShaped({}, undefined, async (built, input) => {
      const result = await traced(built, input);
      asked = built.model.requests.map(({ tracing }) => tracing);
      return result;
    });
    expect(ran.output).toBe(ANSWER);
    expect(asked).toEqual(["enabled_without_data", "enabled_without_data"]);
  });
});
