/** From a hook's input to the context of Agent Hooks that it stands for. */
import { type AgentContext, type InterceptionPoint, SPEC } from "../../../agent-hooks/types";
import { fromPlain, fromPlainObject } from "../../../core/json/build";
import type { HookInput } from "./hook-input";

export interface ContextFacts {
  readonly agentId: string;
  readonly sessionId: string;
  readonly sequence: number;
  readonly turn: number;
  readonly now: number;
}

export const FRAMEWORK = "claude-code";

/** Null for events that no point stands for. A subagent's words are judged as the result of the tool that started it. */
export function pointOf(input: HookInput): InterceptionPoint | null {
  return POINTS[input.hook_event_name];
}

const POINTS: { readonly [event in HookInput["hook_event_name"]]: InterceptionPoint | null } = {
  SessionStart: "agent_startup",
  UserPromptSubmit: "input",
  PreToolUse: "pre_tool_call",
  PostToolUse: "post_tool_call",
  PostToolUseFailure: "post_tool_call",
  Stop: "output",
  SubagentStop: null,
  SessionEnd: "agent_shutdown",
};

/** Claude Code names its tools only when it calls them. */
export const startupContext = (facts: ContextFacts): AgentContext =>
  build(facts, "agent_startup", { target: { tools_registered: [] }, agent_init: { tools_registered: [] } });

export const shutdownContext = (facts: ContextFacts, reason: "completed" | "error"): AgentContext =>
  build(facts, "agent_shutdown", { target: { reason }, summary: { reason } });

/** Throws TypeError on values that JSON cannot carry; what came from standard input always can. */
export function contextOf(facts: ContextFacts, input: HookInput): AgentContext {
  switch (input.hook_event_name) {
    case "UserPromptSubmit": {
      const asked = { content: input.prompt, role: "user" };
      return build(facts, "input", { target: asked, input: asked });
    }
    case "PreToolUse":
      return build(facts, "pre_tool_call", { target: input.tool_input, tool_call: callOf(input) });
    case "PostToolUse":
    case "PostToolUseFailure": {
      const isError = input.hook_event_name === "PostToolUseFailure";
      const value = isError ? input.error : (input.tool_response ?? null);
      return build(facts, "post_tool_call", {
        target: value,
        tool_call: callOf(input),
        tool_result: { value, is_error: isError },
      });
    }
    case "Stop": {
      const output = { content: input.last_assistant_message ?? null };
      return build(facts, "output", { target: output, output });
    }
    case "SessionEnd":
      return shutdownContext(facts, "completed");
    default:
      return startupContext(facts);
  }
}

type CallInput = HookInput & { readonly tool_use_id: string; readonly tool_name: string };

const callOf = ({ tool_use_id, tool_name, tool_input }: CallInput) => ({
  id: tool_use_id,
  name: tool_name,
  args: tool_input,
});

interface Members {
  readonly target: unknown;
  readonly [member: string]: unknown;
}

function build(facts: ContextFacts, point: InterceptionPoint, members: Members): AgentContext {
  const { agentId, sessionId, sequence, turn, now } = facts;
  return fromPlainObject({
    spec: SPEC,
    interception_point: point,
    timestamp: new Date(now).toISOString(),
    sequence,
    agent: { id: agentId, framework: FRAMEWORK },
    session: { id: sessionId, ...(turn === 0 ? {} : { turn }) },
    ...members,
    target: fromPlain(members.target),
  }) as AgentContext;
}
