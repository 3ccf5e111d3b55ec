/** The record of one emission as a host sends it (Agent Hooks §11): strict and payload-free, whatever the host meant. */
import { z } from "zod";
import { canonicalBytes } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import { digest, firstFault, mapOf } from "../wire/shapes";
import { HOST_POINTS, type HostPoint } from "./points";

/** §11: 256 bytes and the ellipsis. */
const MESSAGE_BYTES = 259;
/** §4, of the canonical JSON. */
const EVIDENCE_BYTES = 10_240;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const word = z.string().max(1024);
const name = z.string().max(256);
const message = z
  .string()
  .refine((text) => bytesOf(text) <= MESSAGE_BYTES, `must not be longer than ${MESSAGE_BYTES} bytes`);
const identity = z.string().max(512).nullable();
/** What the store counts to: a number beyond it refuses its own record, and not those that came with it. */
const MOST = 2_147_483_647;
const index = z.number().int().min(0).max(MOST);
const decision = z.enum(["allow", "deny", "transform"]);

const evidence = z
  .strictObject({ artefact: z.string().optional(), verification_pointers: mapOf(z.string()).optional() })
  .refine(
    (value) => canonicalBytes(value as JsonObject).length <= EVIDENCE_BYTES,
    `must not exceed ${EVIDENCE_BYTES} bytes`,
  );

const verdict = z.strictObject({
  decision,
  reason: word.optional(),
  message: message.optional(),
  warnings: z
    .array(z.strictObject({ reason: word.optional(), message: message.optional() }))
    .max(100)
    .optional(),
  result_labels: z.array(name).max(100).optional(),
  approval: z.strictObject({}).optional(),
  transform: z.strictObject({ path: word }).optional(),
  evidence: evidence.optional(),
});

const composition = z.strictObject({
  profile: z.enum(["sequential/first_deny", "sequential/run_all", "parallel/strictest", "parallel/unanimous"]),
  on_approval: z.enum(["stop", "resume"]).optional(),
  on_transform_conflict: z.enum(["deny", "approval"]).optional(),
  on_disagreement: z.enum(["deny", "approval"]).optional(),
});

const record = z.strictObject({
  interception_point: z.enum(HOST_POINTS),
  mode: z.enum(["enforce", "evaluate_only"]),
  verdict,
  input_identity: identity,
  enforced_identity: identity,
  identity_provider: name.nullable(),
  session_id: name,
  sequence: z.number().int().min(-1).max(MOST),
  timestamp: z.string().max(64).optional(),
  trace: z.strictObject({ trace_id: name.optional(), span_id: name.optional() }).optional(),
  decided_by: index.nullable(),
  composition,
  verdicts: z
    .array(z.strictObject({ index, decision, reason: word.optional(), name: name.optional() }))
    .max(100)
    .optional(),
  fold_truncated: z.boolean().optional(),
  resolved_by: z.enum(["approval", "rejection"]).optional(),
  interceptors_registered: index,
  // of this Guardian: what the call was to, and the ContextEntry that the verdict came with
  tool: name.optional(),
  entry_hash: digest.optional(),
});

export type HostRecord = z.infer<typeof record>;

/** Of a stored record, as far as pages and comparisons need it. */
export interface RecordFacts {
  readonly sequence: number;
  readonly point: HostPoint;
  readonly mode: "enforce" | "evaluate_only";
  readonly decision: "allow" | "deny" | "transform";
  readonly reason: string | null;
  readonly resolvedBy: "approval" | "rejection" | null;
  readonly tool: string | null;
  /** The ContextEntry that it links to. */
  readonly entryHash: string | null;
}

/** Fails with the first member that a record does not have or that does not fit; never with a value. */
export function parseRecord(
  value: JsonValue,
): Result<HostRecord, { readonly field: string; readonly message: string }> {
  const judged = record.safeParse(value);
  return judged.success ? ok(value as unknown as HostRecord) : err(firstFault(judged.error, ""));
}

const ARTEFACT = /^sha256:([0-9a-f]{64})$/;

/** The entry that a record claims to come from: said outright, or as the artefact of the Guardian's verdict. */
export function linkOf(record: HostRecord): { readonly hash: string; readonly isExplicit: boolean } | null {
  if (record.entry_hash !== undefined) return { hash: record.entry_hash, isExplicit: true };
  const hash = ARTEFACT.exec(record.verdict.evidence?.artefact ?? "")?.[1];
  return hash === undefined ? null : { hash, isExplicit: false };
}
