/** The MCP server's end: a process that is started, or an address that is called. */
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Upstream } from "./settings";

/** One message may be this long; a server that sends more is cut off. */
export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/** The server gets the environment without what the proxy signs with. */
export function upstreamTransport(upstream: Upstream, env: Readonly<Record<string, string | undefined>>): Transport {
  if (upstream.kind === "url") {
    return new HttpUpstream(upstream.url, { requestInit: { headers: upstream.headers } }) as Transport;
  }
  const passed = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith("GUARDIAN_"),
  );
  return new StdioClientTransport({
    command: upstream.command,
    args: [...upstream.args],
    env: Object.fromEntries(passed),
    stderr: "inherit",
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
}

const GOODBYE_MS = 2_000;

/** Tells the server that its session is over, which the transport itself leaves to others. */
class HttpUpstream extends StreamableHTTPClientTransport {
  override async close(): Promise<void> {
    const elapsed = new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref());
    await Promise.race([this.terminateSession().catch(() => undefined), elapsed]);
    await super.close();
  }
}

/** As the AgBOM names it: without credentials, query or arguments. */
export function endpointOf(upstream: Upstream): string {
  if (upstream.kind === "url") return `${upstream.url.origin}${upstream.url.pathname}`;
  const program = upstream.command.split(/[\\/]/).at(-1) ?? "command";
  return `stdio:${encodeURIComponent(program)}`;
}
