/** Wrapped MCP tool calls: which question an answer belongs to, by server and JSON-RPC id (W§15). */
import { toHex } from "../core/encoding";
import { member } from "../core/json/build";
import { canonicalBytes } from "../core/json/canonical";
import type { JsonObject, JsonValue } from "../core/json/value";
import { isWrappedResponse, wrappedMethod } from "../core/wire/hooks/wrapped";
import type { Crypto } from "./ports";

export interface WrappedCall {
  readonly part: "call" | "answer";
  /** Digest of server and id; null for a call that wants no answer. */
  readonly ref: string | null;
}

/** Null for every message but a wrapped `tools/call` and its answer. */
export function wrappedCall(
  crypto: Crypto,
  { method, metadata, payload }: { method: string; metadata: JsonValue; payload: JsonValue },
): WrappedCall | null {
  if (wrappedMethod(method)?.inner !== "tools/call") return null;
  const id = member(payload, "id");
  const server = member(metadata, "mcp_server_id") ?? null;
  return {
    part: isWrappedResponse(payload as JsonObject) ? "answer" : "call",
    ref: id === undefined ? null : toHex(crypto.sha256(canonicalBytes([server, id]))),
  };
}

/** The tool that a step calls or reports on, where its payload names one. */
export function toolNameOf(method: string, payload: JsonValue): string | null {
  const name =
    wrappedMethod(method)?.inner === "tools/call"
      ? memberOf(payload, "params", "name")
      : memberOf(payload, "tool", "name");
  return typeof name === "string" ? name : null;
}

const memberOf = (value: JsonValue, first: string, second: string): JsonValue | undefined =>
  member(member(value, first), second);
