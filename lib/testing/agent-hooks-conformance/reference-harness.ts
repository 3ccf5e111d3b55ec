/** The kit's harness over the reference loop: its production path, with only the model and the tools replaced. */
import { createAgentHooks } from "../../agent-hooks/agent-hooks";
import type { Harness, HarnessSetup, RunRecord } from "../../agent-hooks/ctk/harness";
import { type ScriptedIo, scriptedIo } from "../../agent-hooks/ctk/scripted-io";
import type { Outcome, Scenario, ScriptedResponse } from "../../agent-hooks/ctk/vector";
import {
  type AgentHooks,
  type AgentHooksOptions,
  InterceptionBlocked,
  type StreamPart,
  type Surface,
} from "../../agent-hooks/hook-session";
import type { JsonValue } from "../../core/json/value";
import type { LoopAgent, LoopTool } from "../../host/frameworks/reference/agent";
import { type Conversation, openConversation } from "../../host/frameworks/reference/conversation";

export interface ReferenceHarnessOptions {
  readonly surface: Surface;
  /** For planted faults: the contract under test. */
  readonly create?: (options: AgentHooksOptions) => AgentHooks;
}

export function referenceHarness({ surface, create = createAgentHooks }: ReferenceHarnessOptions): Harness {
  let given: HarnessSetup | null = null;
  return {
    name: "reference",
    surface,
    setup(setup) {
      given = setup;
    },
    async run() {
      if (!given) throw new Error("the harness was not set up");
      return new Run(given, create(optionsOf(given, surface))).toEnd(surface);
    },
    teardown() {
      given = null;
    },
  };
}

function optionsOf(setup: HarnessSetup, surface: Surface): AgentHooksOptions {
  const { interceptors, resolver, mode, composition, identityProvider, redactForApproval, timeoutMs } = setup;
  return {
    agent: { id: "ctk-agent" },
    framework: "reference",
    surface,
    interceptors,
    resolver,
    mode,
    composition,
    identityProvider,
    ...(redactForApproval ? { redactForApproval } : {}),
    interceptorTimeoutMs: timeoutMs,
    resolverTimeoutMs: timeoutMs,
  };
}

/** One run of a scenario. */
class Run {
  readonly #setup: HarnessSetup;
  readonly #hooks: AgentHooks;
  readonly #io: ScriptedIo;
  #released = "";
  #output: JsonValue = null;

  constructor(setup: HarnessSetup, hooks: AgentHooks) {
    this.#setup = setup;
    this.#hooks = hooks;
    this.#io = scriptedIo(setup.scenario);
  }

  async toEnd(surface: Surface): Promise<RunRecord> {
    const session = this.#hooks.session();
    let conversation: Conversation | null = null;
    let outcome: Outcome = "completed";
    try {
      conversation = await openConversation(session, agentOf(this.#io, this.#setup.scenario));
      outcome = await this.#turns(conversation, surface);
    } catch (thrown) {
      outcome = outcomeOf(thrown);
    } finally {
      await conversation?.close();
    }
    return {
      outcome,
      final_output: this.#output,
      tool_invocations: this.#io.invocations,
      records: session.records,
      model_requests: this.#io.requests,
      released_output: this.#released,
      persisted: (conversation?.history ?? []) as unknown as JsonValue,
    };
  }

  /** How the last turn ended. */
  async #turns(conversation: Conversation, surface: Surface): Promise<Outcome> {
    const { input, further_inputs: further = [] } = this.#setup.scenario;
    let outcome: Outcome = "completed";
    for (const { content, role } of [input, ...further]) {
      const onSegment = surface.bufferedOutput ? {} : { onSegment: (text: string) => this.#release(text) };
      try {
        this.#output = await conversation.turn(content, { role, ...onSegment });
        outcome = "completed";
        if (surface.bufferedOutput) this.#release(asText(this.#output));
      } catch (thrown) {
        this.#output = null;
        outcome = outcomeOf(thrown);
      }
    }
    return outcome;
  }

  #release(text: string): void {
    this.#released += text;
  }
}

const asText = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));

const outcomeOf = (thrown: unknown): Outcome => (thrown instanceof InterceptionBlocked ? "blocked" : "error");

/** Streams where the scenario has a stream, and then throughout. */
function agentOf(io: ScriptedIo, { model_script: script = [] }: Scenario): LoopAgent {
  const tools = io.tools.map(({ name, schema }): [string, LoopTool] => [
    name,
    { ...(schema ? { parameters: schema } : {}), execute: (args) => io.run(name, args) },
  ]);
  const facts = { model: { id: "ctk-model" }, tools: Object.fromEntries(tools) };
  return script.some(({ respond }) => respond.stream)
    ? { ...facts, stream: ({ messages }) => partsOf(io.respond(messages)) }
    : { ...facts, respond: async ({ messages }) => io.respond(messages) };
}

/** Each listed chunk, then the end of the response unless the stream breaks off. */
async function* partsOf(response: ScriptedResponse): AsyncGenerator<StreamPart> {
  const { content, stream, stream_truncated: isTruncated = false, finish_reason, tool_calls } = response;
  for (const text of stream ?? (typeof content === "string" ? [content] : [])) yield { text };
  if (!isTruncated) yield { end: { tool_calls, finish_reason } };
}
