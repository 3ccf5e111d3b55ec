/** Builds the messages of an Observed Agent (§4): fresh request_id, nonce and time for every one, never the same bytes twice. */
import { fromPlainObject } from "../core/json/build";
import type { JsonObject, JsonValue } from "../core/json/value";
import type { OpenOptions } from "./options";

export const ACS_VERSION = "0.1.0";

/** What every message of one session carries. */
export interface SessionFacts {
  readonly agentId: string;
  readonly sessionId: string;
  readonly clock: () => number;
  readonly open: OpenOptions;
}

export interface EnvelopeInput {
  readonly method: string;
  readonly payload: JsonValue;
  readonly requestId: string;
  /** The agent's idea of the chain head (§8.4), or null when it has none. */
  readonly chainHash: string | null;
  readonly metadata: Record<string, unknown>;
}

/** An unsigned request; the caller signs it. The JSON-RPC id is the request_id, so that one names the other. */
export function buildEnvelope(facts: SessionFacts, input: EnvelopeInput): JsonObject {
  const { open } = facts;
  const metadata = {
    agent_id: facts.agentId,
    session_id: facts.sessionId,
    environment: open.environment,
    platform: open.platform,
    platform_version: open.platformVersion,
    user_context: open.userContext,
    session_state: input.chainHash === null ? undefined : { chain_hash: input.chainHash },
    ...input.metadata,
  };
  return fromPlainObject({
    jsonrpc: "2.0",
    method: input.method,
    id: input.requestId,
    params: {
      acs_version: ACS_VERSION,
      request_id: input.requestId,
      timestamp: new Date(facts.clock()).toISOString(),
      nonce: randomNonce(),
      metadata,
      payload: input.payload,
    },
  });
}

/** 192 random bits as 48 hex digits: inside the 16 to 64 characters of §10.3. */
function randomNonce(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
