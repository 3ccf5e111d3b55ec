/** Reads tool, arguments and the agent's own words out of an action, whatever shape the agent gave it. */

import { member, memberAt, omit } from "../json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { formatPointer } from "../wire/pointer";
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
  readonly words: readonly SubjectPart[];
  /** Members of the payload that no schema knows: shown as they are. */
  readonly unknown: readonly SubjectPart[];
  readonly wrapped: boolean;
  /** `metadata.mcp_server_id` of a wrapped message. */
  readonly server: string | null;
}

export interface SubjectArgument extends SubjectPart {
  readonly name: string;
  /** Members of the wire's argument object besides `value`, such as provenance. */
  readonly rest: JsonObject | null;
}

/** A place in the payload and what stands there. */
export interface SubjectPart {
  readonly path: string;
  readonly value: JsonValue;
}

const AGENT_WORDS = ["intent", "reasoning", "description", "summary", "approval"];
const TEXTS = ["operation", "capability", "raw_command"];

/** Never fails, and loses nothing: what has no readable shape ends up in `unknown`. */
export function actionSubject(action: JsonObject): ActionSubject {
  const method = text(member(action, "method")) ?? "";
  const subject = isWrappedMcp(method) ? wrappedSubject(action) : stepSubject(action);
  const payload = member(action, "payload") ?? null;
  // a policy may replace the whole payload by a text
  return isJsonObject(payload) ? subject : { ...subject, unknown: [{ path: "", value: payload }] };
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
    words: parts(payload, "", (name) => AGENT_WORDS.includes(name)),
    unknown: [
      ...parts(payload, "", (name, value) => !isShown(name, value)),
      ...parts(member(payload, "tool"), "/tool", (name, value) => !isShownText(name, value)),
    ],
    wrapped: false,
    server: null,
  };
}

/** Members of a step's payload that have a place of their own in the view. */
const isShown = (name: string, value: JsonValue): boolean =>
  AGENT_WORDS.includes(name) ||
  (TEXTS.includes(name) && typeof value === "string") ||
  (["tool", "arguments"].includes(name) && isJsonObject(value));

const isShownText = (name: string, value: JsonValue): boolean =>
  ["name", "provider", "version"].includes(name) && typeof value === "string";

function wrappedSubject(action: JsonObject): ActionSubject {
  const payload = member(action, "payload") ?? null;
  const params = member(payload, "params");
  const named = member(params, "arguments");
  const tool = text(member(params, "name"));
  return {
    tool: tool ?? text(member(payload, "method")),
    provider: null,
    version: null,
    capability: null,
    operation: text(member(payload, "method")),
    raw_command: null,
    arguments: isJsonObject(named) ? bareArguments(named) : null,
    words: [],
    unknown: [
      ...parts(payload, "", (name, value) => !isShownMcp(name, value)),
      ...parts(params, "/params", (name, value) => {
        return !(name === "arguments" && isJsonObject(value)) && !(name === "name" && typeof value === "string");
      }),
    ],
    wrapped: true,
    server: text(memberAt(action, "metadata", "mcp_server_id")),
  };
}

const isShownMcp = (name: string, value: JsonValue): boolean =>
  ["jsonrpc", "id"].includes(name) ||
  (name === "method" && typeof value === "string") ||
  (name === "params" && isJsonObject(value));

/** ACS wraps every argument as `{value, provenance}`; anything else is shown whole. */
function wireArguments(named: JsonObject): SubjectArgument[] {
  return sortedNames(named).map((name) => {
    const item = named[name] ?? null;
    const value = member(item, "value");
    if (value === undefined) return { name, path: pointer("/arguments", name), value: item, rest: null };
    const rest = isJsonObject(item) ? omit(item, "value") : {};
    const path = `${pointer("/arguments", name)}/value`;
    return { name, path, value, rest: Object.keys(rest).length === 0 ? null : rest };
  });
}

function bareArguments(named: JsonObject): SubjectArgument[] {
  return sortedNames(named).map((name) => {
    return { name, path: pointer("/params/arguments", name), value: named[name] ?? null, rest: null };
  });
}

/** The wanted members, in canonical order. */
function parts(
  value: JsonValue | undefined,
  base: string,
  wanted: (name: string, value: JsonValue) => boolean,
): SubjectPart[] {
  if (!isJsonObject(value)) return [];
  return sortedNames(value)
    .filter((name) => wanted(name, value[name] ?? null))
    .map((name) => ({ path: pointer(base, name), value: value[name] ?? null }));
}

const sortedNames = (object: JsonObject): string[] => Object.keys(object).sort();

const pointer = (base: string, name: string): string => base + formatPointer([name]);
const text = (value: JsonValue | undefined): string | null => (typeof value === "string" ? value : null);
