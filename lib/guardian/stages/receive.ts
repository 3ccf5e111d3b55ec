/** Stage 1: bytes to one JSON-RPC 2.0 request, or the exact refusal (ACS §17.1, RFC 8785 input rules). */
import { toHex } from "../../core/encoding";
import { memberAt } from "../../core/json/build";
import { readJson } from "../../core/json/read";
import type { JsonObject, JsonValue } from "../../core/json/value";
import { err, ok, type Result } from "../../core/result";
import { wireFailure } from "../../core/wire/codes";
import { parseRpc, requestIdOf } from "../../core/wire/envelope";
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
  /** Monotonic, ms: what the time to the decision is measured from. */
  readonly startedAt: number;
  /** The request as received, byte for byte. */
  readonly text: string;
  readonly context: RefusalContext;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function receive(deps: GuardianDeps, bytes: Uint8Array): Result<Received, Refusal> {
  const context: RefusalContext = { bodyBytes: bytes.length, bodyHash: toHex(deps.crypto.sha256(bytes)) };
  const read = readJson(bytes, { maxBytes: deps.limits.maxBytes, maxDepth: deps.limits.maxDepth });
  if (!read.ok) return err({ failure: wireFailure(read.failure.kind, read.failure), id: null, context });
  const rpc = parseRpc(read.value);
  if (!rpc.ok) return err({ failure: rpc.failure, id: requestIdOf(read.value), context });
  const { id, method, params } = rpc.value;
  if (methodStatus(method) === "unknown" && !EXTENSIONS.has(method)) {
    return err({ failure: wireFailure("method_not_found"), id, context: { ...context, method: method.slice(0, 200) } });
  }
  return ok({
    message: rpc.value,
    params,
    method,
    id,
    receivedAt: deps.clock.now(),
    startedAt: performance.now(),
    text: decoder.decode(bytes),
    context: contextOf(context, method, params),
  });
}

/** Methods of `acs-approval/1`, this Guardian's documented extension; never part of `methods_*`. */
const EXTENSIONS = new Set(["guardian/approval"]);

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
