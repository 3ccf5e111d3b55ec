/** A tool call as the paradigm rules see it: from the tool hook, or from a wrapped MCP `tools/call`. */
import { isWrappedMcp } from "../approval/action";
import { member, memberAt } from "../json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { keptProvenanceId } from "../session/kept";

export interface CallArgument {
  readonly name: string;
  readonly value: JsonValue;
  /** As kept; null where the argument does not say where it comes from. */
  readonly provenance_id: string | null;
}

export interface Call {
  readonly tool: string;
  readonly operation?: string;
  readonly capability?: string;
  readonly arguments: readonly CallArgument[];
}

/** Null at every step that calls no tool; the answer to a wrapped call is none either. */
export function callOf(method: string, payload: JsonObject): Call | null {
  if (method === "steps/toolCallRequest") return hookCall(payload);
  return isWrappedMcp(method) && member(payload, "method") === "tools/call" ? wrappedCall(payload) : null;
}

function hookCall(payload: JsonObject): Call | null {
  const tool = memberAt(payload, "tool", "name");
  if (typeof tool !== "string") return null;
  const operation = member(payload, "operation");
  const capability = member(payload, "capability");
  return {
    tool,
    ...(typeof operation === "string" ? { operation } : {}),
    ...(typeof capability === "string" ? { capability } : {}),
    arguments: listed(member(payload, "arguments"), (name, holder) => {
      const id = memberAt(holder, "provenance", "provenance_id");
      return {
        name,
        value: member(holder, "value") ?? null,
        provenance_id: typeof id === "string" ? keptProvenanceId(id) : null,
      };
    }),
  };
}

function wrappedCall(payload: JsonObject): Call | null {
  const tool = memberAt(payload, "params", "name");
  if (typeof tool !== "string") return null;
  const args = listed(memberAt(payload, "params", "arguments"), (name, value) => ({
    name,
    value,
    provenance_id: null,
  }));
  return { tool, arguments: args };
}

function listed(
  map: JsonValue | undefined,
  read: (name: string, value: JsonValue) => CallArgument,
): readonly CallArgument[] {
  return isJsonObject(map) ? Object.keys(map).map((name) => read(name, map[name] as JsonValue)) : [];
}
