/** system/ping (W§14): always allow, never an ACS code, never in the chain; signed only when the ping itself verified. */
import { canonicalText } from "../../core/json/canonical";
import { isJsonObject, type JsonObject } from "../../core/json/value";
import { wireFailure } from "../../core/wire/codes";
import type { GuardianDeps } from "../deps";
import type { Keys } from "../keys";
import { signAnswer } from "../sign-answer";
import { answerRefusal, bytesOf } from "./answer";
import { authenticate } from "./authenticate";
import type { Received } from "./receive";

const ACS_VERSION = "0.1.0";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export async function answerPing(deps: GuardianDeps, keys: Keys, received: Received): Promise<Uint8Array> {
  const { params, id, context } = received;
  const payload = params.payload ?? {};
  if (
    !isJsonObject(payload) ||
    !isText(payload.echo) ||
    typeof params.request_id !== "string" ||
    !UUID.test(params.request_id)
  ) {
    const failure = wireFailure("payload_invalid", {
      field: "params",
      message: "A ping has a request_id (UUID) and a payload whose echo is text.",
    });
    return answerRefusal(deps, { failure, id, context });
  }
  const result: JsonObject = {
    type: "final",
    acs_version: ACS_VERSION,
    request_id: params.request_id,
    decision: "allow",
    payload: {
      status: "ok",
      ...(payload.echo === undefined ? {} : { echo: payload.echo }),
      server_timestamp: new Date(deps.clock.now()).toISOString(),
    },
  };
  const envelope: JsonObject = { jsonrpc: "2.0", id, result };
  const signer = params.signature === undefined ? null : await signerOf(deps, keys, received);
  return bytesOf(signer ? await signAnswer(deps, { envelope, at: "result" }, signer) : canonicalText(envelope));
}

const isText = (value: unknown): boolean => value === undefined || typeof value === "string";

/** A ping never fails for its signature; it is then merely answered unsigned, as it is when the store is away. */
async function signerOf(deps: GuardianDeps, keys: Keys, received: Received) {
  try {
    const authenticated = await authenticate(deps, keys, received);
    return authenticated.ok ? authenticated.value.signer : null;
  } catch {
    return null;
  }
}
