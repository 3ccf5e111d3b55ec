/** §10.3: the record of one emission. It holds no content: what a verdict carries of the target stays behind. */
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import type { Slot } from "./composition/round";
import type { InterceptionRecord, Verdict } from "./types";

/** UTF-8 bytes of a message; a cut one has an ellipsis more. */
export const MESSAGE_BYTES = 256;

const encoder = new TextEncoder();

/** What the context, bad as it may be, tells about itself. */
export function recordHead(
  context: JsonValue,
): Pick<InterceptionRecord, "session_id" | "sequence" | "timestamp" | "trace"> {
  const given = isJsonObject(context) ? context : {};
  const { session, sequence, timestamp } = given;
  const trace = traceOf(given.trace);
  return {
    session_id: isJsonObject(session) && typeof session.id === "string" ? session.id : "",
    sequence: Number.isSafeInteger(sequence) ? (sequence as number) : -1,
    ...(typeof timestamp === "string" ? { timestamp } : {}),
    ...(trace === null ? {} : { trace }),
  };
}

function traceOf(trace: JsonValue | undefined): JsonObject | null {
  if (!isJsonObject(trace)) return null;
  const kept = ["trace_id", "span_id"].filter((name) => typeof trace[name] === "string");
  return kept.length === 0 ? null : Object.fromEntries(kept.map((name) => [name, trace[name] as JsonValue]));
}

/** The payload-free projection of a combined verdict. */
export function projectVerdict(verdict: Verdict): JsonObject {
  const { decision, reason, message, warnings, evidence, result_labels: labels } = verdict;
  return {
    decision,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message: truncated(message) }),
    ...(warnings === undefined ? {} : { warnings: warnings.map(projectWarning) }),
    ...(verdict.decision === "deny" && verdict.approval ? { approval: {} } : {}),
    ...(verdict.decision === "transform" ? { transform: { path: verdict.transform.path } } : {}),
    ...(evidence === undefined ? {} : { evidence: evidence as JsonObject }),
    ...(labels === undefined ? {} : { result_labels: labels }),
  };
}

function projectWarning({ reason, message }: { reason?: string; message?: string }): JsonObject {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message: truncated(message) }),
  };
}

/** One line of `verdicts`. */
export function summarize({ index, verdict }: Slot, name: string | undefined): JsonObject {
  return {
    index,
    decision: verdict.decision,
    ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
    ...(name === undefined ? {} : { name }),
  };
}

/** Cut between characters. */
export function truncated(message: string): string {
  const bytes = encoder.encode(message);
  if (bytes.length <= MESSAGE_BYTES) return message;
  let end = MESSAGE_BYTES;
  while (((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  return `${new TextDecoder().decode(bytes.subarray(0, end))}…`;
}
