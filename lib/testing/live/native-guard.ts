/** The Claude Agent SDK: a hook before a tool, registered as the SDK registers it by default. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fromPlainObject } from "../../core/json/build";
import type { NativeGuard } from "../native-guards/native-guard";
import { scriptedMcpServer } from "./claude-agent-sdk-driver";
import { installedSdk } from "./installed-sdk";
import { startMessagesApi } from "./messages-api";
import { offlineEnvironment } from "./offline-environment";

/** Rejects when `CLAUDE_AGENT_SDK` does not name the folder where the SDK is installed. */
export async function claudeAgentNative(): Promise<NativeGuard> {
  const sdk = await installedSdk(process.env.CLAUDE_AGENT_SDK);
  return {
    callback: "hooks.PreToolUse",
    async run({ prompt, tools, replies, guard }) {
      const home = mkdtempSync(path.join(tmpdir(), "claude-agent-sdk-"));
      const model = await startMessagesApi(replies);
      const options = {
        cwd: home,
        model: "scripted",
        tools: [],
        settingSources: [],
        allowedTools: ["mcp__desk"],
        mcpServers: { desk: { type: "sdk", name: "desk", instance: scriptedMcpServer(tools) } },
        env: { ...offlineEnvironment(home, model.url), CLAUDE_AGENT_SDK_MCP_NO_PREFIX: "1" },
        hooks: { PreToolUse: [{ hooks: [async (input: object) => guarded(input, guard)] }] },
      };
      for await (const _message of sdk.query({ prompt, options })) {
        // to its end
      }
      await model.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function guarded(input: { tool_input?: object }, guard: Parameters<NativeGuard["run"]>[0]["guard"]): object {
  guard(fromPlainObject(input.tool_input ?? {}));
  return {};
}
