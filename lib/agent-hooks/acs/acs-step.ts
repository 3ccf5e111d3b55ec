/** One ACS call that a point of Agent Hooks stands for, and where the point's target stands in its payload. */
import { fromPlain, member, memberAt, withMember } from "../../core/json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import { argumentsOf } from "../../core/wire/release";

export interface AcsStep {
  readonly method: string;
  readonly payload: JsonObject;
  /** Members of `params.metadata` beside the session's own. */
  readonly metadata: JsonObject;
  /** The target, where the payload carries its member `content` alone. */
  readonly around?: JsonObject;
}

/** A target as the one content item that ACS wants; whole, so that every part of it can be judged and edited. */
export const contentOf = (value: JsonValue): JsonValue => fromPlain([{ type: "text", value }]);

/** The target as a payload of this step holds it, or undefined: it carries none, or the payload is edited out of shape. */
export function targetIn({ method, around }: AcsStep, payload: JsonObject): JsonValue | undefined {
  const carried = carriedIn(method, payload);
  return carried === undefined || around === undefined ? carried : withMember(around, "content", carried);
}

function carriedIn(method: string, payload: JsonObject): JsonValue | undefined {
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
