/** An MCP server with one tool that answers at once, on standard streams. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "bench", version: "1.0.0" });
server.registerTool(
  "lookup_account",
  { description: "Reads an account.", inputSchema: { customer: z.string() } },
  ({ customer }) => ({ content: [{ type: "text", text: `${customer}: Mara Lindqvist` }] }),
);
await server.connect(new StdioServerTransport());
