/** The listener of the model gateway, on Node: an address of this machine that nobody else reaches. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { GatewayHandler, Listen } from "../../host/frameworks/claude-agent-sdk/gateway-types";

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** A free port of 127.0.0.1. A request that is too large, or that the handler breaks on, is refused. */
export const listenOnLoopback: Listen = async (handle) => {
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request, handle).catch(() => REFUSED);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const REFUSED = { status: 403, headers: { "content-type": "application/json" }, body: "{}" };

async function answerTo(request: IncomingMessage, handle: GatewayHandler) {
  const body = await bodyOf(request);
  if (body === null) return { ...REFUSED, status: 413 };
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  const { method = "", url = "" } = request;
  return handle({ method, path: url, headers: Object.fromEntries(headers), body });
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
