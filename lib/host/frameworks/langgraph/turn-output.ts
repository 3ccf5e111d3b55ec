/** The answer in the final state of a graph, as the content of `output`, and back. */
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { sameJson } from "../../../agent-hooks/ctk/same-json";
import { isJsonObject, type JsonValue } from "../../../core/json/value";
import { plain } from "../plain";
import { contentOf } from "./messages";

/** The state that a run ends with. `messages` hold the whole conversation; the last one is the answer. */
export interface AgentState {
  readonly messages: BaseMessage[];
  readonly structuredResponse?: Record<string, unknown>;
  /** Present when the run waits for somebody. */
  readonly __interrupt__?: readonly { readonly id?: string; readonly value?: unknown }[];
  readonly [key: string]: unknown;
}

/** What leaves: the questions of a paused run, a structured response with its text, or the text. */
export function readOutput(state: AgentState): JsonValue {
  if (state.__interrupt__) return { interrupts: state.__interrupt__.map(({ value }) => plain(value ?? null)) };
  const text = plain(state.messages?.at(-1)?.content ?? "");
  return state.structuredResponse === undefined ? text : { text, structured: plain(state.structuredResponse) };
}

/** The state with the permitted answer in it; undefined when that cannot be said. Left alone, it is the same object. */
export function takeOutput(state: AgentState, permitted: JsonValue): AgentState | undefined {
  if (sameJson(readOutput(state), permitted)) return state;
  if (state.__interrupt__) return takeInterrupts(state, permitted);
  if (state.structuredResponse === undefined) return withAnswer(state, contentOf(permitted));
  if (!isJsonObject(permitted) || !isJsonObject(permitted.structured ?? null)) return undefined;
  const { messages } = state;
  const asked = messages.findLastIndex((message) => message.type === "human");
  // the messages of the answer repeat the structure in tool calls and texts
  const answer = new AIMessage({ content: contentOf(permitted.text ?? ""), id: messages.at(-1)?.id });
  const structuredResponse = permitted.structured as Record<string, unknown>;
  return { ...state, structuredResponse, messages: [...messages.slice(0, asked + 1), answer] };
}

function takeInterrupts(state: AgentState, permitted: JsonValue): AgentState | undefined {
  const values = isJsonObject(permitted) ? permitted.interrupts : undefined;
  const asked = state.__interrupt__ ?? [];
  if (!Array.isArray(values) || values.length !== asked.length) return undefined;
  return { ...state, __interrupt__: asked.map((one, index) => ({ ...one, value: values[index] })) };
}

/** The last message with another content and nothing else of the old one. */
export function withAnswer(state: AgentState, content: ReturnType<typeof contentOf>): AgentState {
  const last = state.messages.at(-1);
  const { id, name } = last ?? {};
  const answer =
    last && ToolMessage.isInstance(last)
      ? new ToolMessage({ content, id, name, tool_call_id: last.tool_call_id })
      : new AIMessage({ content, id, name });
  return { ...state, messages: [...state.messages.slice(0, -1), answer] };
}
