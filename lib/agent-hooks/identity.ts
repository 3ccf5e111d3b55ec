/** §10: the identity of a context: `jcs-sha256` over a closed projection, one of your own, or none. */
import { canonicalTextOnce } from "../core/json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { err, ok, type Result } from "../core/result";
import { deepCopy } from "./deep-copy";
import { platform } from "./platform";
import { type AgentContext, type IdentityProvider, INTERCEPTION_POINTS, type InterceptionPoint } from "./types";

const OWN_NAME = /^(?!jcs)[a-z][a-z0-9_-]*$/;
/** From here on JavaScript prints an exponent, and the text names the same double everywhere. */
const PRINTED_WITH_EXPONENT = 1e21;

/** Members of a member, or null for the whole. */
type Projection = { readonly [member: string]: readonly string[] | null };

const ALWAYS: Projection = {
  spec: null,
  interception_point: null,
  timestamp: null,
  sequence: null,
  agent: ["id", "framework"],
  session: ["id"],
  target: null,
};

const BY_POINT: Readonly<Record<InterceptionPoint, Projection>> = {
  agent_startup: { agent_init: ["tools_registered"] },
  input: { input: ["content", "role"] },
  pre_model_call: { model: ["id"], messages: null },
  post_model_call: { model: ["id"], response: ["content", "tool_calls", "finish_reason"] },
  pre_tool_call: { tool_call: ["id", "name", "args"] },
  post_tool_call: { tool_call: ["id", "name", "args"], tool_result: ["value", "is_error"] },
  output: { output: ["content"] },
  agent_shutdown: { summary: ["reason"] },
};

/**
 * `sha256:<hex>` of an admitted context. Fails, with the rule, where a member of the projection is absent and on numbers
 * that do not travel. Types are the envelope's business: a redactor may have put text in the place of arguments.
 */
export function contextIdentity(context: AgentContext): Result<string, string> {
  const projection = project(context);
  if (!projection.ok) return projection;
  if (holdsUnsafeInteger(projection.value)) return err("integer beyond 2^53-1");
  return ok(`sha256:${platform.sha256Hex(projectionText(projection.value))}`);
}

/** What is hashed: closed, so that no optional member changes it. */
export function project(context: AgentContext): Result<JsonObject, string> {
  const point = context.interception_point;
  if (!INTERCEPTION_POINTS.includes(point)) return err("interception_point is none of the eight");
  const projected: [string, JsonValue][] = [];
  for (const [name, kept] of Object.entries({ ...ALWAYS, ...BY_POINT[point] })) {
    const whole = member(context, name);
    const value = kept === null ? whole : picked(whole, kept);
    if (value === undefined) return err(`${name} is absent or incomplete`);
    projected.push([name, value]);
  }
  return ok(Object.fromEntries(projected));
}

const member = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Undefined where one is absent. */
function picked(from: JsonValue | undefined, kept: readonly string[]): JsonObject | undefined {
  if (!isJsonObject(from) || kept.some((name) => !Object.hasOwn(from, name))) return undefined;
  return Object.fromEntries(kept.map((name) => [name, from[name] as JsonValue]));
}

/** Its canonical text; a target is mostly the very object that its alias is. */
export const projectionText = (projected: JsonObject): string => canonicalTextOnce(projected, 2);

function holdsUnsafeInteger(value: JsonValue): boolean {
  if (typeof value === "number") {
    return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < PRINTED_WITH_EXPONENT;
  }
  if (Array.isArray(value)) return value.some(holdsUnsafeInteger);
  return isJsonObject(value) && Object.values(value).some(holdsUnsafeInteger);
}

/** The declared provider, guarded: whatever it does, the answer is an identity, null for unbound, or a refusal. */
export interface Identifier {
  readonly name: string | null;
  identify(context: AgentContext): Result<string | null, string>;
}

/** Throws on a name that §10.1 does not permit: a host that declares it must not start. */
export function identifierOf(provider: IdentityProvider = "jcs-sha256"): Identifier {
  if (provider === null) return { name: null, identify: () => ok(null) };
  if (provider === "jcs-sha256") return { name: provider, identify: contextIdentity };
  if (typeof provider !== "object" || typeof provider.identify !== "function" || !OWN_NAME.test(provider.name)) {
    throw new TypeError(
      "identityProvider: jcs-sha256, null, or a name like hmac-sha256-k1 that does not begin with jcs",
    );
  }
  const { name } = provider;
  return {
    name,
    identify(context) {
      try {
        const identity: unknown = provider.identify(deepCopy(context));
        return typeof identity === "string" ? ok(identity) : err("identity provider returned no string");
      } catch {
        return err("identity provider failed");
      }
    },
  };
}
