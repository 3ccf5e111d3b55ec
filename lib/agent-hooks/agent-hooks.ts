/** The one factory of the contract: what adapters drive, and the only way to install it. */
import { claimsFault } from "./acs/claims";
import { createEmitter } from "./emitter";
import type { AgentHooks, AgentHooksOptions, Capability, SessionFacts, Surface } from "./hook-session";
import { createSession } from "./session/create-session";

const CAPABILITIES: readonly Capability[] = ["model_calls", "tool_calls", "parallel_tool_calls", "multi_turn"];

/** Throws TypeError on options that do not say what is to be enforced, or that no context can carry. */
export function createAgentHooks(options: AgentHooksOptions): AgentHooks {
  if (!/^[a-z0-9_-]+$/.test(options.framework)) throw new TypeError("framework: lower-case letters, digits, _ and -");
  if (typeof options.agent?.id !== "string" || options.agent.id === "") throw new TypeError("agent.id: not empty");
  const { id, name, version } = options.agent;
  const host = {
    emitter: createEmitter(options),
    agent: { id, ...(name === undefined ? {} : { name }), ...(version === undefined ? {} : { version }) },
    framework: options.framework,
    surface: surfaceOf(options.surface ?? {}),
    clock: options.clock ?? Date.now,
  };
  return {
    framework: host.framework,
    surface: host.surface,
    session(facts = {}) {
      checkNamespaces(facts);
      return createSession(host, facts);
    },
  };
}

/** §4.6: of the contract itself and of others. */
const RESERVED = ["acs", "ctk", "agent_hooks"];

function checkNamespaces({ extensions = {} }: SessionFacts): void {
  const name = Object.keys(extensions).find((given) => RESERVED.includes(given) || !/^[a-z][a-z0-9_]*$/.test(given));
  if (name !== undefined) throw new TypeError("extensions: a namespace of your own, like guardian");
  const fault = claimsFault(extensions.guardian);
  if (fault !== null) throw new TypeError(`${fault}: approval ids by names of tools`);
}

function surfaceOf(declared: Partial<Surface>): Surface {
  const surface = {
    capabilities: declared.capabilities ?? CAPABILITIES,
    toolSeamHostError: declared.toolSeamHostError ?? "continue",
    bufferedOutput: declared.bufferedOutput ?? true,
  };
  if (surface.toolSeamHostError !== "continue" && surface.toolSeamHostError !== "terminate") {
    throw new TypeError("surface.toolSeamHostError: continue or terminate");
  }
  if (surface.bufferedOutput && surface.capabilities.includes("incremental_output")) {
    throw new TypeError("surface: incremental_output needs bufferedOutput false");
  }
  return surface;
}
