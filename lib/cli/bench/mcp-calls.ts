/** One MCP `tools/call`, straight to its server and through `guardian-mcp`; both over standard streams. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type Asked, type CallCost, callCost } from "./call-cost";
import { commandFile, environmentOf } from "./commands";

/** With what lets Node read TypeScript, as this process was started with. */
const SERVER = [...process.execArgv, fileURLToPath(new URL("./mcp-server-process.ts", import.meta.url))];

export async function mcpCalls(asked: Asked): Promise<readonly CallCost[]> {
  const { file, place } = commandFile("guardian-mcp");
  const proxied = [file, "--name", "bench", "--", process.execPath, ...SERVER];
  return [
    await callOf("an MCP tools/call straight to its server", SERVER, asked),
    await callOf(`the same through guardian-mcp (${place})`, proxied, asked),
  ];
}

async function callOf(what: string, args: readonly string[], asked: Asked): Promise<CallCost> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const env = environmentOf(asked);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], env, stderr: "ignore" }));
  try {
    return await callCost(what, asked, async () => {
      const result = await client.callTool({ name: "lookup_account", arguments: { customer: "cust_1042" } });
      if (result.isError) throw new Error("an MCP call was not allowed");
    });
  } finally {
    await client.close();
  }
}
