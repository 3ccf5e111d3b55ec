/** The payload of a step that the Guardian made of another message (decision 0040), for the line that a timeline shows. */
import { fromPlainObject, member, memberAt } from "../json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { INTERCEPT, RESOLVE } from "../wire/agent-hooks";

/** From the stored message, already masked; `method` is the step's. The message's own payload where it is the step. */
export function stepPayload(message: JsonObject, method: string): JsonValue {
  const payload = memberAt(message, "params", "payload") ?? null;
  switch (message.method) {
    case RESOLVE:
      return toolPayload(memberAt(payload, "request", "context"));
    case INTERCEPT:
      return contextPayload(member(payload, "context"), method);
    default:
      return payload;
  }
}

function contextPayload(context: JsonValue | undefined, method: string): JsonValue {
  const target = member(context, "target") ?? null;
  switch (method) {
    case "steps/toolCallRequest":
      return toolPayload(context);
    case "steps/toolCallResult": {
      const isError = memberAt(context, "tool_result", "is_error") === true;
      const tool = member(toolPayload(context), "tool");
      return fromPlainObject({ tool, exit_status: isError ? "failure" : "success", outputs: [{ value: target }] });
    }
    case "steps/userMessage":
    case "steps/agentResponse":
      return fromPlainObject({ content: [{ type: "text", value: member(target, "content") ?? null }] });
    case "steps/agentTrigger":
      return fromPlainObject({ trigger_source: member(target, "content") });
    case "steps/sessionEnd":
      return fromPlainObject({ reason: member(target, "reason") });
    default:
      return {};
  }
}

/** Arguments that the host redacted are said as they stand. */
function toolPayload(context: JsonValue | undefined): JsonObject {
  const name = memberAt(context, "tool_call", "name");
  const args = memberAt(context, "tool_call", "args");
  return fromPlainObject({
    tool: { name: typeof name === "string" ? name : "" },
    arguments: isJsonObject(args) ? args : undefined,
  });
}
