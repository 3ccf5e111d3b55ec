/** Runs of Mastra that are not a plain loop, and what a run leaves alone. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { rewriting } from "../../../testing/adapter-contract/scenario";
import { mastraSetup, PAY_CALL } from "../../../testing/frameworks/mastra-setup";

describe("a structured answer", () => {
  it("is parsed from what was permitted", async () => {
    const { agent, points } = mastraSetup({
      replies: [{ text: '{"amount":840}' }],
      guard: { output: rewriting("840", "500") },
    });
    const structuredOutput = { schema: z.object({ amount: z.number() }) } as never;
    expect((await agent.generate("x", { structuredOutput })).object).toEqual({ amount: 500 });
    expect(points().filter((point) => point === "pre_model_call")).toHaveLength(1);
  });
});

describe("a run that the caller aborts", () => {
  it("ends as cancelled, with nothing handed out", async () => {
    const controller = new AbortController();
    const post_model_call = () => {
      controller.abort(new Error("enough"));
      return { decision: "allow" };
    };
    const { agent, contexts } = mastraSetup({ guard: { post_model_call }, replies: [PAY_CALL, { text: "All done." }] });
    await expect(agent.generate("x", { abortSignal: controller.signal })).rejects.toThrow();
    expect(contexts.at(-1)).toMatchObject({ summary: { reason: "cancelled" } });
  });
});

describe("the process", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("sends nothing anywhere", async () => {
    const fetched: unknown[] = [];
    vi.stubGlobal("fetch", async (address: unknown) => {
      fetched.push(address);
      throw new Error("no network");
    });
    await mastraSetup({}).agent.generate("x");
    expect(fetched).toEqual([]);
  });
});
