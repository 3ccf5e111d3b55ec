/** An MCP server behind the Guardian: every message wrapped, requests and answers, and the server swapped while it is in use. */
import { FILES, filesServer, registered } from "../components";
import type { Decision } from "../stage";
import type { Scene } from "./scene";

export const MCP_VERSION = "2025-06-18";

export const MCP_METHODS = [
  "protocols/MCP/initialize",
  "protocols/MCP/notifications/initialized",
  "protocols/MCP/prompts/list",
  "protocols/MCP/prompts/get",
  "protocols/MCP/resources/list",
  "protocols/MCP/resources/read",
  "protocols/MCP/tools/list",
  "protocols/MCP/tools/call",
] as const;

const EXCHANGES: readonly (readonly [method: string, params: object, result: object])[] = [
  [
    "initialize",
    { protocolVersion: MCP_VERSION, capabilities: {}, clientInfo: { name: "order-desk", version: "1.0.0" } },
    {
      protocolVersion: MCP_VERSION,
      capabilities: { tools: {}, prompts: {}, resources: {} },
      serverInfo: { name: FILES.name, version: FILES.good },
    },
  ],
  ["prompts/list", {}, { prompts: [{ name: "summarise" }] }],
  [
    "prompts/get",
    { name: "summarise", arguments: { style: "short" } },
    { messages: [{ role: "user", content: { type: "text", text: "Summarise in two sentences." } }] },
  ],
  ["resources/list", {}, { resources: [{ uri: "file:///orders/7731.txt", name: "Order 7731" }] }],
  [
    "resources/read",
    { uri: "file:///orders/7731.txt" },
    { contents: [{ uri: "file:///orders/7731.txt", mimeType: "text/plain", text: "Order 7731, one lamp" }] },
  ],
  ["tools/list", {}, { tools: [{ name: "read_file", inputSchema: { type: "object" } }] }],
  [
    "tools/call",
    { name: "read_file", arguments: { path: "orders/7731.txt" } },
    { content: [{ type: "text", text: "Order 7731, one lamp" }] },
  ],
];

export async function talkToServer({ stage }: Scene): Promise<void> {
  stage.chapter("An MCP server, every message of it wrapped");
  for (const [index, [name, params, result]] of EXCHANGES.entries()) {
    const message = { jsonrpc: "2.0", id: index + 1 };
    const method = `protocols/MCP/${name}`;
    const metadata = { mcp_server_id: FILES.id };
    await stage.take({ say: `${name}, asked`, method, payload: { ...message, method: name, params }, metadata });
    await stage.take({ say: `${name}, answered`, method, payload: { ...message, result }, metadata });
    if (name === "initialize") await initialized({ stage });
  }
}

async function initialized({ stage }: Pick<Scene, "stage">): Promise<void> {
  await stage.take({
    say: "notifications/initialized",
    method: "protocols/MCP/notifications/initialized",
    payload: { jsonrpc: "2.0", method: "notifications/initialized" },
    metadata: { mcp_server_id: FILES.id },
  });
}

export async function swapServer({ stage, banned }: Scene): Promise<void> {
  stage.chapter("An admin bans a version of that server, and the agent tries to swap it in");
  stage.cue("ban");
  await banned();
  await changeServer({ stage }, { version: FILES.bad, wants: ["deny"] });
  await changeServer({ stage }, { version: "1.2.1", wants: ["allow"] });
}

async function changeServer(
  { stage }: Pick<Scene, "stage">,
  { version, wants }: { readonly version: string; readonly wants: readonly Decision[] },
): Promise<void> {
  await stage.take({
    say: `${FILES.name} becomes version ${version} in the AgBOM`,
    method: "agbom/changed",
    payload: { changed: [registered(stage.sources, filesServer(version))], reason: "hot-swap" },
    wants,
    codes: wants[0] === "deny" ? ["component_banned"] : [],
  });
}
