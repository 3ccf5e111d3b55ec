/** Ends that do not keep to the protocol, with a real Guardian between them: nothing of theirs passes, and nothing crashes. */

import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { mcpConnection } from "../../../testing/mcp-connection";
import { type McpWorld, mcpWorld } from "../../../testing/mcp-world";
import { soon } from "../../../testing/soon";

let world: McpWorld;
beforeAll(async () => {
  world = await mcpWorld();
});
afterEach(() => world.closeConnections());
afterAll(() => world.close());

type Message = { readonly [member: string]: unknown };
const send = (transport: Transport, message: unknown) => transport.send(message as never);

/** A server that answers by hand. `replies` gives the messages to send back for a request. */
async function handmade(replies: (message: Message) => readonly unknown[]) {
  let far: Transport | undefined;
  const heard: Message[] = [];
  const server = {
    connect: async (transport: Transport) => {
      far = transport;
      transport.onmessage = (message) => {
        heard.push(message as Message);
        const { method, id } = message as { method?: string; id?: number };
        const own = method === "initialize" ? [initialized(id)] : replies(message as Message);
        for (const reply of own) void send(transport, reply);
      };
      await transport.start();
    },
  };
  const mcp = await world.connect({ server });
  return { ...mcp, heard, say: (message: unknown) => send(far as Transport, message) };
}

const initialized = (id: unknown, version = "2025-11-25") => ({
  jsonrpc: "2.0",
  id,
  result: { protocolVersion: version, capabilities: {}, serverInfo: { name: "handmade", version: "1" } },
});
const answer = (message: Message, result: unknown) => ({ jsonrpc: "2.0", id: message.id, result });
const pong = (message: Message) => (message.method === "ping" ? [answer(message, {})] : []);

describe("a server", () => {
  it("cannot answer what nobody asked, nor answer twice", async () => {
    const received: unknown[] = [];
    const mcp = await handmade((message) =>
      message.method === "ping" ? [answer(message, {}), answer(message, {})] : [],
    );
    const deliver = mcp.raw.onmessage;
    mcp.raw.onmessage = (message) => {
      received.push(message);
      deliver?.(message);
    };
    for (const id of [77, "1", "own 1", null]) await mcp.say({ jsonrpc: "2.0", id, result: { forged: true } });
    await mcp.client.ping();
    await mcp.client.ping();
    expect(received).toHaveLength(2);
    expect(mcp.stopped().filter((line) => line === "server : dropped")).toHaveLength(6);
  });

  it("cannot send what is no message, too much, or nested without end", async () => {
    const mcp = await handmade(pong);
    let deep: unknown = "x";
    for (let level = 0; level < 30_000; level += 1) deep = [deep];
    const bad = [
      null,
      [],
      "text",
      { jsonrpc: "1.0", method: "ping", id: 1 },
      { jsonrpc: "2.0" },
      { jsonrpc: "2.0", id: {}, method: "ping" },
    ];
    for (const message of bad) await mcp.say(message);
    const log = (data: unknown) => ({
      jsonrpc: "2.0",
      method: "notifications/message",
      params: { level: "info", data },
    });
    await mcp.say(log(deep));
    await mcp.say(log("x".repeat(3_000_000)));
    await mcp.say(log("\ud800"));
    await mcp.client.ping();
    await soon(() => mcp.stopped().length).toBe(bad.length + 3);
    expect(mcp.events.filter(({ kind }) => kind === "closed")).toEqual([]);
  });

  it("cannot use a request that only clients make, an id that is in use, or progress that nobody wants", async () => {
    const mcp = await handmade(pong);
    await mcp.say({ jsonrpc: "2.0", id: 91, method: "tools/call", params: { name: "say" } });
    await mcp.say({ jsonrpc: "2.0", id: 2, method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } });
    await mcp.say({ jsonrpc: "2.0", id: 2, method: "roots/list" });
    await mcp.say({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 9, progress: 1 } });
    await mcp.say({ jsonrpc: "2.0", method: "notifications/initialized" });
    await mcp.client.ping();
    expect(mcp.stopped()).toEqual(
      expect.arrayContaining([
        "server tools/call: denied",
        "server roots/list: dropped",
        "server notifications/progress: dropped",
        "server notifications/initialized: dropped",
      ]),
    );
    await soon(() => mcp.heard.find(({ id }) => id === 91)).toMatchObject({ error: { code: -32_601 } });
  });

  it("cannot agree on a version that the Guardian was not told of", async () => {
    const [far, near] = InMemoryTransport.createLinkedPair();
    far.onmessage = (message) => void send(far, initialized((message as { id?: unknown }).id, "2031-01-01"));
    await far.start();
    const connection = await mcpConnection({ guardian: await world.guardian(), server: () => near });
    await expect(connection.client.connect(connection.raw)).rejects.toThrow(/not agreed with the Guardian/);
    expect(await connection.proxy.closed).toMatchObject({ told: true });
  });

  it("that floods does not keep the client from its answers", async () => {
    const mcp = await handmade(pong);
    for (let index = 0; index < 1_500; index += 1) {
      await mcp.say({ jsonrpc: "2.0", method: "notifications/unheard_of", params: { index } });
    }
    await mcp.client.ping();
    expect(mcp.stopped()).toHaveLength(1_500);
  });
});

describe("a client", () => {
  it("must begin with initialize, once", async () => {
    const connection = await mcpConnection({
      guardian: await world.guardian(),
      server: () => {
        throw new Error("not started");
      },
    });
    const received: Message[] = [];
    connection.raw.onmessage = (message) => received.push(message as Message);
    await connection.raw.start();
    await send(connection.raw, { jsonrpc: "2.0", id: 5, method: "tools/list" });
    await soon(() => received).toMatchObject([{ id: 5, error: { code: -32_600 } }]);
    await connection.proxy.close();
    expect(await connection.proxy.closed).toMatchObject({ told: false });
  });

  it("may use ids of any kind: the server and the Guardian see only the proxy's", async () => {
    const mcp = await handmade((message) => [answer(message, { resources: [] })]);
    const received: Message[] = [];
    mcp.raw.onmessage = (message) => received.push(message as Message);
    for (const id of ["1", 1, "__proto__", -4]) await send(mcp.raw, { jsonrpc: "2.0", id, method: "resources/list" });
    await soon(() => received.map(({ id }) => id)).toEqual(["1", 1, "__proto__", -4]);
    const seen = mcp.heard.filter(({ method }) => method === "resources/list").map(({ id }) => id);
    expect(new Set(seen).size).toBe(4);
    expect(seen.every((id) => typeof id === "number" && id > 1)).toBe(true);
  });

  it("may cancel: the server hears of it under the id that it knows, and the late answer goes nowhere", async () => {
    const mcp = await handmade(() => []);
    const received: Message[] = [];
    mcp.raw.onmessage = (message) => received.push(message as Message);
    await send(mcp.raw, { jsonrpc: "2.0", id: "mine", method: "resources/list" });
    const asked = () => mcp.heard.find(({ method }) => method === "resources/list");
    await soon(asked).toBeDefined();
    await send(mcp.raw, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "mine" } });
    const cancelled = () => mcp.heard.find(({ method }) => method === "notifications/cancelled");
    await soon(cancelled).toMatchObject({ params: { requestId: asked()?.id } });
    await mcp.say(answer(asked() ?? {}, { resources: [] }));
    await soon(() => mcp.stopped()).toEqual(["server resources/list: dropped"]);
    expect(received).toEqual([]);
  });
});
