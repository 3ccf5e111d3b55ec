/** `guardian-mcp` as an MCP client starts it: a process on standard input and output, or an address, at a real Guardian. */

import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type McpWorld, mcpWorld } from "../testing/mcp-world";
import { soon } from "../testing/soon";
import { projectRoot } from "../testing/sources";
import { main } from "./guardian-mcp";

const EVERYTHING = [
  "--",
  process.execPath,
  "node_modules/@modelcontextprotocol/server-everything/dist/index.js",
  "stdio",
];

let world: McpWorld;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  world = await mcpWorld();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => world.close());

async function environment() {
  const { agentId, keyId, secret } = await world.w.agent();
  return {
    GUARDIAN_URL: `${world.listener.url}/acs`,
    GUARDIAN_AGENT_ID: agentId,
    GUARDIAN_KEY_ID: keyId,
    GUARDIAN_SECRET: Buffer.from(secret).toString("base64"),
    PATH: process.env.PATH ?? "",
  };
}

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: "test-client", version: "1.0.0" });
  await client.connect(transport);
  stops.push(() => client.close());
  return client;
}

/** Runs `guardian-mcp --listen` in this process and gives its address. */
async function front(args: readonly string[]): Promise<string> {
  const stderr = new PassThrough();
  let output = "";
  stderr.on("data", (chunk) => (output += String(chunk)));
  let stop = () => {};
  const onStop = (callback: () => void) => {
    stop = callback;
  };
  const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr, env: await environment(), onStop };
  const ended = main(["--listen", "127.0.0.1:0", ...args], io);
  stops.push(() => {
    stop();
    return ended;
  });
  const address = () => /http:\S+/.exec(output)?.[0] ?? "";
  await soon(address).toContain("/mcp");
  return address();
}

const lastSession = async () => world.w.container.prisma.session.findFirstOrThrow({ orderBy: { openedAt: "desc" } });

describe("guardian-mcp", () => {
  it("wraps a command for a client that starts it, and ends the session with the client", async () => {
    const env = await environment();
    const args = ["lib/cli/bin/guardian-mcp.mjs", ...EVERYTHING];
    const client = await connected(
      new StdioClientTransport({ command: process.execPath, args, env, cwd: projectRoot, stderr: "ignore" }),
    );
    const echoed = await client.callTool({ name: "echo", arguments: { message: "hello" } });
    expect(echoed.content).toEqual([{ type: "text", text: "Echo: hello" }]);
    const { sessionId } = await lastSession();
    await client.close();
    await soon(async () => (await world.chainOf(sessionId)).at(-1)?.stepType).toBe("steps/sessionEnd");
  });

  it("keeps what it signs with from the server that it starts", async () => {
    const env = { ...(await environment()), SERVER_TOKEN: "for-the-server" };
    const args = ["lib/cli/bin/guardian-mcp.mjs", ...EVERYTHING];
    const client = await connected(
      new StdioClientTransport({ command: process.execPath, args, env, cwd: projectRoot, stderr: "ignore" }),
    );
    const shown = JSON.stringify(await client.callTool({ name: "get-env" }));
    expect(shown).toContain("for-the-server");
    expect(shown).not.toContain("GUARDIAN_");
  });

  it("cuts off a server that sends without end, and tells its client", async () => {
    const flood = "process.stdout.write('x'.repeat(12_000_000)); setInterval(() => {}, 1_000);";
    const args = ["lib/cli/bin/guardian-mcp.mjs", "--", process.execPath, "-e", flood];
    const env = await environment();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args,
      env,
      cwd: projectRoot,
      stderr: "ignore",
    });
    await expect(connected(transport)).rejects.toThrow(/ended|closed/i);
    await soon(async () => (await lastSession()).state).toBe("closed");
  });

  it("serves over HTTP, and wraps a server that is reached over HTTP", async () => {
    const inner = await front(EVERYTHING);
    const outer = await front(["--url", inner, "--name", "inner"]);
    const client = await connected(new StreamableHTTPClientTransport(new URL(outer)) as Transport);
    const steps: number[] = [];
    const long = { name: "trigger-long-running-operation", arguments: { duration: 0.2, steps: 2 } };
    await client.callTool(long, undefined, { onprogress: ({ progress }) => void steps.push(progress) });
    expect(steps).toEqual([1, 2]);
    const echoed = await client.callTool({ name: "echo", arguments: { message: "twice" } });
    expect(echoed.content).toEqual([{ type: "text", text: "Echo: twice" }]);
  });

  it("answers no page of another origin", async () => {
    const url = await front(EVERYTHING);
    const answer = await fetch(url, { method: "POST", headers: { origin: "https://example.test" }, body: "{}" });
    expect(answer.status).toBe(403);
  });
});
