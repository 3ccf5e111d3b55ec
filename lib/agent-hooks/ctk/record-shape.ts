/** What a record must look like (§11): complete, and without payload. */
import { isJsonObject } from "../../core/json/value";
import { INTERCEPTION_POINTS } from "../types";
import { closed, count, either, flag, list, object, oneOf, type Shape, text } from "./shape";

/** 256 bytes and the ellipsis of three. */
const MAX_MESSAGE_BYTES = 259;

const empty: Shape = closed({});
const nullable = (shape: Shape) => either(oneOf(null), shape);

const cut: Shape = (value, at) =>
  typeof value === "string" && new TextEncoder().encode(value).length <= MAX_MESSAGE_BYTES
    ? []
    : [`${at}: no string of at most ${MAX_MESSAGE_BYTES} bytes`];

const verdict = closed({
  must: { decision: oneOf("allow", "deny", "transform") },
  may: {
    reason: text,
    message: cut,
    warnings: list(closed({ may: { reason: text, message: cut } })),
    approval: empty,
    transform: closed({ must: { path: text } }),
    evidence: closed({ may: { artefact: text, verification_pointers: object } }),
    result_labels: list(text),
  },
});

const composition = closed({
  must: { profile: text },
  may: { on_approval: text, on_disagreement: text, on_transform_conflict: text },
});

const sequence: Shape = (value, at) => (value === -1 ? [] : count(value, at));

const record = closed({
  must: {
    interception_point: oneOf(...INTERCEPTION_POINTS),
    mode: oneOf("enforce", "evaluate_only"),
    verdict,
    input_identity: nullable(text),
    enforced_identity: nullable(text),
    identity_provider: nullable(text),
    session_id: text,
    sequence,
    decided_by: nullable(count),
    composition,
    interceptors_registered: count,
  },
  may: {
    timestamp: text,
    trace: closed({ may: { trace_id: text, span_id: text } }),
    verdicts: list(
      closed({
        must: { index: count, decision: oneOf("allow", "deny", "transform") },
        may: { reason: nullable(text), name: text },
      }),
    ),
    fold_truncated: flag,
    resolved_by: oneOf("approval", "rejection"),
  },
});

/** The knob that a profile reads, with its resolved value, and no other. */
const KNOBS: Readonly<Record<string, readonly string[]>> = {
  "sequential/first_deny": ["on_approval"],
  "sequential/run_all": [],
  "parallel/strictest": ["on_transform_conflict"],
  "parallel/unanimous": ["on_disagreement"],
};

/** One line for each fault, none for a valid record. */
export function recordFaults(given: unknown): readonly string[] {
  const faults = record(given, "record");
  if (faults.length > 0 || !isJsonObject(given)) return faults;
  return [...knobFaults(given.composition), ...multiVerdictFaults(given), ...unboundFaults(given)];
}

function knobFaults(given: unknown): readonly string[] {
  if (!isJsonObject(given)) return [];
  const expected = KNOBS[String(given.profile)];
  if (!expected) return ["record.composition.profile: no profile"];
  const knobs = Object.keys(given).filter((name) => name !== "profile");
  return knobs.join() === expected.join() ? [] : ["record.composition: not the knobs that the profile reads"];
}

function multiVerdictFaults(given: { readonly [member: string]: unknown }): readonly string[] {
  const isDispatched = given.input_identity !== null && given.interceptors_registered !== 0;
  const { profile } = given.composition as { profile: string };
  if (!isDispatched || profile === "sequential/first_deny" || given.verdicts !== undefined) return [];
  return ["record.verdicts: missing in a profile of many verdicts"];
}

function unboundFaults(given: { readonly [member: string]: unknown }): readonly string[] {
  const isUnbound = given.identity_provider === null;
  return isUnbound && (given.input_identity !== null || given.enforced_identity !== null)
    ? ["record: identities without a provider"]
    : [];
}
