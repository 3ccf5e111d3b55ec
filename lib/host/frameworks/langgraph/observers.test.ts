/** Callbacks and streams, which would see what nobody judged yet. */
import { describe, expect, it } from "vitest";
import { ANSWER, DENY, rewriting, SECRET } from "../../../testing/adapter-contract/scenario";
import { asked } from "../../../testing/frameworks/langgraph";
import { runShaped, type Way } from "../../../testing/frameworks/langgraph-scenario";

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
