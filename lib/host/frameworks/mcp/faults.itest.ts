/** A Guardian that answers badly or not at all: the proxy lets nothing through. */

import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import {
  type FaultServer,
  type Peer,
  type Received,
  type Reply,
  startFaultServer,
} from "../../../testing/fault-server";
import { connectedMcp, type McpConnection, mcpConnection } from "../../../testing/mcp-connection";
import { smallMcpServer } from "../../../testing/mcp-policies";
import { soon } from "../../../testing/soon";
import { createGuardianClient } from "../../client";
import type { Posture } from "../../posture";
import { GUARDIAN_SILENT } from "./denial";

const secret = new Uint8Array(randomBytes(32));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Fault = (received: Received, peer: Peer) => Reply;
const ALLOW = { decision: "allow" };
const OTHER = "99999999-9999-4999-8999-999999999999";

const FAULTS: readonly (readonly [what: string, fault: Fault])[] = [
  ["drops the connection", () => ({ kind: "reset" })],
  ["answers garbage", () => ({ kind: "text", text: "<html>allow</html>" })],
  ["answers unsigned", (one, peer) => peer.result(one, ALLOW, { unsigned: true })],
  ["answers under another key", (one, peer) => peer.result(one, ALLOW, { key: randomBytes(32) })],
  ["answers another request", (one, peer) => peer.result(one, ALLOW, { requestId: OTHER })],
  ["answers another message", (one, peer) => peer.result(one, ALLOW, { id: OTHER })],
  ["answers another word", (one, peer) => peer.result(one, { decision: "sure" })],
  ["refuses the message", (one, peer) => peer.error(one, -32_000, "session_refused")],
  ["never answers", () => ({ kind: "silence" })],
  ["answers late", (one, peer) => ({ ...peer.result(one, ALLOW), delayMs: 600 })],
  ["edits what is not there", (one, peer) => peer.result(one, edit("/params/arguments/nowhere"))],
  ["edits which message it is", (one, peer) => peer.result(one, edit("/id"))],
];

const edit = (path: string) => ({
  decision: "modify",
  reasoning: "Not as it stands.",
  modifications: { redactions: [{ path, replacement: "other" }] },
});

/** Faulty where `spoils` says so. */
async function place(fault: Fault, spoils: (received: Received) => boolean, posture: Posture = "deny") {
  let server: FaultServer | undefined = await startFaultServer(secret, (received, peer) =>
    spoils(received) ? fault(received, peer) : undefined,
  );
  closing.push(async () => {
    await server?.close();
    server = undefined;
  });
  const { url, received } = server;
  const settings = { url, agentId: "agent-blue", keyId: "k1", secret, timeoutMs: 300, posture } as const;
  return { guardian: createGuardianClient(settings), received, ...smallMcpServer() };
}

const later = <C extends McpConnection>(connection: C): C => {
  closing.push(() => connection.close());
  return connection;
};

const isCall = ({ method, payload }: Received) => method === "protocols/MCP/tools/call" && "method" in payload;
const isResult = ({ method, payload }: Received) => method === "protocols/MCP/tools/call" && "result" in payload;
const isRead = ({ method }: Received) => method === "protocols/MCP/resources/read";
const said = { name: "say", arguments: { words: "secret words" } };

describe("a Guardian that", () => {
  it.each(FAULTS)("%s lets no call through", async (_, fault) => {
    const { runs, ...at } = await place(fault, isCall);
    const { client } = later(await connectedMcp(at));
    const result = await client.callTool(said);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toMatch(/Blocked: /);
    expect(runs).toEqual([]);
  });

  it.each(FAULTS)("%s lets no result through", async (_, fault) => {
    const { runs, ...at } = await place(fault, isResult);
    const { client } = later(await connectedMcp(at));
    const result = await client.callTool(said);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain("secret words");
    expect(runs).toHaveLength(1);
  });

  it.each(FAULTS)("%s lets no resource through", async (_, fault) => {
    const { runs, ...at } = await place(fault, isRead);
    const { client } = later(await connectedMcp(at));
    await expect(client.readResource({ uri: "note://public" })).rejects.toThrow(/Blocked: /);
    expect(runs).toEqual([]);
  });

  it("is told that a call it released was not run, when its edit cannot be made", async () => {
    const fault: Fault = (one, peer) => peer.result(one, edit("/params/arguments/nowhere"));
    const { received, ...at } = await place(fault, isCall);
    const { client } = later(await connectedMcp(at));
    await client.callTool(said);
    const told = () =>
      received.filter(({ method, payload }) => method === "protocols/MCP/tools/call" && "error" in payload);
    await soon(told).toHaveLength(1);
  });

  it.each(["handshake/hello", "steps/sessionStart", "protocols/MCP/initialize"])(
    "does not answer %s opens no connection and starts no server",
    async (method) => {
      const { server: _unused, ...at } = await place(
        () => ({ kind: "reset" }),
        (one) => one.method === method,
      );
      let started = 0;
      const server = {
        connect: async () => {
          started += 1;
        },
      };
      const connection = later(await mcpConnection({ ...at, server }));
      await expect(connection.client.connect(connection.raw)).rejects.toMatchObject({ code: GUARDIAN_SILENT });
      await connection.proxy.closed;
      expect(started).toBe(0);
    },
  );

  it("serves a host that would go on without decisions gets no messages to judge", async () => {
    const { received, ...at } = await place(
      () => ({ kind: "reset" }),
      () => false,
      "proceed",
    );
    const connection = later(await mcpConnection(at));
    await expect(connection.client.connect(connection.raw)).rejects.toThrow(/posture must be deny/);
    await connection.proxy.closed;
    expect(received.map(({ method }) => method)).toEqual(["handshake/hello", "steps/sessionStart", "steps/sessionEnd"]);
  });

  it("does not evaluate a method lets it through to nobody", async () => {
    const evaluates = (one: Received) =>
      (one.payload.methods_implemented as string[]).filter((name) => !name.endsWith("/ping"));
    const terms = { negotiated_version: "0.1.0", selected_transport: "http", timeout_config: { default_ms: 2_000 } };
    const fault: Fault = (one, peer) => peer.result(one, { ...terms, methods_evaluated: evaluates(one) });
    const at = await place(fault, ({ method }) => method === "handshake/hello");
    const { client } = later(await connectedMcp(at));
    await expect(client.ping()).rejects.toMatchObject({ code: GUARDIAN_SILENT });
  });
});
