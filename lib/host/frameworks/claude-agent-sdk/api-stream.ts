/** The event stream of the Messages API: the message that it adds up to, and a stream that says a message. */
import { fromPlainObject } from "../../../core/json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json/value";
import { type ApiMessage, readApiMessage } from "./api-response";

/** Throws on a stream that is not whole, or that holds what cannot be judged because it is not known. */
export function assemble(stream: string): ApiMessage {
  const draft: Draft = { message: null, blocks: [], json: [], isWhole: false };
  for (const event of eventsOf(stream)) take(draft, event);
  if (draft.message === null || !draft.isWhole) throw new TypeError("the stream has no end");
  return readApiMessage({ ...draft.message, content: draft.blocks });
}

interface Draft {
  message: JsonObject | null;
  readonly blocks: JsonObject[];
  /** The arguments of calls, in pieces. */
  readonly json: string[];
  isWhole: boolean;
}

const eventsOf = (stream: string): JsonObject[] =>
  stream
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => fromPlainObject(JSON.parse(line.slice("data:".length))));

function take(draft: Draft, event: JsonObject): void {
  const at = Number(event.index);
  switch (event.type) {
    case "message_start":
      draft.message = event.message as JsonObject;
      return;
    case "content_block_start":
      draft.blocks[at] = event.content_block as JsonObject;
      draft.json[at] = "";
      return;
    case "content_block_delta":
      grow(draft, at, event.delta ?? null);
      return;
    case "content_block_stop":
      if (draft.json[at])
        draft.blocks[at] = { ...draft.blocks[at], input: fromPlainObject(JSON.parse(draft.json[at])) };
      return;
    case "message_delta":
      draft.message = { ...draft.message, ...(event.delta as JsonObject), usage: merged(draft.message, event) };
      return;
    case "message_stop":
      draft.isWhole = true;
      return;
    case "ping":
      return;
    default:
      throw new TypeError("an event that is not known");
  }
}

const merged = (message: JsonObject | null, { usage }: JsonObject): JsonValue => ({
  ...(isJsonObject(message?.usage ?? null) ? (message?.usage as JsonObject) : {}),
  ...(isJsonObject(usage ?? null) ? (usage as JsonObject) : {}),
});

const GROWING: { readonly [delta: string]: string } = {
  text_delta: "text",
  thinking_delta: "thinking",
  signature_delta: "signature",
};

function grow(draft: Draft, at: number, delta: JsonValue): void {
  const block = draft.blocks[at];
  if (block === undefined || !isJsonObject(delta)) throw new TypeError("a delta without its block");
  if (delta.type === "input_json_delta") {
    draft.json[at] += String(delta.partial_json);
    return;
  }
  if (delta.type === "citations_delta") {
    const citations = Array.isArray(block.citations) ? block.citations : [];
    draft.blocks[at] = { ...block, citations: [...citations, delta.citation ?? null] };
    return;
  }
  const member = GROWING[String(delta.type)];
  if (member === undefined) throw new TypeError("a delta that is not known");
  draft.blocks[at] = { ...block, [member]: `${block[member] ?? ""}${delta[member] ?? ""}` };
}

/** Each block in one piece. */
export function streamOf(message: ApiMessage): string {
  const { content, stop_reason = null, stop_sequence = null, usage = {} } = message;
  const start = { ...message, content: [], stop_reason: null, stop_sequence: null };
  return [
    { type: "message_start", message: start },
    ...content.flatMap((block, index) => [
      { type: "content_block_start", index, content_block: opened(block) },
      ...pieces(block).map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
    { type: "message_stop" },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
}

function opened(block: JsonObject): JsonObject {
  if (block.type === "text") return { ...block, text: "" };
  if (block.type === "thinking") return { ...block, thinking: "", signature: "" };
  return block.type === "tool_use" ? { ...block, input: {} } : block;
}

function pieces(block: JsonObject): JsonObject[] {
  if (block.type === "text") return [{ type: "text_delta", text: block.text ?? "" }];
  if (block.type === "tool_use") return [{ type: "input_json_delta", partial_json: JSON.stringify(block.input) }];
  if (block.type !== "thinking") return [];
  return [
    { type: "thinking_delta", thinking: block.thinking ?? "" },
    { type: "signature_delta", signature: block.signature ?? "" },
  ];
}
