/** A small MCP server and the policies that its tests want: one of every answer that the Guardian can give. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { PolicyBundle } from "../core/policy/bundle";
import { bundleOf, PERMIT_ALL } from "./probes";

const forbid = (code: string, scope: string, marks = "") => ({
  id: code.replaceAll("_", "-"),
  text: `@code("${code}")\n@reason("Refused by ${code}.")\n${marks}\nforbid (principal, ${scope};`,
});
const action = (name: string) => `action == Action::"${name}", resource)`;

export const MCP_BUNDLE: PolicyBundle = bundleOf("mcp", [
  PERMIT_ALL,
  forbid("no_wipe", `${action("steps/toolCallRequest")} when { context.tool == "wipe" }`),
  forbid(
    "ask_refund",
    `${action("steps/toolCallRequest")} when { context.tool == "refund" }`,
    '@disposition("ask")\n@approvers("approvers")',
  ),
  forbid(
    "capped",
    `${action("steps/toolCallRequest")} when { context.tool == "capped" }`,
    '@disposition("modify")\n@override("{\\"amount\\": 5}")',
  ),
  forbid("leaks", `${action("steps/toolCallResult")} when { context.text like "*secret-in-a-result*" }`),
  forbid(
    "masked",
    `${action("steps/toolCallResult")} when { context.text like "*mask-me*" }`,
    '@disposition("modify")\n@redact("/result/content/0/text")',
  ),
  forbid(
    "no_private",
    `${action("protocols/MCP/resources/read")} when { context.args has uri && context.args.uri == "note://private" }`,
  ),
  forbid("no_secret_note", `${action("protocols/MCP/resources/read")} when { context.text like "*secret-in-a-note*" }`),
  forbid(
    "no_prompt",
    `${action("protocols/MCP/prompts/get")} when { context.args has name && context.args.name == "forbidden" }`,
  ),
  forbid(
    "no_dark_sampling",
    `${action("protocols/MCP/sampling/createMessage")} when { context.args has systemPrompt }`,
  ),
  forbid(
    "no_shouting",
    `${action("protocols/MCP/notifications/message")} when { context.args has level && context.args.level == "emergency" }`,
  ),
]);

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

/** Remembers what ran: `[tool, arguments]`. */
export function smallMcpServer() {
  const runs: [string, unknown][] = [];
  const server = new McpServer(
    { name: "small", version: "1.0.0" },
    { capabilities: { logging: {}, resources: { subscribe: true } } },
  );
  const amount = { inputSchema: { amount: z.number() } };
  for (const name of ["refund", "capped"]) {
    server.registerTool(name, amount, (args) => {
      runs.push([name, args]);
      return text(`${name} ${args.amount}`);
    });
  }
  server.registerTool("wipe", {}, () => {
    runs.push(["wipe", {}]);
    return text("wiped");
  });
  server.registerTool("say", { inputSchema: { words: z.string() } }, ({ words }) => {
    runs.push(["say", words]);
    return text(words);
  });
  for (const name of ["public", "private", "secret"]) {
    server.registerResource(name, `note://${name}`, {}, (uri) => {
      runs.push(["read", uri.href]);
      const body = name === "secret" ? "secret-in-a-note" : `a ${name} note`;
      return { contents: [{ uri: uri.href, text: body }] };
    });
  }
  for (const name of ["greeting", "forbidden"]) {
    server.registerPrompt(name, {}, () => {
      runs.push(["prompt", name]);
      return { messages: [{ role: "user" as const, content: { type: "text" as const, text: `the ${name} prompt` } }] };
    });
  }
  return { server, runs };
}
