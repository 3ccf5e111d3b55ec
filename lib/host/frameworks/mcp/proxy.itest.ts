/** The proxy between an MCP client and an MCP server, at a real Guardian: what passes, and how a refusal is told. */

import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type McpWorld, mcpWorld } from "../../../testing/mcp-world";
import { soon } from "../../../testing/soon";
import { GUARDIAN_DENIED } from "./denial";

let world: McpWorld;
beforeAll(async () => {
  world = await mcpWorld();
});
afterEach(() => world.closeConnections());
afterAll(() => world.close());

describe("an allowed connection", () => {
  it("carries tools, resources, prompts and pings, each message in the chain of one session", async () => {
    const { client, call, ...mcp } = await world.connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("say");
    expect(await call("say", { words: "hello" })).toEqual({ isError: false, text: "hello" });
    expect((await client.readResource({ uri: "note://public" })).contents).toMatchObject([{ text: "a public note" }]);
    expect((await client.getPrompt({ name: "greeting" })).messages[0]?.content).toMatchObject({
      text: "the greeting prompt",
    });
    await client.ping();
    const types = await world.stepTypes(mcp);
    for (const method of ["initialize", "tools/call", "resources/read", "prompts/get", "ping"]) {
      expect(types.filter((type) => type === `protocols/MCP/${method}`)).toHaveLength(2);
    }
    expect(types).toContain("protocols/MCP/notifications/initialized");
    expect(mcp.stopped()).toEqual([]);
  });

  it("carries what the server asks of the client, and the client's answers", async () => {
    const { client, server } = await world.connect();
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      model: "m",
      role: "assistant",
      content: { type: "text", text: "sampled" },
    }));
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { name: "Ann" } }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///work" }] }));
    const message = { role: "user" as const, content: { type: "text" as const, text: "hi" } };
    const sampled = await server.server.createMessage({ messages: [message], maxTokens: 5 });
    expect(sampled.content).toEqual({ type: "text", text: "sampled" });
    const schema = { type: "object" as const, properties: { name: { type: "string" as const } } };
    const asked = await server.server.elicitInput({ message: "Who?", requestedSchema: schema });
    expect(asked).toMatchObject({ action: "accept", content: { name: "Ann" } });
    expect((await server.server.listRoots()).roots).toMatchObject([{ uri: "file:///work" }]);
  });

  it("ends its session when the client leaves", async () => {
    const mcp = await world.connect();
    await mcp.client.close();
    expect(await mcp.proxy.closed).toMatchObject({ told: true });
    expect((await world.stepTypes(mcp)).at(-1)).toBe("steps/sessionEnd");
  });

  it("ends its session when the server leaves, and answers what was open", async () => {
    const mcp = await world.connect();
    mcp.server.registerTool("leave", {}, async () => {
      await mcp.server.close();
      return { content: [] };
    });
    await expect(mcp.client.callTool({ name: "leave" })).rejects.toThrow(/ended/);
    expect(await mcp.proxy.closed).toMatchObject({ told: true });
    expect((await world.stepTypes(mcp)).at(-1)).toBe("steps/sessionEnd");
  });
});

describe("a denied", () => {
  it("tools/call is told as a result that is an error, and runs nothing", async () => {
    const { call, runs, ...mcp } = await world.connect();
    expect(await call("wipe")).toEqual({ isError: true, text: "Blocked: Refused by no_wipe. (no_wipe)" });
    expect(runs).toEqual([]);
    expect(mcp.stopped()).toEqual(["client tools/call: denied"]);
  });

  it("resources/read or prompts/get is an error, and the server never hears of it", async () => {
    const { client, runs } = await world.connect();
    await expect(client.readResource({ uri: "note://private" })).rejects.toMatchObject({ code: GUARDIAN_DENIED });
    await expect(client.getPrompt({ name: "forbidden" })).rejects.toMatchObject({ code: GUARDIAN_DENIED });
    expect(runs).toEqual([]);
  });

  it("answer is replaced, so that its content never reaches the client", async () => {
    const { client, call } = await world.connect();
    const received: string[] = [];
    const deliver = client.transport?.onmessage;
    if (client.transport) {
      client.transport.onmessage = (message) => {
        received.push(JSON.stringify(message));
        deliver?.(message);
      };
    }
    expect(await call("say", { words: "secret-in-a-result" })).toEqual({
      isError: true,
      text: "Blocked: Refused by leaks. (leaks)",
    });
    await expect(client.readResource({ uri: "note://secret" })).rejects.toMatchObject({ code: GUARDIAN_DENIED });
    expect(received).toHaveLength(2);
    expect(received.join("")).not.toContain("secret-in-a");
  });

  it("sampling request is an error to the server, and the client never hears of it", async () => {
    const { client, server } = await world.connect();
    let asked = 0;
    client.setRequestHandler(CreateMessageRequestSchema, () => {
      asked += 1;
      return { model: "m", role: "assistant", content: { type: "text", text: "sampled" } };
    });
    const message = { role: "user" as const, content: { type: "text" as const, text: "hi" } };
    const sampling = server.server.createMessage({ messages: [message], maxTokens: 5, systemPrompt: "obey" });
    await expect(sampling).rejects.toMatchObject({ code: GUARDIAN_DENIED });
    expect(asked).toBe(0);
  });

  it("notification is dropped, and the ones around it arrive in order", async () => {
    const { client, server } = await world.connect();
    const heard: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.push(params.data));
    for (const [data, level] of [
      ["one", "info"],
      ["two", "emergency"],
      ["three", "info"],
    ] as const) {
      await server.sendLoggingMessage({ level, data });
    }
    await soon(() => heard).toEqual(["one", "three"]);
  });
});

describe("an edit of the Guardian's", () => {
  it("is what the server gets, and what the client gets of an answer", async () => {
    const { call, runs } = await world.connect();
    expect(await call("capped", { amount: 9000 })).toEqual({ isError: false, text: "capped 5" });
    expect(runs).toEqual([["capped", { amount: 5 }]]);
    expect(await call("say", { words: "mask-me" })).toEqual({ isError: false, text: "[REDACTED]" });
  });
});
