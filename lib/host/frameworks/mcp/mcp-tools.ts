/** The tools of a connected MCP server, in the form in which the reference loop takes tools: governed there like any others. */
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { fromPlain, fromPlainObject } from "../../../core/json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json/value";

export interface McpTool {
  readonly description?: string;
  readonly parameters: JsonObject;
  /** Calls the server. Throws what the server calls an error, as a text. */
  execute(args: JsonObject, signal: AbortSignal): Promise<JsonValue>;
}

const MOST_PAGES = 50;

/** By name, every page of the list. Rejects when the server does not list them. */
export async function mcpTools(client: Client): Promise<{ readonly [name: string]: McpTool }> {
  const tools: { [name: string]: McpTool } = Object.create(null);
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const listed = await client.listTools(cursor === undefined ? {} : { cursor });
    for (const { name, description, inputSchema } of listed.tools) {
      tools[name] = {
        ...(description === undefined ? {} : { description }),
        parameters: fromPlainObject(inputSchema),
        execute: (args, signal) => callTool(client, { name, args, signal }),
      };
    }
    cursor = listed.nextCursor;
    if (cursor === undefined) return tools;
  }
  throw new Error("the server's list of tools does not end");
}

interface Call {
  readonly name: string;
  readonly args: JsonObject;
  readonly signal: AbortSignal;
}

async function callTool(client: Client, { name, args, signal }: Call): Promise<JsonValue> {
  const result = fromPlainObject(await client.callTool({ name, arguments: { ...args } }, undefined, { signal }));
  const content = Array.isArray(result.content) ? result.content : [];
  const texts = content.map((part) => (isJsonObject(part) && part.type === "text" ? String(part.text) : null));
  if (result.isError === true) throw new Error(texts.filter((text) => text !== null).join("\n") || "the tool failed");
  if (result.structuredContent !== undefined) return result.structuredContent;
  const [only] = texts;
  return texts.length === 1 && typeof only === "string" ? only : fromPlain(content);
}
