/** The Guardian's own HTTP listener: what agents post, in a process that renders no pages, so that no page delays a decision. */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AGENT_HOOKS_PATHS } from "../core/wire/agent-hooks";
import type { Guardian } from "../guardian/handle";
import { readBody } from "./body";

export interface ListenerOptions {
  readonly guardian: Guardian;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly maxBytes: number;
  readonly publishedKeys: () => unknown | Promise<unknown>;
  /** Counters of the trace, for this machine's own eyes. */
  readonly traceStatus?: () => unknown;
  /** ms that a client may take to send its headers, and its whole request. */
  readonly patience?: { readonly headersMs: number; readonly requestMs: number };
}

const PATIENCE = { headersMs: 10_000, requestMs: 20_000 };

export interface Listener {
  readonly url: string;
  /** Takes no new connections, lets running requests finish. */
  close(): Promise<void>;
}

const JSON_TYPE = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

export async function listen(options: ListenerOptions): Promise<Listener> {
  const { headersMs, requestMs } = options.patience ?? PATIENCE;
  // A client that sends its headers or body slowly holds a socket, not the Guardian; both limits are only looked at this often.
  const limits = { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: headersMs / 4 };
  const server = http.createServer(limits, (request, response) => void route(options, request, response));
  server.keepAliveTimeout = 65_000;
  server.maxRequestsPerSocket = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        // a kept connection becomes idle only when its last answer is out
        const sweep = setInterval(() => server.closeIdleConnections(), 50);
        server.close(() => {
          clearInterval(sweep);
          resolve();
        });
      }),
  };
}

async function route(options: ListenerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  const only = Object.hasOwn(AGENT_HOOKS_PATHS, path) ? AGENT_HOOKS_PATHS[path] : undefined;
  if (path === "/acs" || only !== undefined)
    return request.method === "POST"
      ? post(options, { request, only }, response)
      : send(response, 405, { error: "POST only" }, { allow: "POST" });
  if (request.method !== "GET") return send(response, 405, { error: "GET only" }, { allow: "GET" });
  if (path === "/health") return send(response, 200, { status: "ok" });
  if (path === "/.well-known/guardian-keys.json") return send(response, 200, await options.publishedKeys());
  if (path === "/trace-status" && options.traceStatus && isLocal(request))
    return send(response, 200, options.traceStatus());
  return send(response, 404, { error: "not found" });
}

/** From this machine, and for nobody else: what a proxy passes on is not local. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return false;
  return /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "");
}

/** A header that came twice says nothing. */
const single = (header: string | string[] | undefined): string | null => (typeof header === "string" ? header : null);

async function post(
  { guardian, maxBytes }: ListenerOptions,
  { request, only }: { readonly request: IncomingMessage; readonly only: string | undefined },
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request, maxBytes);
  if (body === null) return;
  const traceparent = single(request.headers.traceparent);
  const answer = await guardian.handle(body, { traceparent, ...(only === undefined ? {} : { only }) });
  response.writeHead(200, { ...JSON_TYPE, "content-length": answer.length });
  response.end(answer);
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...JSON_TYPE, ...headers, "content-length": Buffer.byteLength(text) });
  response.end(text);
}
