/** Copies of an agent and of all that it may hand off to, whose models, tools and handoffs are governed in one run. */
import {
  Agent,
  getHandoff,
  getTransferMessage,
  type Handoff,
  type Model,
  type RunContext,
  type Tool,
} from "@openai/agents";
import type { AnyAgent } from "./any-agent";
import { governModel } from "./governed-model";
import { governTool, refusedTool } from "./governed-tool";
import { argsOf } from "./items";
import { refusedAgent } from "./refused-parts";
import type { RunScope } from "./run-scope";

/** Told of what the copies' listeners would hear, to pass on when it is permitted. */
export type Overheard = (agent: AnyAgent, event: string, details: readonly unknown[]) => void;

const EVENTS = ["agent_start", "agent_end", "agent_handoff", "agent_tool_start", "agent_tool_end"] as const;

export class GovernedAgents {
  readonly #scope: RunScope;
  readonly #overheard: Overheard;
  readonly #copies = new Map<AnyAgent, AnyAgent>();
  readonly #originals = new Map<unknown, AnyAgent>();

  constructor(scope: RunScope, overheard: Overheard) {
    this.#scope = scope;
    this.#overheard = overheard;
  }

  /** The same copy each time, so that agents may hand off in circles. */
  copyOf(agent: AnyAgent): AnyAgent {
    const known = this.#copies.get(agent);
    if (known) return known;
    if (this.#originals.has(agent)) return agent;
    const { model } = agent;
    const copy = agent.clone({ handoffs: [], tools: [] }) as AnyAgent;
    this.#copies.set(agent, copy);
    this.#originals.set(copy, agent);
    if (typeof model !== "string") copy.model = governModel(model as Model, this.#scope);
    const governed = new Set<unknown>(agent.tools.map((tool) => this.#tool(tool)));
    copy.tools = [...governed] as never;
    copy.handoffs = agent.handoffs.map((one) => this.#handoff(getHandoff(one as unknown as AnyAgent))) as never;
    // tools of MCP servers come only here
    copy.getAllTools = async (context, parent) => {
      const all = await Agent.prototype.getAllTools.call(copy, context as never, parent);
      for (const tool of all) await this.#refuse(governed.has(tool) ? null : refusedTool(tool as never));
      return all.map((tool) => (governed.has(tool) ? tool : this.#tool(tool))) as never;
    };
    for (const event of EVENTS) {
      copy.on(event, (...details: unknown[]) =>
        this.#overheard(
          agent,
          event,
          details.map((one) => this.originalOf(one)),
        ),
      );
    }
    return copy;
  }

  /** The caller's own agent for a copy; anything else as it is. */
  originalOf(value: unknown): unknown {
    return this.#originals.get(value) ?? value;
  }

  #tool(tool: Tool<never> | Tool<unknown>): Tool<never> {
    return tool.type === "function" ? (governTool(tool as never, this.#scope) as never) : (tool as Tool<never>);
  }

  /** A handoff is an action of its own: its call is judged like a tool's. One that is denied ends the run. */
  #handoff(handoff: Handoff<never, never>): Handoff<never, never> {
    const { toolName } = handoff;
    const onInvokeHandoff = async (context: RunContext<never>, text: string): Promise<AnyAgent> => {
      let next: AnyAgent | undefined;
      const call = { id: this.#scope.claimCall(toolName), name: toolName, args: argsOf(text) };
      await this.#scope.turn.tool(call, async (args) => {
        next = (await handoff.onInvokeHandoff(context, JSON.stringify(args))) as AnyAgent;
        return getTransferMessage(next);
      });
      const agent = next as AnyAgent;
      await this.#refuse(this.#copies.has(agent) ? null : refusedAgent(agent));
      return this.copyOf(agent);
    };
    return handoff.clone({ agent: this.copyOf(handoff.agent), onInvokeHandoff } as never);
  }

  async #refuse(reason: string | null): Promise<void> {
    if (reason !== null) await this.#scope.turn.unsupported("pre_tool_call", reason);
  }
}
