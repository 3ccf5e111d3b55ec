/** The action of a step and its digest: what authority is bound to (design "Digests and approvals"). */
import type { Crypto } from "../crypto";
import { toHex } from "../encoding";
import { omit, withMember } from "../json/build";
import { canonicalBytes } from "../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";

/** Members of `params.metadata` that change between two sends of one and the same action. */
const UNBOUND_METADATA = ["turn_id", "parent_turn_id", "session_state", "approval_id"];

/** ACS wraps MCP as `protocols/MCP/...` or `wrapped:mcp-<version>/...`; the protocol name ignores case. */
const WRAPPED_MCP = /^(?:protocols\/mcp\/|wrapped:mcp-)/i;

export interface ActionParts {
  /** tenant, agent and session as registered, never as the message spells them. */
  readonly tenant_id: string;
  readonly agent_id: string;
  readonly session_id: string;
  readonly method: string;
  readonly metadata: JsonObject;
  readonly payload: JsonValue;
}

/** True for a method that carries an MCP message in its payload. */
export const isWrappedMcp = (method: string): boolean => WRAPPED_MCP.test(method);

/**
 * The `acs-action/1` object: everything that decides what happens, nothing that merely differs between re-sends.
 * Shares the members of what it was given.
 */
export function actionObject(parts: ActionParts): JsonObject {
  return {
    v: "acs-action/1",
    tenant_id: parts.tenant_id,
    agent_id: parts.agent_id,
    session_id: parts.session_id,
    method: parts.method,
    metadata: omit(parts.metadata, ...UNBOUND_METADATA),
    payload: isWrappedMcp(parts.method) ? normaliseMcp(parts.payload) : parts.payload,
  };
}

/** `sha256:` and lowercase hex over the canonical bytes (RFC 8785) of an action object. */
export function actionDigest(crypto: Crypto, action: JsonObject): string {
  return `sha256:${toHex(crypto.sha256(canonicalBytes(action)))}`;
}

/** A JSON-RPC id and a progress token are fresh on every send and say nothing about what happens. */
function normaliseMcp(payload: JsonValue): JsonValue {
  if (!isJsonObject(payload)) return payload;
  const message = Object.hasOwn(payload, "id") ? withMember(payload, "id", true) : payload;
  const params = Object.hasOwn(message, "params") ? message.params : undefined;
  const meta = isJsonObject(params) && Object.hasOwn(params, "_meta") ? params._meta : undefined;
  if (!isJsonObject(params) || !isJsonObject(meta)) return message;
  return withMember(message, "params", withMember(params, "_meta", omit(meta, "progressToken")));
}
