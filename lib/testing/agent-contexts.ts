/** A well-formed Agent Hooks context of each point. */
import type { InterceptionPoint } from "../agent-hooks/types";

const ARGS = { amount: 5, to: "acme" };
const MESSAGES = [{ role: "user", content: "hi" }];
const RESPONSE = { content: "hello", tool_calls: [], finish_reason: "stop" };

const BY_POINT: Record<InterceptionPoint, Record<string, unknown>> = {
  agent_startup: { agent_init: { tools_registered: ["pay"] }, target: { tools_registered: ["pay"] } },
  input: { input: { content: "hi", role: "user" }, target: { content: "hi", role: "user" } },
  pre_model_call: { model: { id: "m" }, messages: MESSAGES, target: MESSAGES },
  post_model_call: { model: { id: "m" }, response: RESPONSE, target: RESPONSE },
  pre_tool_call: { tool_call: { id: "c-1", name: "pay", args: ARGS }, target: ARGS },
  post_tool_call: {
    tool_call: { id: "c-1", name: "pay", args: ARGS },
    tool_result: { value: { paid: true }, is_error: false },
    target: { paid: true },
  },
  output: { output: { content: "done" }, target: { content: "done" } },
  agent_shutdown: { summary: { reason: "completed" }, target: { reason: "completed" } },
};

/** A context of its own; `members` replace those of the sample. */
export function agentContext(point: InterceptionPoint, members: Record<string, unknown> = {}): Record<string, unknown> {
  return structuredClone({
    spec: "agent-hooks/0.1",
    interception_point: point,
    timestamp: "2026-01-01T00:00:00.000Z",
    sequence: 3,
    agent: { id: "agent-1", framework: "reference" },
    session: { id: "sess-1" },
    ...BY_POINT[point],
    ...members,
  });
}

/** A `pre_tool_call` with these arguments. */
export const toolContext = (args: unknown, members: Record<string, unknown> = {}): Record<string, unknown> =>
  agentContext("pre_tool_call", { tool_call: { id: "c-1", name: "pay", args }, target: args, ...members });
