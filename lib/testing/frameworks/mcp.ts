/** The scripted agent on the reference loop, with tools that are MCP tools of a server behind a linked transport. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { ModelResponse } from "../../agent-hooks/hook-session";
import { fromPlainObject } from "../../core/json/build";
import { isJsonObject } from "../../core/json/value";
import { mcpTools } from "../../host/frameworks/mcp/mcp-tools";
import type { LoopAgent } from "../../host/frameworks/reference/agent";
import { openConversation } from "../../host/frameworks/reference/conversation";
import { runAgent } from "../../host/frameworks/reference/run-agent";
import type { AdapterDriver, DriverInput, DriverRun, ScriptedReply, ScriptedTool } from "../adapter-driver";
import { captureSession } from "./captured-session";
import { packageVersion } from "./package-version";

type Way = (hooks: DriverInput["hooks"], agent: LoopAgent, input: DriverInput) => Promise<unknown>;

async function drive(input: DriverInput, way: Way): Promise<DriverRun> {
  const captured = captureSession(input.hooks);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = serverWith(input.tools);
  const client = new Client({ name: "agent", version: "1.0.0" });
  await Promise.all([server.connect(far), client.connect(near)]);
  const modelRequests: string[] = [];
  const replies = [...input.replies];
  const agent: LoopAgent = {
    model: { id: "scripted" },
    tools: await mcpTools(client),
    respond: async ({ messages }) => {
      modelRequests.push(JSON.stringify(messages));
      const reply = replies.shift();
      if (!reply) throw new Error("the script is at its end");
      return responseOf(reply);
    },
  };
  const ran = await way(captured.hooks, agent, input).then(
    (output) => ({ output: typeof output === "string" ? output : null, thrown: null }),
    (thrown: unknown) => ({ output: null, thrown }),
  );
  await client.close();
  await server.close();
  return { ...ran, modelRequests, session: captured.session() };
}

const responseOf = (reply: ScriptedReply): ModelResponse =>
  "text" in reply
    ? { content: reply.text, tool_calls: [], finish_reason: "stop" }
    : { content: null, tool_calls: reply.calls, finish_reason: "tool_calls" };

/** What a tool throws is the server's answer that it failed. */
function serverWith(tools: readonly ScriptedTool[]): Server {
  const server = new Server({ name: "scripted", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      inputSchema: { ...parameters, type: "object" as const },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    try {
      const value = (await tool?.execute(fromPlainObject(params.arguments ?? {}))) ?? null;
      const structuredContent = isJsonObject(value) ? { structuredContent: { ...value } } : {};
      return { content: [{ type: "text", text: JSON.stringify(value) }], ...structuredContent };
    } catch (error) {
      return { isError: true, content: [{ type: "text", text: error instanceof Error ? error.message : "failed" }] };
    }
  });
  return server;
}

const factsOf = ({ sessionId: id, extensions }: DriverInput) => ({ id, extensions });

const WAYS: Record<string, Way> = {
  "runAgent()": (hooks, agent, input) =>
    runAgent(hooks, agent, { input: input.prompt, options: { session: factsOf(input) } }),
  "openConversation()": async (hooks, agent, input) => {
    const conversation = await openConversation(hooks.session(factsOf(input)), agent);
    try {
      return await conversation.turn(input.prompt);
    } finally {
      await conversation.close();
    }
  },
};

export const mcpDriver: AdapterDriver = {
  framework: "mcp",
  version: `@modelcontextprotocol/sdk ${packageVersion("@modelcontextprotocol/sdk")}`,
  run: (input) => drive(input, WAYS["runAgent()"] as Way),
  entryPoints: Object.entries(WAYS).map(([name, way]) => ({
    name,
    governed: "emits",
    run: (input) => drive(input, way),
  })),
};
