/** One governed session of an Observed Agent: every step asks first, and only what was released happens. */
import { fromPlainObject } from "../core/json/build";
import { isJsonObject, type JsonObject } from "../core/json/value";
import { ok, type Result } from "../core/result";
import type { StepDenied, ToolFailed } from "./failures";
import { pause } from "./lifetime";
import type { Posture } from "./posture";
import { settleLost } from "./settle";
import { takeStep } from "./step";
import { type Released, type StepContext, type StepOptions, sendStep } from "./step-io";
import { callTool, type Execute, type ToolCall, type ToolOutcome } from "./tool-call";

export interface Said {
  /** The text that may be used: as given, or as the Guardian edited it. */
  readonly text: string;
  readonly decision: Released["decision"];
  readonly requestId: string;
}

/** Made by `client.open`. All methods resolve; a denial is the failure of the Result, and `orThrow` throws it. */
export interface GuardianSession {
  readonly sessionId: string;
  /** Local and negotiated posture combined. */
  readonly posture: Posture;
  /** The last chain head that the Guardian published to this client, 64 hex digits, or null. */
  readonly chainHash: string | null;
  userMessage(text: string, options?: StepOptions): Promise<Result<Said, StepDenied>>;
  agentResponse(text: string, options?: StepOptions): Promise<Result<Said, StepDenied>>;
  toolCall(call: ToolCall, execute: Execute): Promise<Result<ToolOutcome, StepDenied | ToolFailed>>;
  /** Any other hook, with its payload as on the wire. */
  step(method: string, payload: Record<string, unknown>, options?: StepOptions): Promise<Result<Released, StepDenied>>;
  /** Waits for running tools, then ends the session; false when the Guardian could not be told. Steps after it are denied here. */
  end(reason?: "completed" | "cancelled" | "error" | "timeout"): Promise<boolean>;
}

export interface SessionParts {
  readonly sessionId: string;
  readonly context: StepContext;
}

const END_ATTEMPTS = 3;

export function createSession({ sessionId, context }: SessionParts): GuardianSession {
  const running = new Set<Promise<unknown>>();

  const say = async (method: string, text: string, options: StepOptions): Promise<Result<Said, StepDenied>> => {
    const payload = fromPlainObject({ content: [{ type: "text", value: text }] });
    const taken = await takeStep(context, { ...options, method, payload });
    if (!taken.ok) return taken;
    const { decision, requestId } = taken.value;
    return ok({ text: textOf(taken.value.payload), decision, requestId });
  };

  const toolCall: GuardianSession["toolCall"] = (call, execute) => {
    const outcome = callTool(context, call, execute);
    running.add(outcome);
    const settled = () => running.delete(outcome);
    outcome.then(settled, settled);
    return outcome;
  };

  const end: GuardianSession["end"] = async (reason = "completed") => {
    if (context.stopping.ended) return false;
    context.stopping.end();
    await Promise.allSettled(running);
    await settleLost(context);
    const told = await tellEnd(context, reason);
    context.record({ kind: "session_ended", reason });
    context.lifetime.end();
    return told;
  };

  return {
    sessionId,
    posture: context.terms.posture,
    get chainHash() {
      return context.exchange.chainHash;
    },
    userMessage: (text, options = {}) => say("steps/userMessage", text, options),
    agentResponse: (text, options = {}) => say("steps/agentResponse", text, options),
    toolCall,
    step: (method, payload, options = {}) =>
      takeStep(context, { ...options, method, payload: fromPlainObject(payload) }),
    end,
  };
}

async function tellEnd(context: StepContext, reason: string): Promise<boolean> {
  const method = "steps/sessionEnd";
  if (!context.terms.methods.has(method)) return false;
  for (let attempt = 1; attempt <= END_ATTEMPTS; attempt += 1) {
    const { judged } = await sendStep(context, { method, payload: fromPlainObject({ reason }) });
    if (judged.kind === "result") return true;
    if (attempt < END_ATTEMPTS) await pause(200 * attempt, context.lifetime);
  }
  return false;
}

function textOf(payload: JsonObject): string {
  const content = Array.isArray(payload.content) ? payload.content : [];
  return content.map((item) => (isJsonObject(item) && typeof item.value === "string" ? item.value : "")).join("");
}
