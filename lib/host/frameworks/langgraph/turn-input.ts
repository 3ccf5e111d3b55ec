/** What a caller hands to a graph, as the content of `input`, and back. */
import {
  type BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  HumanMessage,
} from "@langchain/core/messages";
import { Command, isCommand } from "@langchain/langgraph";
import { sameJson } from "../../../agent-hooks/ctk/same-json";
import { isJsonObject, type JsonValue } from "../../../core/json/value";
import { plain } from "../plain";
import { contentOf, showMessages, takeMessages } from "./messages";

export type AgentInput =
  | { readonly messages: BaseMessageLike | readonly BaseMessageLike[]; readonly [key: string]: unknown }
  | Command
  | null;

export interface TurnInput {
  readonly content: JsonValue;
  /** The input with what was permitted in it, or null when that cannot be said. */
  take(permitted: JsonValue): AgentInput | null | undefined;
}

/** A way into the middle of the graph that would skip `input`, or null. */
export function refusedInput(input: AgentInput): string | null {
  if (!isCommand(input)) return null;
  if (input.update !== undefined) return "Command.update";
  if (Array.isArray(input.goto) ? input.goto.length > 0 : input.goto !== undefined) return "Command.goto";
  return input.graph === undefined ? null : "Command.graph";
}

/** One message of a person is its text. All else is an object: messages with the other state, or what a run is resumed with. */
export function readInput(input: AgentInput): TurnInput {
  if (input === null || isCommand(input)) return readResume(input);
  const { messages: given, ...state } = input;
  const list = (Array.isArray(given) ? given : [given]) as BaseMessageLike[];
  const messages = list.map((one) => coerceMessageLikeToMessage(one));
  const [only] = messages;
  const alone = messages.length === 1 && Object.keys(state).length === 0;
  if (alone && only && HumanMessage.isInstance(only) && typeof only.content === "string") return readText(only);
  const content = plain({ messages: showMessages(messages), ...(Object.keys(state).length > 0 ? { state } : {}) });
  return { content, take: (permitted) => takeState(permitted, { content, messages, state }) };
}

function readText(message: HumanMessage): TurnInput {
  const content = message.content as string;
  return {
    content,
    take: (permitted) => {
      const { id, name } = message;
      return {
        messages: [permitted === content ? message : new HumanMessage({ content: contentOf(permitted), id, name })],
      };
    },
  };
}

interface ReadState {
  readonly content: JsonValue;
  readonly messages: readonly BaseMessage[];
  readonly state: object;
}

function takeState(permitted: JsonValue, { content, messages, state }: ReadState): AgentInput | undefined {
  if (sameJson(permitted, content)) return { ...state, messages };
  if (!isJsonObject(permitted) || !Array.isArray(permitted.messages)) return undefined;
  const taken = takeMessages(permitted.messages as never, messages);
  return { ...(isJsonObject(permitted.state ?? null) ? (permitted.state as object) : {}), messages: taken };
}

function readResume(input: Command | null): TurnInput {
  const content = plain({ resume: input?.resume ?? null });
  return {
    content,
    take: (permitted) => {
      if (sameJson(permitted, content)) return input;
      return isJsonObject(permitted) && "resume" in permitted ? new Command({ resume: permitted.resume }) : undefined;
    },
  };
}
