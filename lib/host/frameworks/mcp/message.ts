/** One JSON-RPC message as it came from a transport: read defensively, because either end may be hostile. */
import { fromPlainObject, member } from "../../../core/json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json/value";

export type RequestId = string | number;

export type Incoming =
  | {
      readonly kind: "request";
      readonly id: RequestId;
      readonly method: string;
      readonly params: JsonObject;
      readonly message: JsonObject;
    }
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly params: JsonObject;
      readonly message: JsonObject;
    }
  | { readonly kind: "response"; readonly id: RequestId; readonly message: JsonObject }
  | { readonly kind: "unusable"; readonly why: string };

const NOTHING: JsonObject = Object.freeze(Object.create(null));
const unusable = (why: string): Incoming => ({ kind: "unusable", why });

/** Never throws. What comes out is a copy: nothing that the sender keeps can change it after it was judged. */
export function readMessage(raw: unknown): Incoming {
  let message: JsonObject;
  try {
    if (!isJsonObject(raw)) return unusable("not an object");
    message = fromPlainObject(raw);
  } catch {
    return unusable("not JSON, or nested too deep");
  }
  if (message.jsonrpc !== "2.0") return unusable("jsonrpc is not 2.0");
  return Object.hasOwn(message, "method") ? asked(message) : answered(message);
}

function asked(message: JsonObject): Incoming {
  const { method, id } = message;
  const params = message.params ?? NOTHING;
  if (typeof method !== "string") return unusable("method is not a string");
  if (!isJsonObject(params)) return unusable("params is not an object");
  if (!Object.hasOwn(message, "id")) return { kind: "notification", method, params, message };
  return isId(id) ? { kind: "request", id, method, params, message } : unusable("id is neither string nor integer");
}

function answered(message: JsonObject): Incoming {
  const { id } = message;
  if (Object.hasOwn(message, "result") === Object.hasOwn(message, "error")) return unusable("no result and no error");
  return isId(id) ? { kind: "response", id, message } : unusable("id is neither string nor integer");
}

const isId = (value: JsonValue | undefined): value is RequestId =>
  typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value));

/** The token under which the sender of a request wants to hear of its progress, or null. */
export function progressTokenOf(params: JsonObject): RequestId | null {
  const token = member(member(params, "_meta"), "progressToken");
  return isId(token) ? token : null;
}

export const errorResponse = (
  id: RequestId,
  { code, message, data }: { readonly code: number; readonly message: string; readonly data?: JsonObject },
): JsonObject => fromPlainObject({ jsonrpc: "2.0", id, error: { code, message, data } });
