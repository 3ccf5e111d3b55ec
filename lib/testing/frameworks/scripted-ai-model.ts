/** Scripted answers in the form of a language model of the AI SDK, provider interface v2 and v3. */
import type { ScriptedReply } from "../adapter-driver";

/** `finishReason` and `usage` differ between the two versions of the interface. */
const ENDS = {
  v2: (reason: string) => ({
    finishReason: reason,
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  }),
  v3: (reason: string) => ({
    finishReason: { unified: reason, raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
  }),
};

export interface ScriptedAiModel {
  /** Serialized prompts, in the order of the calls. */
  readonly requests: string[];
  doGenerate(options: { readonly prompt: unknown }): Promise<never>;
  doStream(options: { readonly prompt: unknown }): Promise<never>;
}

interface Result {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly warnings: readonly unknown[];
  readonly finishReason: unknown;
  readonly usage: unknown;
}

/** Throws when no reply is left. */
export function scriptedAiModel(replies: readonly ScriptedReply[], version: "v2" | "v3"): ScriptedAiModel {
  const requests: string[] = [];
  const next = (prompt: unknown): Result => {
    requests.push(JSON.stringify(prompt));
    const reply = replies[requests.length - 1];
    if (!reply) throw new Error("no reply is left");
    return { content: contentOf(reply), ...ENDS[version]("text" in reply ? "stop" : "tool-calls"), warnings: [] };
  };
  return {
    requests,
    doGenerate: async ({ prompt }) => next(prompt) as never,
    doStream: async ({ prompt }) => ({ stream: streamOf(next(prompt)) }) as never,
  };
}

const contentOf = (reply: ScriptedReply): Result["content"] =>
  "text" in reply
    ? [{ type: "text", text: reply.text }]
    : reply.calls.map(({ id, name, args }) => ({
        type: "tool-call",
        toolCallId: id,
        toolName: name,
        input: JSON.stringify(args),
      }));

function streamOf({ content, warnings, ...end }: Result): ReadableStream {
  const parts = content.flatMap((part) =>
    part.type === "text"
      ? [
          { type: "text-start", id: "t" },
          // in two pieces, so that a reader of pieces would meet the first before the whole is judged
          { type: "text-delta", id: "t", delta: String(part.text).slice(0, 4) },
          { type: "text-delta", id: "t", delta: String(part.text).slice(4) },
          { type: "text-end", id: "t" },
        ]
      : [part],
  );
  return new ReadableStream({
    start(controller) {
      for (const part of [{ type: "stream-start", warnings }, ...parts, { type: "finish", ...end }]) {
        controller.enqueue(part);
      }
      controller.close();
    },
  });
}
