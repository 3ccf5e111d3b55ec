/** Judges a payload against the schema of its method. */
import type { JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import { type WireFailure, wireFailure } from "./codes";
import type { Hook } from "./hooks/hook";
import { firstFault } from "./shapes";

/**
 * Fails with `payload_invalid` (-32602), naming the first field that does not fit. `provenance` is what the session's
 * client said of itself: `deterministic` is held to the strict schemas.
 */
export function checkPayload(
  hook: Hook,
  payload: JsonValue,
  provenance: "deterministic" | "none" = "none",
): Result<void, WireFailure> {
  const judged = (provenance === "deterministic" ? hook.strictPayload : hook.payload).safeParse(payload);
  return judged.success
    ? ok(undefined)
    : err(wireFailure("payload_invalid", firstFault(judged.error, "params.payload")));
}
