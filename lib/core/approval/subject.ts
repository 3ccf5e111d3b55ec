/** Reads tool, arguments and the agent's own words out of an action, whatever shape the agent gave it. */

import { member, memberAt } from "../json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { isWrappedMcp } from "./action";

export interface ActionSubject {
  /** Null when the payload names none as text. */
  readonly tool: string | null;
  readonly provider: string | null;
  readonly version: string | null;
  readonly capability: string | null;
  readonly operation: string | null;
  readonly raw_command: string | null;
  /** Null when the payload has no arguments object at all: nothing can be shown, so nothing can be approved. */
  readonly arguments: readonly SubjectArgument[] | null;
  /** Members of the payload that are the agent's own words about the action. */
  readonly words: readonly { readonly path: string; readonly value: JsonValue }[];
  /** Members of the payload that no schema knows: shown as they are. */
  readonly unknown: readonly { readonly path: string; readonly value: JsonValue }[];
  readonly wrapped: boolean;
  /** `metadata.mcp_server_id` of a wrapped message. */
  readonly server: string | null;
}

export interface SubjectArgument {
  readonly name: string;
  /** JSON pointer to the value inside the payload. */
  readonly path: string;
  readonly value: JsonValue;
  /** Members of the wire's argument object besides `value`, such as provenance. */
  readonly rest: JsonObject | null;
}

const AGENT_WORDS = ["intent", "reasoning", "description", "summary", "approval"];
const KNOWN = ["tool", "arguments", "operation", "capability", "raw_command", ...AGENT_WORDS];
const KNOWN_MCP = ["jsonrpc", "id", "method", "params"];

/** Never fails: what has no readable shape ends up in `unknown`. */
export function actionSubject(action: JsonObject): ActionSubject {
  const method = text(member(action, "method")) ?? "";
  return isWrappedMcp(method) ? wrappedSubject(action) : stepSubject(action);
}

function stepSubject(action: JsonObject): ActionSubject {
  const payload = member(action, "payload") ?? null;
  const named = member(payload, "arguments");
  return {
    tool: text(memberAt(payload, "tool", "name")),
    provider: text(memberAt(payload, "tool", "provider")),
    version: text(memberAt(payload, "tool", "version")),
    capability: text(member(payload, "capability")),
    operation: text(member(payload, "operation")),
    raw_command: text(member(payload, "raw_command")),
    arguments: isJsonObject(named) ? wireArguments(named) : null,
    words: members(payload, (name) => AGENT_WORDS.includes(name)),
    unknown: members(payload, (name) => !KNOWN.includes(name)),
    wrapped: false,
    server: null,
  };
}

function wrappedSubject(action: JsonObject): ActionSubject {
  const payload = member(action, "payload") ?? null;
  const params = member(payload, "params");
  const named = member(params, "arguments");
  const source = isJsonObject(named) ? named : isJsonObject(params) ? params : null;
  const base = isJsonObject(named) ? "/params/arguments" : "/params";
  return {
    tool: text(member(params, "name")) ?? text(member(payload, "method")),
    provider: null,
    version: null,
    capability: null,
    operation: text(member(payload, "method")),
    raw_command: null,
    arguments: source === null ? null : bareArguments(source, base),
    words: [],
    unknown: members(payload, (name) => !KNOWN_MCP.includes(name)),
    wrapped: true,
    server: text(memberAt(action, "metadata", "mcp_server_id")),
  };
}

/** ACS wraps every argument as `{value, provenance}`; anything else is shown whole. */
function wireArguments(named: JsonObject): SubjectArgument[] {
  return sortedNames(named).map((name) => {
    const item = named[name] ?? null;
    const value = member(item, "value");
    if (value === undefined) return { name, path: pointer("/arguments", name), value: item, rest: null };
    const rest = members(item, (inner) => inner !== "value");
    return {
      name,
      path: `${pointer("/arguments", name)}/value`,
      value,
      rest: rest.length === 0 ? null : Object.assign(Object.create(null), item, { value: null }),
    };
  });
}

function bareArguments(source: JsonObject, base: string): SubjectArgument[] {
  return sortedNames(source)
    .filter((name) => name !== "_meta")
    .map((name) => ({ name, path: pointer(base, name), value: source[name] ?? null, rest: null }));
}

function members(
  value: JsonValue | undefined,
  wanted: (name: string) => boolean,
): { path: string; value: JsonValue }[] {
  if (!isJsonObject(value)) return [];
  return sortedNames(value)
    .filter(wanted)
    .map((name) => ({ path: pointer("", name), value: value[name] ?? null }));
}

const sortedNames = (object: JsonObject): string[] => Object.keys(object).sort();

/** JSON pointer token by token (RFC 6901). */
export const pointer = (base: string, name: string): string =>
  `${base}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

const text = (value: JsonValue | undefined): string | null => (typeof value === "string" ? value : null);
