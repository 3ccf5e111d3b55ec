/** Parts of agents, and options of a run, that the guard cannot stand in front of. */
import { Agent, getHandoff } from "@openai/agents";
import type { AnyAgent } from "./any-agent";
import { refusedTool } from "./governed-tool";

/** The first reason to refuse one agent, or null. */
export function refusedAgent(agent: AnyAgent): string | null {
  // subclasses bring tools and runs of their own, such as those of a sandbox
  if (!(agent instanceof Agent) || Object.getPrototypeOf(agent) !== Agent.prototype) return "an agent of another class";
  if (agent.prompt !== undefined) return `${agent.name}: a stored prompt, whose text and tools the service adds`;
  return agent.tools.map((tool) => refusedTool(tool)).find((reason) => reason !== null) ?? null;
}

/** The agent and all that it may hand off to. */
export function reachable(agent: AnyAgent, found = new Set<AnyAgent>()): Set<AnyAgent> {
  if (found.has(agent)) return found;
  found.add(agent);
  for (const one of agent.handoffs ?? []) reachable(getHandoff(one as unknown as AnyAgent).agent, found);
  return found;
}

export const refusedAgents = (agent: AnyAgent): string | null =>
  [...reachable(agent)].map(refusedAgent).find((reason) => reason !== null) ?? null;

/** All others are refused, so that an option of a later version opens no way past the guard. */
export const GOVERNED_OPTIONS: ReadonlySet<string> = new Set([
  "callModelInputFilter",
  "context",
  "errorHandlers",
  "maxTurns",
  "outputGuardrailBlockedMessage",
  "reasoningItemIdPolicy",
  "session",
  "sessionInputCallback",
  "signal",
  "stream",
  "toolErrorFormatter",
  "toolExecution",
  "toolNameCollisionPolicy",
  "toolNotFoundBehavior",
  "tracing",
]);

/** Options of a runner that a run has not, and that leave the guard in place. */
const GOVERNED_CONFIG: ReadonlySet<string> = new Set([
  ...GOVERNED_OPTIONS,
  "groupId",
  "handoffInputFilter",
  "inputGuardrails",
  "model",
  "modelProvider",
  "modelSettings",
  "outputGuardrails",
  "traceId",
  "traceIncludeSensitiveData",
  "traceMetadata",
  "tracingDisabled",
  "workflowName",
]);

export const refusedOption = (options: object): string | null => named(options, GOVERNED_OPTIONS);
export const refusedConfig = (config: object): string | null => named(config, GOVERNED_CONFIG);

const named = (given: object, governed: ReadonlySet<string>): string | null =>
  Object.entries(given).find(([name, value]) => value !== undefined && !governed.has(name))?.[0] ?? null;
