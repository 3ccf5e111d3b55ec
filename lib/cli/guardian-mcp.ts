/** `guardian-mcp`: an MCP server behind the Guardian, for any MCP client: wraps a command or an address, and speaks MCP itself. */

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { createGuardianClient, type GuardianClient } from "../host/client";
import { type McpProxy, startMcpProxy } from "../host/frameworks/mcp/proxy";
import type { CommandIo } from "./command-io";
import { eventLine } from "./guardian-mcp/event-line";
import { serveHttp } from "./guardian-mcp/serve-http";
import { type McpSettings, readSettings, USAGE } from "./guardian-mcp/settings";
import { endpointOf, MAX_MESSAGE_BYTES, upstreamTransport } from "./guardian-mcp/upstream";

/** How long an end may take, ms: a Guardian that does not answer must not keep the process. */
const END_MS = 10_000;

/** The exit code: 0 for a connection that ended as it should, 1 for one that was refused or broke, 2 for bad arguments. */
export async function main(argv: readonly string[], io: CommandIo): Promise<number> {
  const say = (line: string) => io.stderr.write(`guardian-mcp: ${line}\n`);
  const settings = readSettings(argv, io.env);
  if (!settings.ok) {
    say(settings.failure);
    io.stderr.write(`\n${USAGE}\n`);
    return 2;
  }
  if (settings.value === "help") {
    io.stderr.write(`${USAGE}\n`);
    return 0;
  }
  const client = clientOf(settings.value);
  if (client === null) {
    say("GUARDIAN_SECRET is not the secret of a key: base64 of 32 bytes or more");
    return 2;
  }
  const start = starter({ settings: settings.value, client, io, say });
  const { listen } = settings.value;
  return listen === null ? overStdio(io, start) : overHttp(io, { ...listen, start, say });
}

function clientOf({ guardian }: McpSettings): GuardianClient | null {
  try {
    return createGuardianClient({ ...guardian, posture: "deny" });
  } catch {
    return null;
  }
}

interface Starting {
  readonly settings: McpSettings;
  readonly client: GuardianClient;
  readonly io: CommandIo;
  readonly say: (line: string) => void;
}

function starter({ settings, client, io, say }: Starting): (downstream: Transport) => Promise<McpProxy> {
  const { upstream, serverId, userId, waitMs, verbose } = settings;
  return (downstream) =>
    startMcpProxy({
      client,
      downstream,
      open: userId === undefined ? {} : { userContext: { user_id: userId } },
      connect: () => upstreamTransport(upstream, io.env),
      server: { id: serverId, endpoint: endpointOf(upstream) },
      waitMs,
      onEvent: (event) => {
        const line = eventLine(event, verbose);
        if (line !== null) say(line);
      },
    });
}

async function overStdio(io: CommandIo, start: (downstream: Transport) => Promise<McpProxy>): Promise<number> {
  const transport = new StdioServerTransport(io.stdin, io.stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
  const proxy = await start(transport);
  let elapsed = () => {};
  const gaveUp = new Promise<{ readonly reason: "error" }>((resolve) => {
    elapsed = () => resolve({ reason: "error" });
  });
  const stop = (reason: "completed" | "cancelled") => {
    setTimeout(elapsed, END_MS).unref();
    void proxy.close(reason);
  };
  // The transport itself does not notice that its client has gone.
  io.stdin.once("end", () => stop("completed"));
  io.stdin.once("close", () => stop("completed"));
  io.stdout.once("error", () => stop("completed"));
  io.onStop(() => stop("cancelled"));
  const { reason } = await Promise.race([proxy.closed, gaveUp]);
  return reason === "error" ? 1 : 0;
}

interface Front {
  readonly host: string;
  readonly port: number;
  readonly start: (downstream: Transport) => Promise<McpProxy>;
  readonly say: (line: string) => void;
}

async function overHttp(io: CommandIo, { say, ...options }: Front): Promise<number> {
  let front: Awaited<ReturnType<typeof serveHttp>>;
  try {
    front = await serveHttp(options);
  } catch {
    say(`cannot listen on port ${options.port}`);
    return 1;
  }
  say(`serves MCP on ${front.url}`);
  await new Promise<void>((resolve) => io.onStop(resolve));
  await Promise.race([front.close(), new Promise((resolve) => setTimeout(resolve, END_MS).unref())]);
  return 0;
}
