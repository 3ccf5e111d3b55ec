/** One agent session under the contract. */
import type { JsonValue } from "../../core/json/value";
import type { HookSession, ModelResponse, SessionFacts } from "../hook-session";
import { elapsedSeconds } from "./context";
import { effective, emit, hostFailure, keepLabels, labelsOf } from "./emit";
import { enter, type Host, type Ledger, openLedger, stillOpen } from "./ledger";
import { preModel } from "./model-call";
import { streamModel } from "./stream";
import { toolCall } from "./tool-call";

export function createSession(host: Host, facts: SessionFacts): HookSession {
  const ledger = openLedger(host, facts);
  return {
    id: ledger.id,
    get records() {
      return [...ledger.records];
    },
    get ended() {
      return ledger.phase === "closed" || ledger.isTerminated;
    },
    startup: (tools) => startup(ledger, tools),
    input: (content, role = "user") => input(ledger, content, role),
    preModel: (model, messages) => preModel(ledger, model, messages),
    async model(model, messages, call) {
      const started = await preModel(ledger, model, messages);
      return started.settle(await answerOf(ledger, () => call(started.messages)));
    },
    stream: (model, messages, options) => streamModel(ledger, { facts: model, messages, options }),
    tool: (call, execute) => toolCall(ledger, call, execute),
    output: (content) => output(ledger, content),
    shutdown: (reason) => shutdown(ledger, reason),
    async fail(point, detail) {
      throw hostFailure(ledger, point, { reason: "host_error:context_invalid", detail });
    },
    async unsupported(point, entry) {
      throw hostFailure(ledger, point, { reason: "host_error:adapter_unsupported", detail: entry });
    },
  };
}

/** A model call that fails is a failed action: thrown as it is, with nothing to judge. */
async function answerOf(ledger: Ledger, ask: () => Promise<ModelResponse>): Promise<ModelResponse> {
  try {
    return await ask();
  } catch (thrown) {
    ledger.errors += 1;
    throw thrown;
  }
}

async function startup(ledger: Ledger, tools: readonly string[]): Promise<void> {
  enter(ledger, "agent_startup");
  ledger.phase = "starting";
  try {
    const emission = await emit(ledger, "agent_startup", () => ({
      target: { tools_registered: tools },
      members: { agent_init: { tools_registered: tools } },
    }));
    keepLabels(ledger, labelsOf(emission));
    if (ledger.phase === "starting") ledger.phase = "open";
  } catch (blocked) {
    ledger.refusal = blocked as typeof ledger.refusal;
    throw blocked;
  }
}

async function input(ledger: Ledger, content: JsonValue, role: string): Promise<JsonValue> {
  enter(ledger, "input");
  ledger.turn += 1;
  const emission = await emit(ledger, "input", () => ({
    target: { content, role },
    members: { input: { content, role } },
  }));
  stillOpen(ledger, "input");
  keepLabels(ledger, labelsOf(emission));
  return (effective(emission, { content }) as { content: JsonValue }).content;
}

async function output(ledger: Ledger, content: JsonValue): Promise<JsonValue> {
  enter(ledger, "output");
  const emission = await emit(ledger, "output", () => ({ target: { content }, members: { output: { content } } }));
  stillOpen(ledger, "output");
  keepLabels(ledger, labelsOf(emission));
  return (effective(emission, { content }) as { content: JsonValue }).content;
}

/** Whatever the verdict, nothing is left to prevent. A session that never started has nothing to close. */
async function shutdown(ledger: Ledger, asked: string): Promise<void> {
  if (ledger.phase === "closed") return;
  const hasStarted = ledger.phase !== "new";
  ledger.phase = "closed";
  if (!hasStarted) return;
  const reason = ledger.refusal && !ledger.isTerminated ? "error" : asked;
  try {
    await emit(ledger, "agent_shutdown", () => ({
      target: { reason },
      members: {
        summary: {
          reason,
          tool_calls: ledger.toolCalls,
          errors: ledger.errors,
          duration_seconds: elapsedSeconds(ledger),
        },
      },
    }));
  } catch {
    // recorded, and without further effect (§6.1a)
  }
}
