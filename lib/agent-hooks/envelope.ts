/** §6.3: the check of a context before anyone sees it: presence and JSON type of what its point requires. */
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { INTERCEPTION_POINTS, type InterceptionPoint } from "./types";

type Check = (value: JsonValue) => boolean;
type Shape = { readonly [member: string]: Check };

const anything: Check = () => true;
const isText: Check = (value) => typeof value === "string";
const isName: Check = (value) => typeof value === "string" && value !== "";
const isCount: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
const isFlag: Check = (value) => typeof value === "boolean";
const isOne = (...words: readonly string[]): Check => {
  return (value) => words.includes(value as string);
};
const isList = (item: Check): Check => {
  return (value) => Array.isArray(value) && value.every(item);
};
const isShape = (required: Shape, optional: Shape = {}): Check => {
  return (value) => isJsonObject(value) && firstFault(value, required, optional) === null;
};
const matches = (pattern: RegExp): Check => {
  return (value) => typeof value === "string" && pattern.test(value);
};

/** RFC 3339 in UTC. */
const isTimestamp = matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:00)$/i);

const ALWAYS: Shape = {
  spec: matches(/^agent-hooks\/\d+\.\d+$/),
  interception_point: isOne(...INTERCEPTION_POINTS),
  timestamp: isTimestamp,
  sequence: isCount,
  agent: isShape({ id: isName, framework: matches(/^[a-z0-9_-]+$/) }, { name: isText, version: isText }),
  session: isShape({ id: isName }, { started_at: isText, turn: isCount }),
  target: anything,
};

const isModel = isShape({ id: isText }, { vendor: isText, params: isJsonObject });
const isMessages = isList(isShape({ role: isText, content: anything }));
const isToolCall = isShape(
  { id: isName, name: isName, args: isJsonObject },
  { content_hash: matches(/^sha256:[0-9a-f]{64}$/) },
);
const isNumber: Check = (value) => typeof value === "number";
const isDuration: Check = (value) => typeof value === "number" && value >= 0;

const BY_POINT: Readonly<Record<InterceptionPoint, Shape>> = {
  agent_startup: { agent_init: isShape({ tools_registered: isList(isText) }) },
  input: { input: isShape({ content: anything, role: isOne("user", "system", "external") }) },
  pre_model_call: { model: isModel, messages: isMessages },
  post_model_call: {
    model: isModel,
    response: isShape({
      content: anything,
      tool_calls: isList(isShape({ name: isText, args: isJsonObject }, { id: isText })),
      finish_reason: isText,
    }),
  },
  pre_tool_call: { tool_call: isToolCall },
  post_tool_call: {
    tool_call: isToolCall,
    tool_result: isShape({ value: anything, is_error: isFlag }, { duration_ms: isDuration }),
  },
  output: { output: isShape({ content: anything }) },
  agent_shutdown: {
    summary: isShape(
      { reason: isOne("completed", "error", "cancelled") },
      { tool_calls: isCount, errors: isCount, duration_seconds: isDuration },
    ),
  },
};

const OPTIONAL: Shape = {
  messages: isMessages,
  request_id: isText,
  tools: isList(isShape({ name: isText }, { description: isText, schema: isJsonObject })),
  usage: isShape({}, { prompt_tokens: isCount, completion_tokens: isCount }),
  trace: isShape({}, { trace_id: isText, span_id: isText }),
  tenant: isShape({}, { id: isText, name: isText }),
  actor: isShape({}, { id: isText, kind: isOne("human", "service", "agent") }),
  budgets: isShape(
    {},
    { tool_call_count: isNumber, token_count: isNumber, elapsed_seconds: isNumber, cost_usd: isNumber },
  ),
  extensions: (value) => isJsonObject(value) && Object.keys(value).every((name) => /^[a-z][a-z0-9_]*$/.test(name)),
};

/** The member that is absent or of the wrong type, or null. Names the member, never the value. */
export function checkEnvelope(context: JsonValue): string | null {
  if (!isJsonObject(context)) return "context";
  const always = firstFault(context, ALWAYS, OPTIONAL);
  if (always !== null) return always;
  return firstFault(context, BY_POINT[context.interception_point as InterceptionPoint], {});
}

function firstFault(object: JsonObject, required: Shape, optional: Shape): string | null {
  for (const [member, passes] of Object.entries(required)) {
    if (!Object.hasOwn(object, member) || !passes(object[member] as JsonValue)) return member;
  }
  for (const [member, passes] of Object.entries(optional)) {
    if (Object.hasOwn(object, member) && !passes(object[member] as JsonValue)) return member;
  }
  return null;
}
