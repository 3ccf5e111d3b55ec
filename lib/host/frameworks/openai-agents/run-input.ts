/** What a caller begins or resumes a run with, as the content of `input`, and back. */
import { type AgentInputItem, RunState } from "@openai/agents";
import { sameJson } from "../../../agent-hooks/ctk/same-json";
import { isJsonObject, type JsonValue } from "../../../core/json/value";
import { keepOrRewrite } from "../keep-or-rewrite";
import { plain } from "../plain";
import { rewriteItem, showItem } from "./items";

export type RunInput = string | readonly AgentInputItem[] | RunState<never, never>;
export type TakenInput = string | AgentInputItem[] | RunState<never, never>;

/** A text is its text. All else is an object: messages, or what people decided about the calls that waited. */
export function showInput(input: RunInput): JsonValue {
  if (typeof input === "string") return input;
  if (!(input instanceof RunState)) return plain({ messages: input.map(showItem) });
  return { resume: input.getInterruptions().map((item) => decisionOf(input, item)) };
}

type Interruption = ReturnType<RunState<never, never>["getInterruptions"]>[number];

function decisionOf(state: RunState<never, never>, { name, rawItem }: Interruption): JsonValue {
  const { callId } = rawItem as { callId?: string };
  const approved = state._context.isToolApproved({ toolName: name ?? "", callId: callId ?? "" });
  const decision = approved === undefined ? "open" : approved ? "approved" : "rejected";
  return plain({ tool: name, call_id: callId, decision });
}

/** The input with what was permitted in it; undefined when that cannot be said. */
export function takeInput(permitted: JsonValue, input: RunInput): TakenInput | undefined {
  if (sameJson(permitted, showInput(input))) return input as TakenInput;
  if (typeof permitted === "string") return input instanceof RunState ? undefined : permitted;
  if (typeof input === "string" || input instanceof RunState) return undefined;
  if (!isJsonObject(permitted) || !Array.isArray(permitted.messages)) return undefined;
  const before = input.map((original) => ({ shown: showItem(original), original }));
  return keepOrRewrite<AgentInputItem>(permitted.messages as never, before, rewriteItem);
}

/** History that the service holds cannot be shown to `pre_model_call`. */
export const heldByService = (input: RunInput): boolean =>
  input instanceof RunState && (input._conversationId !== undefined || input._previousResponseId !== undefined);
