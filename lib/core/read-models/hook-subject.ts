/** One line for each hook that is not a message or a tool call (W§12, W§13, W§15). */
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { mcpMessage } from "./mcp-message";
import { shortValue } from "./short-value";

/** Null where the payload's own shape says enough. */
export function hookSubject(method: string, payload: JsonObject): string | null {
  const mcp = mcpMessage(method, payload);
  if (mcp !== null) return joined([mcp.kind === "request" ? "" : mcp.kind, mcp.subject]);
  const hook = method.slice(method.lastIndexOf("/") + 1);
  const write = Object.hasOwn(WRITERS, hook) ? WRITERS[hook] : undefined;
  return write === undefined ? null : write(payload);
}

const WRITERS: { readonly [hook: string]: (payload: JsonObject) => string } = {
  sessionStart: (p) => joined([intentWords(p.intent), named("mode", p.policy_mode)]),
  agentTrigger: (p) => joined([words(p.trigger_type), shortValue(p.trigger_source), intentWords(p.intent)]),
  turnStart: (p) => joined([words(p.triggered_by), named("turn", p.turn_id)]),
  turnEnd: (p) =>
    joined([
      words(p.outcome),
      counted(p.step_count, "step"),
      counted(p.tool_call_count, "tool call"),
      value(p.summary),
    ]),
  knowledgeRetrieval: (p) =>
    joined([value(p.query), named("from", name(p.source)), counted(size(p.results), "result")]),
  memoryContextRetrieval: (p) =>
    joined([value(p.query), named("from", name(p.memory_store)), counted(size(p.results), "memory", "memories")]),
  memoryStore: (p) => joined([text(p.operation) || "store", value(p.content), named("in", name(p.memory_store))]),
  preCompact: (p) =>
    joined([counted(size(p.entries_to_compact), "entry", "entries"), words(p.triggered_by), tokens(p)]),
  postCompact: (p) => joined([`${counted(size(p.entries_compacted), "entry", "entries")} to`, value(p.summary)]),
  subagentStart: (p) =>
    joined([agentName(p.subagent_descriptor), words(p.intent_derivation), named("session", p.subagent_session_id)]),
  subagentStop: (p) => joined([words(p.outcome), value(p.summary), named("session", p.subagent_session_id)]),
  skillRegister: (p) =>
    joined([text(p.skill_id), digest(isJsonObject(p.definition) ? p.definition.digest : undefined)]),
  skillLoad: (p) => joined([text(p.skill_id), digest(p.digest), named("by", words(p.load_trigger))]),
  skillUnload: (p) => joined([text(p.skill_id), words(p.reason), named("replaced by", p.replaced_by)]),
  snapshot: (p) => counted(size(documentOf(p).components), "component"),
  changed: (p) => joined([diffWords(p), text(p.reason) || text(p.change_reason)]),
  sessionEnd: (p) => joined([words(p.reason), value(p.summary)]),
};

/** The document may be the payload itself or stand under one member (W§13). */
export function documentOf(payload: JsonObject): JsonObject {
  for (const member of ["agbom", "document", "snapshot"]) {
    const inner = payload[member];
    if (isJsonObject(inner)) return inner;
  }
  return payload;
}

function diffWords(payload: JsonObject): string {
  const body = documentOf(payload);
  const parts = (["added", "removed", "changed"] as const).flatMap((kind) =>
    size(body[kind]) > 0 ? [`${only(body[kind])} ${kind}`] : [],
  );
  return parts.length > 0 ? parts.join(", ") : counted(size(body.components), "component");
}

/** One component by its name and version, several by their number. */
function only(list: JsonValue | undefined): string {
  const [first] = Array.isArray(list) ? list : [];
  if (size(list) !== 1) return String(size(list));
  if (!isJsonObject(first)) return text(first);
  return [text(first.name) || text(first.id), text(first.version)].filter((part) => part !== "").join(" ");
}

export const joined = (parts: readonly string[]): string => parts.filter((part) => part !== "").join("  ");

const text = (item: JsonValue | undefined): string => (typeof item === "string" ? item : "");
/** `agent_loop` → `agent loop` */
const words = (item: JsonValue | undefined): string => text(item).replaceAll("_", " ");
const size = (item: JsonValue | undefined): number => (Array.isArray(item) ? item.length : 0);
/** The wire's `{value, provenance}`, or a bare value. */
const value = (item: JsonValue | undefined): string => shortValue(isJsonObject(item) ? item.value : item);
const name = (item: JsonValue | undefined): string => (isJsonObject(item) ? text(item.name) : text(item));

const named = (label: string, item: JsonValue | undefined): string => {
  const said = shortValue(item);
  return said === "" ? "" : `${label} ${said}`;
};

function counted(count: JsonValue | undefined, one: string, many = `${one}s`): string {
  return typeof count === "number" ? `${count} ${count === 1 ? one : many}` : "";
}

function digest(item: JsonValue | undefined): string {
  if (!isJsonObject(item) || typeof item.value !== "string") return "";
  return `${text(item.algorithm)}:${item.value.slice(0, 12)}`;
}

function tokens(payload: JsonObject): string {
  const from = payload.estimated_input_tokens;
  const to = payload.target_summary_tokens;
  if (typeof from !== "number") return "";
  return typeof to === "number" ? `${from} to ${to} tokens` : `${from} tokens`;
}

function agentName(descriptor: JsonValue | undefined): string {
  if (!isJsonObject(descriptor)) return text(descriptor);
  return text(descriptor.agent_name) || text(descriptor.name);
}

function intentWords(intent: JsonValue | undefined): string {
  if (!isJsonObject(intent)) return "";
  return text(intent.raw) || counted(size(intent.parsed), "capability", "capabilities");
}
