/** Turns a MODIFY into what may happen (§6.3): exactly as the Guardian edited it, or not at all. */
import { fromPlain, omit, withMember } from "../json/build";
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import { applyModifications } from "./modifications";

export interface ModificationRefusal {
  readonly reason: string;
  /** JSON pointer under `params.payload`, or "" for the whole of it. */
  readonly path: string;
}

/**
 * The payload that may be acted on. Beyond §6.3 a tool call may change in its argument values only, and a result in its
 * output values only: an edit of the tool's name or of an exit status is nothing that a host could carry out.
 */
export function applyRelease(
  method: string,
  payload: JsonObject,
  modifications: JsonValue | undefined,
): Result<JsonObject, ModificationRefusal> {
  if (!isJsonObject(modifications)) return err({ reason: "modifications_missing", path: "" });
  const applied = applyModifications(payload, modifications, method.startsWith("steps/") ? "step" : "mcp");
  if (!applied.ok) return err({ reason: applied.failure.reason, path: applied.failure.path });
  const released = typeof applied.value === "string" ? contentOf(method, payload, applied.value) : applied.value;
  if (!isJsonObject(released)) return err({ reason: "modify_unsupported", path: "" });
  const fixedPart = FIXED_PARTS[method];
  if (fixedPart !== undefined && canonicalText(fixedPart(payload)) !== canonicalText(fixedPart(released))) {
    return err({ reason: "modify_unsupported", path: "" });
  }
  return ok(released);
}

/** `modified_content` is text in place of the whole payload: it fits where the payload is content, and nowhere else. */
function contentOf(method: string, payload: JsonObject, text: string): JsonValue | null {
  if (method === "steps/userMessage" || method === "steps/agentResponse") {
    return withMember(payload, "content", fromPlain([{ type: "text", value: text }]));
  }
  if (method === "steps/toolCallResult") return withMember(payload, "outputs", fromPlain([{ value: text }]));
  return null;
}

/** What must stay as it was: everything but the values that a host hands on. */
const FIXED_PARTS: Readonly<Record<string, (payload: JsonObject) => JsonValue>> = {
  "steps/toolCallRequest": (payload) => {
    const args = isJsonObject(payload.arguments) ? payload.arguments : {};
    const shapes = Object.keys(args).reduce<JsonObject>(
      (made, name) => withoutValue(made, name, args[name]),
      Object.create(null),
    );
    return withMember(payload, "arguments", shapes);
  },
  "steps/toolCallResult": (payload) => omit(payload, "outputs"),
};

function withoutValue(made: JsonObject, name: string, argument: JsonValue | undefined): JsonObject {
  return withMember(made, name, isJsonObject(argument) ? omit(argument, "value") : (argument ?? null));
}

/** Argument name to bare value, as a tool takes them. Null when the payload is no tool call. */
export function argumentsOf(payload: JsonObject): JsonObject | null {
  const args = payload.arguments;
  if (!isJsonObject(args)) return null;
  let made: JsonObject = Object.create(null);
  for (const [name, argument] of Object.entries(args)) {
    if (!isJsonObject(argument) || !Object.hasOwn(argument, "value")) return null;
    made = withMember(made, name, argument.value ?? null);
  }
  return made;
}
