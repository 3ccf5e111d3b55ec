/** One ACS call that a point of Agent Hooks stands for, and where the point's target stands in its payload. */
import { fromPlain, member, memberAt } from "../../core/json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import { argumentsOf } from "../../core/wire/release";

export interface AcsStep {
  readonly method: string;
  readonly payload: JsonObject;
  /** Members of `params.metadata` beside the session's own. */
  readonly metadata: JsonObject;
}

/** A target as the one content item that ACS wants; whole, so that every part of it can be judged and edited. */
export const contentOf = (value: JsonValue): JsonValue => fromPlain([{ type: "text", value }]);

/** The target that a payload of this method holds, or undefined: the method carries none, or the payload is edited away. */
export function targetIn(method: string, payload: JsonObject): JsonValue | undefined {
  switch (method) {
    case "steps/userMessage":
    case "steps/agentResponse":
      return onlyValue(payload.content);
    case "steps/agentTrigger":
      return memberAt(payload, "trigger_source", "content");
    case "steps/toolCallRequest":
      return argumentsOf(payload) ?? undefined;
    case "steps/toolCallResult":
      return onlyValue(payload.outputs);
    default:
      return undefined;
  }
}

function onlyValue(items: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(items) || items.length !== 1) return undefined;
  const first: JsonValue = items[0];
  return isJsonObject(first) ? member(first, "value") : undefined;
}
