/** Streams of an AI SDK model, put together and made anew. */
import { convertArrayToReadableStream, convertReadableStreamToArray } from "ai/test";
import { describe, expect, it } from "vitest";
import type { AiPart } from "./ai-model-types";
import { assemble, replay } from "./ai-stream";

const finish = { type: "finish", finishReason: "stop", usage: { totalTokens: 2 }, providerMetadata: { p: { id: 1 } } };

const PARTS: AiPart[] = [
  { type: "stream-start", warnings: [] },
  { type: "response-metadata", id: "r-1", modelId: "m" },
  { type: "reasoning-start", id: "a" },
  { type: "text-start", id: "a" },
  { type: "reasoning-delta", id: "a", delta: "Hm" },
  { type: "text-delta", id: "a", delta: "Good " },
  { type: "reasoning-delta", id: "a", delta: "m." },
  { type: "text-delta", id: "a", delta: "day." },
  { type: "reasoning-end", id: "a", providerMetadata: { p: { signature: "s" } } },
  { type: "text-end", id: "a" },
  { type: "tool-input-start", id: "c", toolName: "pay" },
  { type: "tool-input-delta", id: "c", delta: "{}" },
  { type: "tool-input-end", id: "c" },
  { type: "tool-call", toolCallId: "c", toolName: "pay", input: "{}" },
  { type: "raw", rawValue: "beside the verdict" },
  finish,
];

const stream = (parts: readonly AiPart[]) => convertArrayToReadableStream([...parts]);

describe("a stream", () => {
  it("is put together by kind and id, with the metadata that came last, without raw chunks", async () => {
    expect(await assemble(stream(PARTS))).toEqual({
      content: [
        { type: "reasoning", text: "Hmm.", providerMetadata: { p: { signature: "s" } } },
        { type: "text", text: "Good day." },
        { type: "tool-call", toolCallId: "c", toolName: "pay", input: "{}" },
      ],
      warnings: [],
      response: { id: "r-1", modelId: "m" },
      finishReason: "stop",
      usage: { totalTokens: 2 },
      providerMetadata: { p: { id: 1 } },
    });
  });

  it("says the same when it is made anew", async () => {
    const result = await assemble(stream(PARTS));
    const again = await convertReadableStreamToArray(replay(result));
    expect(await assemble(stream(again))).toEqual(result);
  });

  it("throws the error that it reports", async () => {
    const broken = [...PARTS.slice(0, 6), { type: "error", error: new Error("overloaded") }, finish];
    await expect(assemble(stream(broken))).rejects.toThrow("overloaded");
  });

  it("that ends before it is complete is a failed call", async () => {
    await expect(assemble(stream(PARTS.slice(0, -1)))).rejects.toThrow("before it was complete");
  });
});
