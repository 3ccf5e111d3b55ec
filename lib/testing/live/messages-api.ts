/** A scripted model that speaks the Messages API on a loopback address, as a stream of events or at once. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ScriptedReply } from "../adapter-driver";

export interface MessagesApi {
  readonly url: string;
  /** Bodies of the model calls, in order. */
  readonly requests: readonly string[];
  /** Paths that were asked for beside model calls. */
  readonly others: readonly string[];
  close(): Promise<void>;
}

/** Answers with the script's replies, in order; when none is left, with an error that nobody tries again. */
export async function startMessagesApi(replies: readonly ScriptedReply[]): Promise<MessagesApi> {
  const requests: string[] = [];
  const others: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (!request.url?.startsWith("/v1/messages?") && request.url !== "/v1/messages") {
      others.push(`${request.method} ${request.url}`);
      return fail(response, 404);
    }
    const reply = replies[requests.length];
    requests.push(body);
    if (!reply) return fail(response, 400);
    say(response, reply, JSON.parse(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    others,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function fail(response: ServerResponse, status: number): void {
  const error = { type: "invalid_request_error", message: "the script is at its end" };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ type: "error", error }));
}

type Block = { readonly type: string; readonly [member: string]: unknown };

function say(response: ServerResponse, reply: ScriptedReply, asked: { model: string; stream?: boolean }): void {
  const content: readonly Block[] =
    "text" in reply
      ? [{ type: "text", text: reply.text }]
      : reply.calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args }));
  const usage = { input_tokens: 1, output_tokens: 1 };
  const about = { id: "msg_scripted", type: "message", role: "assistant", model: asked.model, stop_sequence: null };
  const stop_reason = "text" in reply ? "end_turn" : "tool_use";
  if (asked.stream !== true) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...about, content, stop_reason, usage }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const event = (type: string, members: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`);
  event("message_start", { message: { ...about, content: [], stop_reason: null, usage } });
  content.forEach((block, index) => {
    sayBlock(event, block, index);
  });
  event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 2 } });
  event("message_stop", {});
  response.end();
}

/** In two pieces, as models do. */
function sayBlock(event: (type: string, members: object) => void, block: Block, index: number): void {
  const isText = block.type === "text";
  const text = isText ? String(block.text) : JSON.stringify(block.input);
  event("content_block_start", { index, content_block: isText ? { ...block, text: "" } : { ...block, input: {} } });
  for (const piece of [text.slice(0, 5), text.slice(5)]) {
    const delta = isText ? { type: "text_delta", text: piece } : { type: "input_json_delta", partial_json: piece };
    event("content_block_delta", { index, delta });
  }
  event("content_block_stop", { index });
}
