/** An agent of the OpenAI Agents SDK under the whole contract: one call installs all of it. */
import type { RunConfig } from "@openai/agents";
import type { AgentHooks } from "../../../agent-hooks/hook-session";
import type { AnyAgent } from "./any-agent";
import { GovernedRunner } from "./governed-runner";

/**
 * The one way in: the agent with all that it may hand off to, and what a `Runner` takes. Every call of the result emits all
 * points or refuses with `host_error:adapter_unsupported`; blocks are thrown as `InterceptionBlocked`.
 */
export const governOpenAiAgent = (hooks: AgentHooks, agent: object, config: Partial<RunConfig> = {}): GovernedRunner =>
  new GovernedRunner(hooks, agent as AnyAgent, config);
