/** Which components a step uses, as far as it says: what bans are matched with and what the AgBOM is asked about. */
import { isWrappedMcp } from "../approval/action";
import { member, memberAt } from "../json/build";
import type { JsonObject, JsonValue } from "../json/value";
import type { ComponentUse } from "../session/context";
import { PARTS_BOUND } from "../session/skills";
import { mcpToolName, nameKey, parseName } from "./normalise";

/** In a fixed order, each once. A step that names nothing uses nothing. */
export function usesOf(method: string, payload: JsonObject, metadata: JsonObject): readonly ComponentUse[] {
  const found = isWrappedMcp(method) ? mcpUses(method, payload) : stepUses(method, payload);
  const server = text(member(metadata, "mcp_server_id"));
  const isCall = isWrappedMcp(method) || method === "steps/toolCallRequest";
  const all = isCall && server !== null ? [...found, { type: "mcp_server" as const, name: server, id: server }] : found;
  const keyed = new Map(all.map((use) => [JSON.stringify(Object.entries(use).sort()), use]));
  return [...keyed.values()];
}

/** The forms under which an AgBOM may declare what is in use. */
export function lookUpKeys(use: ComponentUse): readonly string[] {
  const mcp = use.type === "tool" ? mcpToolName(use.name) : null;
  return [...new Set([nameKey(use.name), parseName(use.name).key, ...(mcp ? [nameKey(mcp.tool)] : [])])];
}

function stepUses(method: string, payload: JsonObject): readonly ComponentUse[] {
  switch (method) {
    case "steps/toolCallRequest":
      return toolUses(member(payload, "tool"));
    case "steps/knowledgeRetrieval":
      return named("knowledge_source", member(payload, "source"));
    case "steps/memoryStore":
    case "steps/memoryContextRetrieval":
      return named("memory_store", member(payload, "memory_store"));
    case "steps/skillRegister":
      return [...skill(payload, memberAt(payload, "definition", "digest", "value")), ...composed(payload)];
    case "steps/skillLoad":
      return [...skill(payload, memberAt(payload, "digest", "value")), ...loadedBy(payload)];
    case "steps/sessionStart":
      return model(memberAt(payload, "platform_context", "model"));
    case "steps/subagentStart":
      return model(memberAt(payload, "subagent_descriptor", "model"));
    case "steps/agentTrigger":
      return member(payload, "trigger_type") === "a2a_inbound" ? peer(member(payload, "trigger_source")) : [];
    default:
      return [];
  }
}

/** A call by the name that clients of MCP make of server and tool uses the server too. */
function toolUses(tool: JsonValue | undefined): readonly ComponentUse[] {
  const name = text(member(tool, "name"));
  if (name === null) return [];
  const server = mcpToolName(name)?.server;
  const use: ComponentUse = { type: "tool", name, ...facts(tool) };
  return server === undefined ? [use] : [use, { type: "mcp_server", name: server }];
}

/** A wrapped call names its tool, and by its name perhaps the server; an answer to `initialize` names the server itself. */
function mcpUses(method: string, payload: JsonObject): readonly ComponentUse[] {
  const tool = text(memberAt(payload, "params", "name"));
  if (/\/tools\/call$/i.test(method) && tool !== null) return toolUses({ name: tool });
  const server = memberAt(payload, "result", "serverInfo");
  return /\/initialize$/i.test(method) ? named("mcp_server", server) : [];
}

function skill(payload: JsonObject, digest: JsonValue | undefined): readonly ComponentUse[] {
  const id = text(member(payload, "skill_id"));
  const value = text(digest);
  if (id === null) return [];
  const version = text(memberAt(payload, "skill", "version"));
  return [
    {
      type: "skill",
      name: text(memberAt(payload, "skill", "name")) ?? id,
      id,
      ...(version === null ? {} : { version }),
      ...(value === null ? {} : { digest: value }),
    },
  ];
}

const COMPOSITION = [
  ["tools", "tool"],
  ["mcp_servers", "mcp_server"],
  ["a2a_peers", "a2a_peer"],
  ["models", "model"],
  ["composed_skills", "skill"],
] as const;

/** What a registered skill is made of: lists of component ids. */
function composed(payload: JsonObject): readonly ComponentUse[] {
  const parts = COMPOSITION.flatMap(([list, type]) =>
    texts(memberAt(payload, "composition", list)).map((id): ComponentUse => ({ type, name: id, id })),
  );
  // a registration with more is denied, whatever they are
  return parts.slice(0, PARTS_BOUND);
}

/** The skills on whose behalf a skill is loaded. */
function loadedBy(payload: JsonObject): readonly ComponentUse[] {
  const path = member(payload, "load_path");
  const own = text(member(payload, "skill_id"));
  const ids = (Array.isArray(path) ? path : []).flatMap((part: JsonValue) => text(member(part, "skill_id")) ?? []);
  return ids.filter((id) => id !== own).map((id) => ({ type: "skill", name: id, id }));
}

const model = (name: JsonValue | undefined): readonly ComponentUse[] =>
  typeof name === "string" && name !== "" ? [{ type: "model", name }] : named("model", name);

function peer(source: JsonValue | undefined): readonly ComponentUse[] {
  const bare = text(source);
  if (bare !== null) return [{ type: "a2a_peer", name: bare }];
  const name = ["name", "agent_name", "agent_id", "id"].map((key) => text(member(source, key))).find((n) => n !== null);
  return name === undefined || name === null ? [] : [{ type: "a2a_peer", name, ...facts(source) }];
}

function named(type: ComponentUse["type"], object: JsonValue | undefined): readonly ComponentUse[] {
  const name = text(member(object, "name"));
  return name === null ? [] : [{ type, name, ...facts(object) }];
}

function facts(object: JsonValue | undefined): Pick<ComponentUse, "provider" | "version" | "endpoint"> {
  const provider = text(member(object, "provider"));
  const version = text(member(object, "version"));
  const endpoint = text(member(object, "endpoint"));
  return {
    ...(provider === null ? {} : { provider }),
    ...(version === null ? {} : { version }),
    ...(endpoint === null ? {} : { endpoint }),
  };
}

const text = (value: JsonValue | undefined): string | null =>
  typeof value === "string" && value.trim() !== "" ? value : null;

const texts = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.flatMap((item: JsonValue) => text(item) ?? []) : [];
