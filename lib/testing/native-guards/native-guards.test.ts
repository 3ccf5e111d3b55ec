/** The same guard as a framework's own callback: what each installed framework did, so that the demo tells the truth. */
import { describe, expect, it } from "vitest";
import { NATIVE_GUARDS } from "./native-guards";
import { type NativeOutcome, nativeOutcome } from "./native-outcome";

/** Found by running them. A new version that does otherwise is to be told here, and in the demo it is told at once. */
const SEEN: Readonly<Record<string, Partial<NativeOutcome>>> = {
  langgraph: { guardThrew: true, refundRan: true, ended: "normally" },
  "openai-agents": { guardThrew: true, refundRan: false, ended: "ToolCallError" },
  "vercel-ai": { guardThrew: true, refundRan: true, ended: "normally" },
  mastra: { guardThrew: true, refundRan: true, guardCameFirst: false },
  llamaindex: { guardThrew: true, refundRan: true, ended: "process died" },
};

it("knows what each of them does", () => {
  expect(Object.keys(SEEN)).toEqual(Object.keys(NATIVE_GUARDS));
});

describe.each(Object.keys(NATIVE_GUARDS))("a throwing guard in the callback of %s", (framework) => {
  it("has the effect that the demo tells of", async () => {
    expect(await nativeOutcome(framework)).toMatchObject(SEEN[framework] ?? {});
  }, 60_000);
});
