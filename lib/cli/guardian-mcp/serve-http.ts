/** The proxy over streamable HTTP, for clients on this machine: each MCP session is a connection and a Guardian session of its own. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpProxy } from "../../host/frameworks/mcp/proxy";

export interface HttpFront {
  readonly url: string;
  close(): Promise<void>;
}

export interface HttpFrontOptions {
  readonly host: string;
  readonly port: number;
  readonly start: (downstream: Transport) => Promise<McpProxy>;
}

const MOST_SESSIONS = 100;

/** Rejects when the port cannot be had. */
export async function serveHttp(options: HttpFrontOptions): Promise<HttpFront> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const proxies = new Set<McpProxy>();
  const server = createServer((request, response) => {
    route(request, response).catch(() => refuse(response, 500, "failed"));
  });

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isLocal(request)) return refuse(response, 403, "only for clients on this machine");
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    if (known) return known.handleRequest(request, response);
    if (id !== undefined) return refuse(response, 404, "no such session");
    if (sessions.size >= MOST_SESSIONS) return refuse(response, 503, "too many sessions");
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (sessionId) => void sessions.set(sessionId, transport),
      onsessionclosed: (sessionId) => void sessions.delete(sessionId),
    });
    const proxy = await options.start(transport as Transport);
    proxies.add(proxy);
    void proxy.closed.then(() => {
      proxies.delete(proxy);
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    });
    await transport.handleRequest(request, response);
    // What did not begin with initialize has no session, and its transport is of no use to anybody.
    if (transport.sessionId === undefined) await proxy.close();
  };

  const port = await listening(server, options);
  return {
    url: `http://${options.host}:${port}/mcp`,
    close: async () => {
      await Promise.all([...proxies].map((proxy) => proxy.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listening(server: Server, { host, port }: HttpFrontOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host.replace(/^\[|\]$/g, ""), () => resolve((server.address() as AddressInfo).port));
  });
}

/** A page in a browser can send requests here too, under a name of its own (DNS rebinding). */
function isLocal({ headers }: IncomingMessage): boolean {
  const named = (text: string) =>
    URL.canParse(text) && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(text).hostname);
  return named(`http://${headers.host ?? ""}`) && (headers.origin === undefined || named(headers.origin));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }));
}
