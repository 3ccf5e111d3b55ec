/** The step as policy sees it: bare argument values, and the text of content; wrapped MCP calls as the tool hooks they stand for. */
import { member, memberAt } from "../core/json/build";
import { canonicalText } from "../core/json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { aboutOf } from "../core/policy/about";
import type { PolicyStep } from "../core/policy/types";
import { isWrappedResponse, wrappedMethod } from "../core/wire/hooks/wrapped";
import type { SessionSnapshot } from "./ports";

/** What policy is told of a step besides its session and its payload. */
export interface StepFacts {
  readonly method: string;
  readonly environment?: string;
  readonly server?: string;
}

/** From the message's metadata, or from those of a stored action. */
export function factsOf(method: string, metadata: JsonValue | undefined): StepFacts {
  const environment = member(metadata, "environment");
  const server = member(metadata, "mcp_server_id");
  return {
    method,
    ...(typeof environment === "string" ? { environment } : {}),
    ...(typeof server === "string" ? { server } : {}),
  };
}

export function policyStep(facts: StepFacts, snapshot: SessionSnapshot, payload: JsonValue): PolicyStep {
  const body = isJsonObject(payload) ? payload : {};
  const { method, environment } = facts;
  return {
    method,
    agent_id: snapshot.agent.agentId,
    session_id: snapshot.session.sessionId,
    ...(snapshot.session.userId === null ? {} : { user_id: snapshot.session.userId }),
    ...(environment === undefined ? {} : { environment }),
    ...(wrappedPart(facts, body) ?? stepPart(method, body)),
  };
}

function stepPart(method: string, body: JsonObject): Partial<PolicyStep> {
  const text = (name: string) => (typeof body[name] === "string" ? { [name]: body[name] } : {});
  const words = textsOf(body);
  const about = aboutOf(method, body);
  return {
    ...toolOf(body),
    ...(Object.keys(about).length === 0 ? {} : { about }),
    ...text("capability"),
    ...text("operation"),
    ...text("raw_command"),
    ...argumentsOf(body),
    ...(words.length === 0 ? {} : { text: words }),
  };
}

/** Null for everything but wrapped messages. */
function wrappedPart({ method, server }: StepFacts, body: JsonObject): Partial<PolicyStep> | null {
  const wrapped = wrappedMethod(method);
  if (wrapped === null) return null;
  const base = server === undefined ? {} : { server };
  const isCall = wrapped.inner === "tools/call";
  if (isWrappedResponse(body)) {
    const action = isCall ? "steps/toolCallResult" : `protocols/MCP/${wrapped.inner}`;
    return { ...base, action, text: answerTexts(body) };
  }
  const params = isJsonObject(body.params) ? body.params : {};
  if (!isCall) return { ...base, action: `protocols/MCP/${wrapped.inner}`, arguments: params };
  const name = member(params, "name");
  const args = member(params, "arguments");
  return {
    ...base,
    action: "steps/toolCallRequest",
    ...(typeof name === "string" ? { tool: { name, ...(server === undefined ? {} : { provider: server }) } } : {}),
    arguments: isJsonObject(args) ? args : {},
  };
}

/** Text of an MCP answer: its content items, and whatever else it holds as JSON. */
function answerTexts(body: JsonObject): readonly string[] {
  const answer = body.result ?? body.error ?? null;
  const content = member(answer, "content");
  if (!Array.isArray(content)) return [canonicalText(answer)];
  const structured = member(answer, "structuredContent");
  return [
    ...content.map((item: JsonValue) => plain(member(item, "text") ?? item)),
    ...(structured === undefined ? [] : [canonicalText(structured)]),
  ];
}

function toolOf(body: JsonObject): Pick<PolicyStep, "tool"> {
  const { tool } = body;
  if (!isJsonObject(tool) || typeof tool.name !== "string") return {};
  return {
    tool: {
      name: tool.name,
      ...(typeof tool.provider === "string" ? { provider: tool.provider } : {}),
      ...(typeof tool.version === "string" ? { version: tool.version } : {}),
    },
  };
}

function argumentsOf(body: JsonObject): Pick<PolicyStep, "arguments"> {
  if (!isJsonObject(body.arguments)) return {};
  const bare: Record<string, JsonValue> = Object.create(null);
  for (const [name, holder] of Object.entries(body.arguments))
    bare[name] = isJsonObject(holder) ? (holder.value ?? null) : null;
  return { arguments: bare };
}

/** Members that hold a list of traced values, one traced value, or plain text (W§12). */
const LISTS = ["content", "outputs", "results"];
const SINGLES = ["content", "query", "summary"];
const PLAIN = [["reasoning"], ["intent", "raw"], ["subagent_intent", "raw"], ["definition", "body"]];

function textsOf(body: JsonObject): readonly string[] {
  const lists = LISTS.flatMap((name) => {
    const items = body[name];
    return Array.isArray(items)
      ? items.map((item: JsonValue) => plain(isJsonObject(item) ? (item.value ?? null) : item))
      : [];
  });
  const singles = SINGLES.flatMap((name) => {
    const value = member(body[name], "value");
    return value === undefined ? [] : [plain(value)];
  });
  const words = PLAIN.flatMap((path) => {
    const text = memberAt(body, ...path);
    return text === undefined ? [] : [plain(text)];
  });
  return [...lists, ...singles, ...words];
}

const plain = (value: JsonValue): string => (typeof value === "string" ? value : canonicalText(value));
