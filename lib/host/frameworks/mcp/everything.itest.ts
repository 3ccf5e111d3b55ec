/** The proxy before the reference server of the MCP project, a process of its own on standard input and output. */

import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type McpWorld, mcpWorld } from "../../../testing/mcp-world";
import { soon } from "../../../testing/soon";
import { projectRoot } from "../../../testing/sources";

const SERVER = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";

let world: McpWorld;
beforeAll(async () => {
  world = await mcpWorld();
});
afterEach(() => world.closeConnections());
afterAll(() => world.close());

const everything = () =>
  world.connect({
    server: () =>
      new StdioClientTransport({
        command: process.execPath,
        args: [SERVER, "stdio"],
        cwd: projectRoot,
        stderr: "ignore",
      }),
  });

describe("server-everything behind the proxy", () => {
  it("serves tools, structured content, progress, resources, templates, prompts and completion", async () => {
    const { client, call } = await everything();
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["echo", "get-sum", "trigger-sampling-request"]));
    expect(await call("echo", { message: "hello" })).toEqual({ isError: false, text: "Echo: hello" });
    expect((await call("get-sum", { a: 2, b: 3 })).text).toContain("5");
    const weather = await client.callTool({ name: "get-structured-content", arguments: { location: "Chicago" } });
    expect(weather.structuredContent).toBeDefined();
    const steps: number[] = [];
    const long = { name: "trigger-long-running-operation", arguments: { duration: 0.2, steps: 2 } };
    await client.callTool(long, undefined, { onprogress: ({ progress }) => void steps.push(progress) });
    expect(steps).toEqual([1, 2]);
    const { resources } = await client.listResources();
    const read = await client.readResource({ uri: resources[0]?.uri ?? "" });
    expect(read.contents).toHaveLength(1);
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0);
    const { prompts } = await client.listPrompts();
    expect((await client.getPrompt({ name: "simple-prompt" })).messages).toHaveLength(1);
    expect(prompts.map(({ name }) => name)).toContain("completable-prompt");
    const completed = await client.complete({
      ref: { type: "ref/prompt", name: "completable-prompt" },
      argument: { name: "department", value: "E" },
    });
    expect(completed.completion.values).toContain("Engineering");
  });

  it("asks the client for samples, answers and roots, and logs to it", async () => {
    const { client, call } = await everything();
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      model: "m",
      role: "assistant",
      content: { type: "text", text: "a sample of the client" },
    }));
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: "decline" }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///work", name: "work" }] }));
    const logged: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params.data));
    expect((await call("trigger-elicitation-request")).text).toMatch(/decline/i);
    const roots = await client.callTool({ name: "get-roots-list" });
    expect(JSON.stringify(roots.content)).toContain("file:///work");
    await client.setLoggingLevel("debug");
    await call("toggle-simulated-logging");
    await soon(() => logged.length).toBeGreaterThan(0);
    const sampled = await client.callTool({ name: "trigger-sampling-request", arguments: { prompt: "hi" } });
    expect(sampled).toMatchObject({ isError: true });
    expect(JSON.stringify(sampled)).toContain("no_dark_sampling");
  });

  it("tells of subscribed resources", async () => {
    const { client, call } = await everything();
    const updated: string[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri));
    const uri = (await client.listResources()).resources[0]?.uri ?? "";
    await client.subscribeResource({ uri });
    await call("toggle-subscriber-updates");
    await soon(() => updated).toContain(uri);
  });
});
