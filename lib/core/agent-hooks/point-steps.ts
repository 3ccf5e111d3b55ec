/** Which ACS steps an interception point stands for (decision 0040). */
import type { HostPoint } from "./points";

/** The step that carries the point's target: each owes a record. */
const MAIN: { readonly [stepType: string]: HostPoint } = {
  "steps/sessionStart": "agent_startup",
  "steps/userMessage": "input",
  "steps/agentTrigger": "input",
  "steps/toolCallRequest": "pre_tool_call",
  "steps/toolCallResult": "post_tool_call",
  "steps/agentResponse": "output",
  "steps/sessionEnd": "agent_shutdown",
};

/** Sent with a main step; a turn's end belongs to the output or, when the session ends within a turn, to the shutdown. */
const BESIDE: { readonly [stepType: string]: HostPoint } = {
  "agbom/snapshot": "agent_startup",
  "steps/turnStart": "input",
  "steps/turnEnd": "output",
};

export const isMainStep = (stepType: string): boolean => Object.hasOwn(MAIN, stepType);

/** Null for steps that no point stands for. */
export function pointOf(stepType: string): HostPoint | null {
  if (Object.hasOwn(MAIN, stepType)) return MAIN[stepType] as HostPoint;
  return Object.hasOwn(BESIDE, stepType) ? (BESIDE[stepType] as HostPoint) : null;
}

/** May an entry of that type be what a record at that point names? Wrapped messages stand for tools too. */
export function standsFor(stepType: string, point: HostPoint): boolean {
  if (pointOf(stepType) === point) return true;
  if (point === "agent_shutdown") return stepType === "steps/turnEnd";
  const isTool = point === "pre_tool_call" || point === "post_tool_call";
  return isTool && /^(protocols\/|wrapped:)/.test(stepType);
}
