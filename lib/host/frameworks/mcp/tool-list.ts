/** The tools that an MCP server lists, as components of the AgBOM: each with a digest of all that the model reads of it. */
import type { Crypto } from "../../../core/crypto";
import { toHex } from "../../../core/encoding";
import { fromPlainObject, member } from "../../../core/json/build";
import { canonicalBytes } from "../../../core/json/canonical";
import { isJsonObject, type JsonObject } from "../../../core/json/value";

export interface ServerFacts {
  /** `mcp_server_id` of every message, and the component's id. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** A URI. */
  readonly endpoint: string;
}

export interface ListedTool {
  readonly name: string;
  readonly digest: string;
  readonly component: JsonObject;
}

const SHOWN = 2_000;

/** Null when the answer holds no list of tools, or one that cannot be named. */
export function listedTools(crypto: Crypto, server: ServerFacts, answer: JsonObject): readonly ListedTool[] | null {
  const tools = member(answer.result, "tools");
  if (!Array.isArray(tools)) return null;
  const listed: ListedTool[] = [];
  for (const tool of tools) {
    if (!isJsonObject(tool) || typeof tool.name !== "string" || tool.name === "") return null;
    listed.push(listedTool(crypto, server, { ...tool, name: tool.name }));
  }
  return listed;
}

function listedTool(crypto: Crypto, server: ServerFacts, tool: JsonObject & { readonly name: string }): ListedTool {
  const { name, description } = tool;
  const digest = `sha256:${toHex(crypto.sha256(canonicalBytes(tool)))}`;
  const component = fromPlainObject({
    id: toolId(server, name),
    type: "tool",
    name,
    version: server.version,
    provider: server.name,
    tool_fields: { capability: "mcp.tool" },
    description: typeof description === "string" ? [...description].slice(0, SHOWN).join("") : undefined,
    definition_digest: digest,
  });
  return { name, digest, component };
}

export const toolId = (server: ServerFacts, name: string): string => `${server.id}/${name}`;

export const serverComponent = (server: ServerFacts, tools: readonly string[]): JsonObject =>
  fromPlainObject({
    id: server.id,
    type: "mcp_server",
    name: server.name,
    version: server.version,
    endpoint: server.endpoint,
    mcp_server_fields: { tools: tools.map((name) => toolId(server, name)) },
  });
