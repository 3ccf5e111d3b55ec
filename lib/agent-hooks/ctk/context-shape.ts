/** What a context must look like at each point (§4), held apart from the emitter's own check so that neither excuses the other. */
import { INTERCEPTION_POINTS, type InterceptionPoint } from "../types";
import { anything, closed, count, flag, list, object, oneOf, open, type Shape, text, textLike } from "./shape";

const filled = textLike(/./su, "empty or not a string");
const date = textLike(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/, "no RFC 3339 time");
const digest = textLike(/^sha256:[0-9a-f]{64}$/, "no sha256 digest");

const amount: Shape = (value, at) => (typeof value === "number" && value >= 0 ? [] : [`${at}: not a number from 0 up`]);

const named: { readonly [member: string]: Shape } = {
  agent_init: open({ must: { tools_registered: list(text) } }),
  input: open({ must: { content: anything, role: oneOf("user", "system", "external") } }),
  model: open({ must: { id: text }, may: { vendor: text, params: object } }),
  messages: list(open({ must: { role: text, content: anything } })),
  response: open({
    must: {
      content: anything,
      tool_calls: list(open({ must: { id: text, name: text, args: object } })),
      finish_reason: text,
    },
  }),
  tool_call: open({ must: { id: filled, name: filled, args: object }, may: { content_hash: digest } }),
  tool_result: open({ must: { value: anything, is_error: flag }, may: { duration_ms: amount } }),
  output: open({ must: { content: anything } }),
  summary: open({
    must: { reason: oneOf("completed", "error", "cancelled") },
    may: { tool_calls: count, errors: count, duration_seconds: amount },
  }),
};

const optional: { readonly [member: string]: Shape } = {
  ...named,
  request_id: text,
  usage: open({ may: { prompt_tokens: count, completion_tokens: count } }),
  tools: list(open({ must: { name: text }, may: { description: text, schema: object } })),
  trace: open({ may: { trace_id: text, span_id: text } }),
  tenant: open({ may: { id: text, name: text } }),
  actor: open({ may: { id: text, kind: oneOf("human", "service", "agent") } }),
  budgets: open({
    may: { tool_call_count: amount, token_count: amount, elapsed_seconds: amount, cost_usd: amount },
  }),
  extensions: (value, at) => [
    ...object(value, at),
    ...Object.keys(value ?? {}).flatMap((name) => textLike(/^[a-z][a-z0-9_]*$/, "no namespace")(name, at)),
  ],
};

/** §4.2: what each point must have beside the envelope. */
const CONDITIONAL: Readonly<Record<InterceptionPoint, readonly string[]>> = {
  agent_startup: ["agent_init"],
  input: ["input"],
  pre_model_call: ["model", "messages"],
  post_model_call: ["model", "response"],
  pre_tool_call: ["tool_call"],
  post_tool_call: ["tool_call", "tool_result"],
  output: ["output"],
  agent_shutdown: ["summary"],
};

const envelope = {
  spec: textLike(/^agent-hooks\/\d+\.\d+$/, "no spec name"),
  interception_point: oneOf(...INTERCEPTION_POINTS),
  timestamp: date,
  sequence: count,
  agent: open({
    must: { id: filled, framework: textLike(/^[a-z0-9_-]+$/, "no framework name") },
    may: { name: text, version: text },
  }),
  session: open({ must: { id: filled }, may: { started_at: date, turn: count } }),
  target: anything,
};

const SHAPES = new Map<unknown, Shape>(
  INTERCEPTION_POINTS.map((point) => {
    const must = Object.fromEntries(CONDITIONAL[point].map((name) => [name, named[name] ?? anything]));
    const may = Object.fromEntries(Object.entries(optional).filter(([name]) => !Object.hasOwn(must, name)));
    return [point, closed({ must: { ...envelope, ...must }, may })];
  }),
);

/** One line for each fault, none for a valid context. */
export function contextFaults(context: { readonly interception_point?: unknown }): readonly string[] {
  const shape = SHAPES.get(context.interception_point);
  return shape ? shape(context, "context") : ["context.interception_point: no interception point"];
}
