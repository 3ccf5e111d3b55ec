/** A wrapped MCP message in words (W§15). */
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { shortValue } from "./short-value";

export interface McpMessage {
  /** `tools/call` */
  readonly method: string;
  readonly kind: "request" | "notification" | "result" | "error";
  readonly id: string | null;
  readonly subject: string;
}

const PREFIX = /^(?:protocols\/mcp|wrapped:mcp-[^/]+)\/(.+)$/i;

/** The MCP method of a wrapped one, or null. */
export const mcpMethod = (method: string): string | null => PREFIX.exec(method)?.[1] ?? null;

/** Null for what is no wrapped MCP message. */
export function mcpMessage(method: string, payload: JsonObject): McpMessage | null {
  const inner = mcpMethod(method);
  if (inner === null) return null;
  const { id } = payload;
  const base = { method: inner, id: typeof id === "string" || typeof id === "number" ? String(id) : null };
  if (payload.error !== undefined) return { ...base, kind: "error", subject: errorWords(payload.error) };
  if (payload.result !== undefined) return { ...base, kind: "result", subject: resultWords(payload.result) };
  return { ...base, kind: id === undefined ? "notification" : "request", subject: paramsWords(payload.params) };
}

/** What the message is about: the name or address that it carries, then its arguments. */
function paramsWords(params: JsonValue | undefined): string {
  if (!isJsonObject(params)) return "";
  const about = ["name", "uri", "level", "cursor"].flatMap((member) =>
    typeof params[member] === "string" ? [params[member]] : [],
  );
  const info = isJsonObject(params.clientInfo) ? shortValue(params.clientInfo.name) : "";
  const version = typeof params.protocolVersion === "string" ? params.protocolVersion : "";
  const args = params.arguments === undefined ? "" : shortValue(params.arguments);
  return [...about, info, version, args].filter((part) => part !== "").join("  ");
}

function resultWords(result: JsonValue): string {
  if (!isJsonObject(result)) return shortValue(result);
  const lists = ["tools", "resources", "prompts", "resourceTemplates", "contents", "messages"].flatMap((member) => {
    const list = result[member];
    return Array.isArray(list) ? [`${list.length} ${member}`] : [];
  });
  if (lists.length > 0) return lists.join(", ");
  if (isJsonObject(result.serverInfo)) return shortValue(result.serverInfo.name);
  if (Array.isArray(result.content)) {
    return result.content
      .map((item: JsonValue) => (isJsonObject(item) ? shortValue(item.text ?? item.type) : ""))
      .join(" ");
  }
  return shortValue(result);
}

const errorWords = (error: JsonValue): string =>
  isJsonObject(error) ? `${shortValue(error.code)} ${shortValue(error.message)}`.trim() : shortValue(error);
