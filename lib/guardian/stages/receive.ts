/** Stage 1: bytes to JSON-RPC 2.0 requests, one or a batch, or the exact refusal (ACS §17.1, RFC 8785 input rules). */
import { toHex } from "../../core/encoding";
import { memberAt } from "../../core/json/build";
import { elementTexts } from "../../core/json/elements";
import { readJson } from "../../core/json/read";
import type { JsonObject, JsonValue } from "../../core/json/value";
import { err, ok, type Result } from "../../core/result";
import type { TraceParent } from "../../core/trace/record";
import { parseTraceparent } from "../../core/trace/traceparent";
import { type WireFailureKind, wireFailure } from "../../core/wire/codes";
import { parseRpc, requestIdOf } from "../../core/wire/envelope";
import { isExtensionMethod } from "../../core/wire/extensions";
import { methodStatus } from "../../core/wire/hooks/registry";
import type { GuardianDeps } from "../deps";
import type { Refusal, RefusalContext } from "../refusal";

export interface Received {
  readonly message: JsonObject;
  readonly params: JsonObject;
  readonly method: string;
  readonly id: string | number;
  /** When its bytes had come in, ms since the epoch: the client's patience counts from about here. */
  readonly receivedAt: number;
  /** ms of the client's patience that belong to the requests behind this one in its batch; null for one that came alone. */
  readonly reserveMs: number | null;
  /** Monotonic, ms: what the time to the decision is measured from. */
  readonly startedAt: number;
  /** The request as received, byte for byte. */
  readonly text: string;
  /** The caller's span, as the transport said. */
  readonly traceparent: TraceParent | null;
  readonly context: RefusalContext;
}

/** What a transport knows of a message beside its bytes. */
export interface Transported {
  /** The header of that name (W3C Trace Context), as it came. */
  readonly traceparent?: string | null;
  /** The one method that the address takes; absent where it takes all. */
  readonly only?: string;
}

/** A JSON value that came in, alone or as an element of a batch, with its own text. */
export interface Body {
  readonly value: JsonValue;
  readonly text: string;
  readonly receivedAt: number;
  readonly reserveMs: number | null;
  readonly traceparent: TraceParent | null;
  readonly only: string | null;
  readonly context: RefusalContext;
}

/** A batch has one answer, so that a request that waits for people must leave time for those behind it. */
const RESERVE_MS = 25;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Bytes to one value. What is wrong with the text of a batch is wrong with all of it. */
export function readBody(deps: GuardianDeps, bytes: Uint8Array, from: Transported = {}): Result<Body, Refusal> {
  const context = contextOfBytes(deps, bytes);
  const read = readJson(bytes, { maxBytes: deps.limits.maxBytes, maxDepth: deps.limits.maxDepth });
  if (!read.ok) return err({ failure: wireFailure(read.failure.kind, read.failure), id: null, context });
  const traceparent = parseTraceparent(from.traceparent);
  const text = decoder.decode(bytes);
  const only = from.only ?? null;
  return ok({ value: read.value, text, receivedAt: deps.clock.now(), reserveMs: null, traceparent, only, context });
}

/** The elements of a batch, each a body of its own (§3). Fails for a batch of nothing or of too much. */
export function elementsOf(deps: GuardianDeps, batch: Body): Result<readonly Body[], Refusal> {
  const { receivedAt, traceparent, only, context } = batch;
  const values = batch.value as readonly JsonValue[];
  const refuse = (kind: WireFailureKind) => err({ failure: wireFailure(kind), id: null, context });
  if (values.length === 0) return refuse("batch_empty");
  if (values.length > deps.limits.maxBatch) return refuse("batch_too_large");
  const texts = elementTexts(batch.text);
  return ok(
    values.map((value, index) => {
      const text = texts[index] ?? "";
      const reserveMs = (values.length - 1 - index) * RESERVE_MS;
      const own = contextOfBytes(deps, encoder.encode(text));
      return { value, text, receivedAt, reserveMs, traceparent, only, context: own };
    }),
  );
}

const contextOfBytes = (deps: GuardianDeps, bytes: Uint8Array): RefusalContext => ({
  bodyBytes: bytes.length,
  bodyHash: toHex(deps.crypto.sha256(bytes)),
});

/** One value to one JSON-RPC 2.0 request of a method that there is. */
export function receive({ value, text, traceparent, only, context, ...when }: Body): Result<Received, Refusal> {
  const rpc = parseRpc(value);
  if (!rpc.ok) return err({ failure: rpc.failure, id: requestIdOf(value), context });
  const { id, method, params } = rpc.value;
  const isElsewhere = only !== null && method !== only;
  if (isElsewhere || (methodStatus(method) === "unknown" && !isExtensionMethod(method))) {
    const failure = wireFailure(
      "method_not_found",
      isElsewhere ? { message: `This address takes ${only} alone.` } : {},
    );
    return err({ failure, id, context: { ...context, method: method.slice(0, 200) } });
  }
  return ok({
    message: rpc.value,
    params,
    method,
    id,
    receivedAt: when.receivedAt,
    reserveMs: when.reserveMs,
    startedAt: performance.now(),
    text,
    traceparent,
    context: contextOf(context, method, params),
  });
}

/** For the refusal record: what the message claims, cut short, never trusted. */
function contextOf(context: RefusalContext, method: string, params: JsonObject): RefusalContext {
  const claimed = (value: JsonValue | undefined) => (typeof value === "string" ? value.slice(0, 200) : null);
  return {
    ...context,
    method,
    keyId: claimed(memberAt(params, "signature", "key_id")),
    sessionId: claimed(memberAt(params, "metadata", "session_id")),
  };
}
