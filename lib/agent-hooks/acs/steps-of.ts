/** From a context of Agent Hooks to the ACS calls that it stands for, in order. Pure: the same context gives the same steps. */
import { fromPlainObject, member, memberAt } from "../../core/json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import type { AgentContext } from "../types";
import { type AcsStep, contentOf } from "./acs-step";
import { agbomOf } from "./agbom-of";
import { claimFor } from "./claims";

export interface StepFacts {
  /** `methods_evaluated` of the session; no other method is sent. */
  readonly methods: ReadonlySet<string>;
  /** The turn that is open now, or null (`turnAfter`). */
  readonly openTurn: string | null;
  /** The step that released this call, by `tool_call.id`. */
  requestIdOf(toolCallId: string): string | undefined;
}

/**
 * The steps of a point. They are sent in order until one is neither allowed nor modified; at most one of them carries the
 * target, so that no edit changes a step after it. Model points have none: ACS has no hook for them.
 */
export function stepsOf(context: AgentContext, facts: StepFacts): readonly AcsStep[] {
  let turn = facts.openTurn;
  return pointSteps(context, facts)
    .filter(([method]) => facts.methods.has(method))
    .map(([method, payload]) => {
      const step: AcsStep = {
        method,
        payload: fromPlainObject(payload),
        metadata: metadataOf(context, method, turn),
        ...(AROUND.has(method) && isJsonObject(context.target) ? { around: context.target } : {}),
      };
      // the message that opens a turn belongs to it, and not to one that it interrupts
      turn = turnAfter(turn, step, "allow");
      return step;
    });
}

/** At these the target is an object around the content. */
const AROUND = new Set(["steps/userMessage", "steps/agentTrigger", "steps/agentResponse"]);

const contentIn = ({ target }: AgentContext): JsonValue => member(target, "content") ?? null;

/** The turn that is open after this step was answered with `decision`. */
export function turnAfter(openTurn: string | null, { method, payload }: AcsStep, decision: JsonValue): string | null {
  if (method === "steps/turnEnd") return null;
  if (method !== "steps/turnStart" || decision !== "allow") return openTurn;
  return typeof payload.turn_id === "string" ? payload.turn_id : openTurn;
}

type Call = readonly [method: string, payload: object];

function pointSteps(context: AgentContext, facts: StepFacts): readonly Call[] {
  switch (context.interception_point) {
    case "agent_startup":
      return startCalls(context);
    case "input":
      return [...turnEnd(facts, "interrupted"), ...inputCalls(context, facts)];
    case "pre_tool_call":
      return [["steps/toolCallRequest", requestPayload(context)]];
    case "post_tool_call":
      return [["steps/toolCallResult", resultPayload(context, facts)]];
    case "output":
      return [["steps/agentResponse", { content: contentOf(contentIn(context)) }], ...turnEnd(facts, "completed")];
    case "agent_shutdown":
      return endCalls(context, facts);
    default:
      return [];
  }
}

function startCalls(context: AgentContext): readonly Call[] {
  const names = memberAt(context, "agent_init", "tools_registered");
  const tools = Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  const intent = memberAt(context, "extensions", "guardian", "intent");
  const user = userOf(context);
  const start = {
    platform_context: { agent_framework: context.agent.framework, contract: context.spec },
    ...(user === null ? {} : { user_identity: user }),
    ...(isJsonObject(intent) ? { intent } : {}),
  };
  const snapshot: readonly Call[] = tools.length === 0 ? [] : [["agbom/snapshot", agbomOf(context, tools)]];
  return [["steps/sessionStart", start], ...snapshot];
}

/** What comes from outside is judged as a message where the session reports no triggers: never not at all. */
function inputCalls(context: AgentContext, { methods }: StepFacts): readonly Call[] {
  const turn = memberAt(context, "session", "turn");
  const turn_id = `turn-${typeof turn === "number" ? turn : context.sequence}`;
  const role = memberAt(context, "input", "role");
  const isTrigger = role !== "user" && methods.has("steps/agentTrigger");
  const start: Call = ["steps/turnStart", { turn_id, triggered_by: isTrigger ? "auto_continuation" : "user_message" }];
  if (!isTrigger) return [start, ["steps/userMessage", { content: contentOf(contentIn(context)) }]];
  const trigger_type = role === "system" ? "system" : "external_event";
  return [["steps/agentTrigger", { trigger_type, trigger_source: { content: contentIn(context) } }], start];
}

function requestPayload(context: AgentContext): object {
  const args = isJsonObject(context.target) ? context.target : {};
  const traced = Object.entries(args).map(([name, value]) => [name, { value }] as const);
  const made: { [name: string]: object } = Object.create(null);
  for (const [name, value] of traced) made[name] = value;
  return { tool: toolOf(context), arguments: made };
}

function resultPayload(context: AgentContext, facts: StepFacts): object {
  const id = memberAt(context, "tool_call", "id");
  const duration = memberAt(context, "tool_result", "duration_ms");
  const released = typeof id === "string" ? facts.requestIdOf(id) : undefined;
  return {
    tool: toolOf(context),
    exit_status: memberAt(context, "tool_result", "is_error") === true ? "failure" : "success",
    outputs: [{ value: context.target }],
    ...(released === undefined ? {} : { request_id_ref: released }),
    ...(typeof duration === "number" && duration >= 0 ? { duration_ms: Math.round(duration) } : {}),
  };
}

const toolOf = (context: AgentContext) => ({ name: String(memberAt(context, "tool_call", "name") ?? "") });

function endCalls(context: AgentContext, facts: StepFacts): readonly Call[] {
  const reason = memberAt(context, "summary", "reason");
  const outcome = reason === "cancelled" ? "interrupted" : reason === "error" ? "error" : "completed";
  return [...turnEnd(facts, outcome), ["steps/sessionEnd", { reason: String(reason ?? "completed") }]];
}

const turnEnd = ({ openTurn }: StepFacts, outcome: string): readonly Call[] =>
  openTurn === null ? [] : [["steps/turnEnd", { turn_id: openTurn, outcome }]];

const userOf = (context: AgentContext): { readonly user_id: string } | null => {
  const id = memberAt(context, "actor", "id");
  return memberAt(context, "actor", "kind") === "human" && typeof id === "string" ? { user_id: id } : null;
};

/** `extensions.guardian` may name approvals that calls claim, the MCP server of its tools, and the environment. */
function metadataOf(context: AgentContext, method: string, openTurn: string | null): JsonObject {
  const ours = memberAt(context, "extensions", "guardian");
  const text = (name: string) => {
    const value = member(ours, name);
    return typeof value === "string" ? value : undefined;
  };
  return fromPlainObject({
    turn_id: openTurn !== null && !TURNLESS.has(method) ? openTurn : undefined,
    user_context: userOf(context) ?? undefined,
    environment: text("environment"),
    mcp_server_id: text("mcp_server_id"),
    approval_id: method === "steps/toolCallRequest" ? claimFor(ours, toolOf(context).name) : undefined,
  });
}

const TURNLESS = new Set(["steps/turnStart", "steps/agentTrigger", "steps/sessionStart", "agbom/snapshot"]);
