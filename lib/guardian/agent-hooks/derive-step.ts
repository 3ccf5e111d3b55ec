/** Makes an ACS step out of another admitted message (decision 0040): judged as a step, chained as what was received. */
import { toHex } from "../../core/encoding";
import { fromPlainObject } from "../../core/json/build";
import { canonicalBytes, canonicalText } from "../../core/json/canonical";
import type { JsonObject, JsonValue } from "../../core/json/value";
import { err, ok, type Result } from "../../core/result";
import { type WireFailure, wireFailure } from "../../core/wire/codes";
import { parseRequest } from "../../core/wire/envelope";
import { hookFor } from "../../core/wire/hooks/registry";
import { checkPayload } from "../../core/wire/payload";
import type { Crypto } from "../ports";
import { type AdmittedExtension, type AdmittedStep, type DerivedFrom, sessionTerms } from "../stages/admit";

export interface DerivedParts {
  readonly method: string;
  readonly requestId: string;
  readonly metadata: JsonObject;
  readonly payload: JsonValue;
  /** When the work on this step may be said to have begun, ms since the epoch. */
  readonly receivedAt: number;
  readonly reserveMs: number | null;
  readonly reservations: AdmittedStep["reservations"];
  readonly origin?: Pick<DerivedFrom, "releases" | "callRef">;
}

/** Fails as admission would: with the envelope's or the payload's fault, or for a method outside the session's terms. */
export function deriveStep(message: AdmittedExtension, parts: DerivedParts): Result<AdmittedStep, WireFailure> {
  const { signature: _, nonce: _nonce, ...envelope } = message.request.params;
  const params = { ...envelope, request_id: parts.requestId, metadata: parts.metadata, payload: parts.payload };
  const raw = fromPlainObject({ jsonrpc: "2.0", id: message.id, method: parts.method, params });
  const request = parseRequest(raw);
  if (!request.ok) return request;
  const terms = sessionTerms(message.snapshot);
  const hook = hookFor(parts.method);
  if (!hook || !terms.methods_evaluated.includes(parts.method))
    return err(wireFailure("capability_not_negotiated", { data: { method: parts.method } }));
  const payload = checkPayload(hook, request.value.params.payload, terms.provenance);
  if (!payload.ok) return payload;
  return ok({
    ...message,
    method: parts.method,
    params: request.value.params,
    text: canonicalText(raw),
    receivedAt: parts.receivedAt,
    reserveMs: parts.reserveMs,
    startedAt: performance.now(),
    context: { ...message.context, sessionKey: message.snapshot.session.key },
    request: request.value,
    hook,
    terms,
    reservations: parts.reservations,
    derivedFrom: { params: message.params, text: message.text, ...parts.origin },
  });
}

/** How a released call is found again by the framework's own id of it. */
export const callRefOf = (crypto: Crypto, toolCallId: string): string =>
  toHex(crypto.sha256(canonicalBytes(["tool_call", toolCallId])));
