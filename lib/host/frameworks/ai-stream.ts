/** Streams of an AI SDK model, held back whole: assembled before the verdict, made anew from what was permitted. */
import type { AiPart, AiResult } from "./ai-model-types";

/** The complete response. Throws what the stream reports as its error, and when it ends before its `finish`. */
export async function assemble(stream: ReadableStream<AiPart>): Promise<AiResult> {
  const blocks = new Map<string, Record<string, unknown>>();
  const content: AiPart[] = [];
  let warnings: unknown = [];
  let response: Record<string, unknown> | undefined;
  let finish: AiPart | undefined;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const part = next.value;
    if (part.type === "error") throw part.error;
    if (part.type === "finish") finish = part;
    else if (part.type === "stream-start") warnings = part.warnings;
    else if (part.type === "response-metadata") response = metadataOf(part);
    else if (isBlock(part)) extend(blocks, content, part);
    else if (!part.type.startsWith("tool-input-") && part.type !== "raw") content.push(part);
  }
  if (!finish) throw new Error("the model's stream ended before it was complete");
  const { type: _, ...rest } = finish;
  return { content, warnings, ...(response ? { response } : {}), ...rest, finishReason: finish.finishReason };
}

export function replay(result: AiResult): ReadableStream<AiPart> {
  const { content, warnings, response, finishReason, usage, providerMetadata } = result;
  const parts: AiPart[] = [
    { type: "stream-start", warnings: warnings ?? [] },
    ...(response ? [{ ...(response as object), type: "response-metadata" }] : []),
    ...content.flatMap(partsOf),
    { type: "finish", finishReason, usage, ...(providerMetadata === undefined ? {} : { providerMetadata }) },
  ];
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

const isBlock = (part: AiPart) => /^(text|reasoning)-(start|delta|end)$/.test(part.type);

/** Joins the deltas of one text or reasoning part; its last metadata counts (providers put signatures at the end). */
function extend(blocks: Map<string, Record<string, unknown>>, content: AiPart[], part: AiPart) {
  const kind = part.type.slice(0, part.type.indexOf("-"));
  const key = `${kind} ${part.id}`;
  let block = blocks.get(key);
  if (!block || part.type.endsWith("-start")) {
    block = { type: kind, text: "" };
    blocks.set(key, block);
    content.push(block as unknown as AiPart);
  }
  if (part.type.endsWith("-delta")) block.text = `${block.text}${part.delta}`;
  if (part.providerMetadata !== undefined) block.providerMetadata = part.providerMetadata;
}

function partsOf(part: AiPart, index: number): AiPart[] {
  const id = String(index);
  const metadata = part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata };
  if (part.type === "text" || part.type === "reasoning") {
    return [
      { type: `${part.type}-start`, id, ...metadata },
      { type: `${part.type}-delta`, id, delta: part.text },
      { type: `${part.type}-end`, id, ...metadata },
    ];
  }
  if (part.type !== "tool-call") return [part];
  return [
    { type: "tool-input-start", id: part.toolCallId, toolName: part.toolName },
    { type: "tool-input-delta", id: part.toolCallId, delta: part.input },
    { type: "tool-input-end", id: part.toolCallId },
    part,
  ];
}

function metadataOf({ type: _, ...metadata }: AiPart): Record<string, unknown> {
  return metadata;
}
