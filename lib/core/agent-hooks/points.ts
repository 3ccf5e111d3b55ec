/** The eight interception points of Agent Hooks 0.1 (§3), as far as the Guardian has to know them. */

/** The set is closed. */
export const HOST_POINTS = [
  "agent_startup",
  "input",
  "pre_model_call",
  "post_model_call",
  "pre_tool_call",
  "post_tool_call",
  "output",
  "agent_shutdown",
] as const;
export type HostPoint = (typeof HOST_POINTS)[number];

/** Their targets may not be rewritten. */
export const FIXED_POINTS: readonly string[] = ["agent_startup", "agent_shutdown"];

/** ACS has no hook for these: nothing of them is on a session's chain. */
export const MODEL_POINTS: readonly string[] = ["pre_model_call", "post_model_call"];

export const isHostPoint = (value: unknown): value is HostPoint =>
  typeof value === "string" && (HOST_POINTS as readonly string[]).includes(value);
