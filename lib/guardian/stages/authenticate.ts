/** Stage 2: whose message is it? The key named by the signature, derived for the session, over the canonical envelope. */
import { memberAt } from "../../core/json/build";
import type { JsonObject } from "../../core/json/value";
import { err, ok, type Result } from "../../core/result";
import { isSlow } from "../../core/signing/algorithms";
import { type WireFailure, wireFailure } from "../../core/wire/codes";
import { isUuid } from "../../core/wire/shapes";
import { type MessageKey, readSignature, verifyMessage, verifyMessageBy } from "../../core/wire/signature";
import type { GuardianDeps } from "../deps";
import type { Keys } from "../keys";
import type { AgentKeyRow } from "../ports";
import type { Refusal, Signer } from "../refusal";
import type { Received } from "./receive";

export interface Authenticated extends Received {
  readonly key: AgentKeyRow;
  readonly signer: Signer;
  readonly tenantId: string;
}

/** Far beyond any key_id that is issued: what a stranger names is looked up and remembered, so it must be small. */
const MAX_KEY_ID = 200;

export async function authenticate(
  deps: GuardianDeps,
  keys: Keys,
  received: Received,
): Promise<Result<Authenticated, Refusal>> {
  const { params, message, id, context } = received;
  const refuse = (failure: WireFailure) => err({ failure, id, context });
  const signature = readSignature(message, "params");
  if (!signature.ok) return refuse(signature.failure);
  const sessionId = memberAt(params, "metadata", "session_id");
  if (!isUuid(sessionId)) return refuse(wireFailure("envelope_invalid", { field: "params.metadata.session_id" }));
  if (signature.value.keyId.length > MAX_KEY_ID) return refuse(wireFailure("signature_invalid"));
  const row = await keys.row(signature.value.keyId, deps.clock.now());
  if (!row || row.state === "revoked" || overlapIsOver(row, deps.clock.now())) {
    return refuse(wireFailure("signature_invalid"));
  }
  const key = keys.messageKey(row, sessionId);
  const verified = await verify(deps, message, key);
  if (!verified.ok) return err({ failure: verified.failure, id, context });
  return ok({
    ...received,
    key: row,
    signer:
      "sessionKey" in key
        ? { algorithm: key.algorithm, keyId: row.keyId, key: key.sessionKey }
        : { algorithm: key.algorithm },
    tenantId: row.tenantId,
    context: { ...context, tenantId: row.tenantId },
  });
}

function verify(
  { crypto, keyring }: GuardianDeps,
  message: JsonObject,
  key: MessageKey,
): Result<void, WireFailure> | Promise<Result<void, WireFailure>> {
  if ("sessionKey" in key || !isSlow(key.algorithm) || keyring.verifySlowly === undefined)
    return verifyMessage(crypto, message, "params", key);
  const slowly = keyring.verifySlowly.bind(keyring);
  return verifyMessageBy(slowly, { envelope: message, at: "params" }, key);
}

const overlapIsOver = (row: AgentKeyRow, now: number): boolean =>
  row.state === "retired" && (row.overlapUntil === null || row.overlapUntil <= now);
