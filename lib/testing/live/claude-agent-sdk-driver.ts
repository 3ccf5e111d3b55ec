/** The scripted agent on the real Claude Agent SDK: its own program, a scripted model on a loopback address. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { listenOnLoopback } from "../../cli/model-gateway/listen-on-loopback";
import { fromPlainObject } from "../../core/json/build";
import { governClaudeAgent } from "../../host/frameworks/claude-agent-sdk/govern-claude-agent";
import type { AdapterDriver, DriverInput, DriverRun, ScriptedTool } from "../adapter-driver";
import { captureSession } from "../frameworks/captured-session";
import type { InstalledSdk } from "./installed-sdk";
import { startMessagesApi } from "./messages-api";
import { offlineEnvironment } from "./offline-environment";

export function claudeAgentDriver(sdk: InstalledSdk): AdapterDriver {
  const run = (input: DriverInput) => drive(sdk, input);
  const refusing = (name: string, options: object) => ({
    name,
    governed: "refuses" as const,
    run: (input: DriverInput) => drive(sdk, input, options),
  });
  return {
    framework: "claude-agent-sdk",
    version: `@anthropic-ai/claude-agent-sdk ${sdk.version}`,
    run,
    entryPoints: [
      { name: "run()", governed: "emits", run },
      refusing("run() with hooks", { hooks: {} }),
      refusing("run() with canUseTool", { canUseTool: () => ({ behavior: "allow" }) }),
      refusing("run() with settings from files", { settingSources: ["user"] }),
      refusing("run() with another provider", { env: { CLAUDE_CODE_USE_BEDROCK: "1" } }),
    ],
  };
}

async function drive(sdk: InstalledSdk, input: DriverInput, more: object = {}): Promise<DriverRun> {
  const captured = captureSession(input.hooks);
  const home = mkdtempSync(path.join(tmpdir(), "claude-agent-sdk-"));
  const model = await startMessagesApi(input.replies);
  const tools = input.tools.map(({ name }) => name);
  const agent = governClaudeAgent(captured.hooks, { query: sdk.query, listen: listenOnLoopback, tools });
  const options = {
    cwd: home,
    systemPrompt: "You are a support agent.",
    model: "scripted",
    // none of the program's own tools
    tools: [],
    // permissions keep the server's name before the tool's
    allowedTools: ["mcp__desk"],
    mcpServers: { desk: { type: "sdk", name: "desk", instance: scriptedMcpServer(input.tools) } },
    persistSession: false,
    // tools by their own names
    env: { ...offlineEnvironment(home, model.url), CLAUDE_AGENT_SDK_MCP_NO_PREFIX: "1" },
    ...more,
  };
  const { sessionId: id, extensions } = input;
  const ran = await agent.run(input.prompt, options, { id, ...(extensions ? { extensions } : {}) }).then(
    (output) => ({ output, thrown: null }),
    (thrown: unknown) => ({ output: null, thrown }),
  );
  await model.close();
  rmSync(home, { recursive: true, force: true });
  return { ...ran, modelRequests: model.requests, session: captured.session() };
}

/** Tools in this process. What a tool throws is the server's answer that it failed. */
export function scriptedMcpServer(tools: readonly ScriptedTool[]): McpServer {
  const mcp = new McpServer({ name: "desk", version: "1.0.0" }, { capabilities: { tools: {} } });
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      inputSchema: { ...parameters, type: "object" as const },
    })),
  }));
  mcp.server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new Error("there is no such tool");
    const result = await tool.execute(fromPlainObject(params.arguments ?? {}));
    return { content: [{ type: "text", text: typeof result === "string" ? result : JSON.stringify(result) }] };
  });
  return mcp;
}
