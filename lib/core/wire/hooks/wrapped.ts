/** Wrapped protocols (W§15): `protocols/MCP/<method>` and `wrapped:mcp-<version>/<method>`. A2A has a name and no meaning. */
import type { JsonObject } from "../../json/value";
import { isJsonObject } from "../../json/value";
import { fault, openObject } from "../shapes";
import type { Hook } from "./hook";

export interface WrappedMethod {
  readonly protocol: "MCP" | "A2A";
  /** Null in the form that pins none. */
  readonly version: string | null;
  /** The method inside the protocol, for example `tools/call`. */
  readonly inner: string;
}

const PREFERRED = /^protocols\/(mcp|a2a)\/([A-Za-z0-9_]+(?:\/[A-Za-z0-9_]+)*)$/i;
const EXPLICIT = /^wrapped:(mcp|a2a)-([^/]+)\/([A-Za-z0-9_]+(?:\/[A-Za-z0-9_]+)*)$/i;

/** The parts of a wrapped method; null for every other name. The protocol is read without regard to case. */
export function wrappedMethod(method: string): WrappedMethod | null {
  const preferred = PREFERRED.exec(method);
  if (preferred) return { protocol: protocolOf(preferred[1]), version: null, inner: preferred[2] ?? "" };
  const explicit = EXPLICIT.exec(method);
  if (!explicit) return null;
  return { protocol: protocolOf(explicit[1]), version: explicit[2] ?? "", inner: explicit[3] ?? "" };
}

const protocolOf = (text: string | undefined) => (text?.toLowerCase() === "mcp" ? "MCP" : "A2A");

/** An MCP response is wrapped under the method that it answers. */
export const isWrappedResponse = (payload: JsonObject): boolean => !Object.hasOwn(payload, "method");

const KEPT = 500;
const hooks = new Map<string, Hook>();

/** The hook of a wrapped MCP method, under the very name that was asked for. */
export function wrappedHook(method: string): Hook | undefined {
  const known = hooks.get(method);
  if (known) return known;
  const wrapped = wrappedMethod(method);
  if (wrapped?.protocol !== "MCP") return undefined;
  const payload = openObject.check((context) => {
    const wrong = isWrappedResponse(context.value)
      ? responseFault(context.value)
      : requestFault(context.value, wrapped.inner);
    if (wrong) fault(context, wrong.path, wrong.message);
  });
  const hook: Hook = {
    method,
    permitted: ["allow", "deny", "modify", "ask", "defer"],
    payload,
    strictPayload: payload,
  };
  if (hooks.size >= KEPT) hooks.clear();
  hooks.set(method, hook);
  return hook;
}

interface Fault {
  readonly path: readonly string[];
  readonly message: string;
}

const wrong = (path: string, message: string): Fault => ({ path: path.split("."), message });

const isId = (value: unknown): boolean => typeof value === "string" || typeof value === "number";

function requestFault(message: JsonObject, method: string): Fault | null {
  if (message.jsonrpc !== "2.0") return wrong("jsonrpc", "must be 2.0");
  if (message.method !== method) return wrong("method", "must be the method that the envelope wraps");
  if (Object.hasOwn(message, "id") && !isId(message.id)) return wrong("id", "must be a string or a number");
  if (Object.hasOwn(message, "params") && !isJsonObject(message.params)) return wrong("params", "must be an object");
  for (const name of ["result", "error"])
    if (Object.hasOwn(message, name)) return wrong(name, "does not belong in a request");
  return null;
}

function responseFault(message: JsonObject): Fault | null {
  if (message.jsonrpc !== "2.0") return wrong("jsonrpc", "must be 2.0");
  if (!isId(message.id)) return wrong("id", "must be the id of the request that it answers");
  const { result, error } = message;
  if ((result === undefined) === (error === undefined)) return wrong("result", "must be there, or an error, not both");
  if (result !== undefined) return isJsonObject(result) ? null : wrong("result", "must be an object");
  if (!isJsonObject(error)) return wrong("error", "must be an object");
  if (!Number.isInteger(error.code)) return wrong("error.code", "must be an integer");
  return typeof error.message === "string" ? null : wrong("error.message", "must be a string");
}
