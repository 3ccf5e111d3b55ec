/** The context as it is stored beside the session: canonical text, read back strictly. */
import { z } from "zod";
import { fromPlainObject } from "../json/build";
import { canonicalText } from "../json/canonical";
import { readStoredText } from "../json/read";
import { err, ok, type Result } from "../result";
import { count, firstFault } from "../wire/shapes";
import { ORIGINS, type SessionContext } from "./context";

/** Bytes that the text of any context stays below, whatever an agent sends. */
export const CONTEXT_BYTES = 65_536;

const text = z.string();
const origin = z.enum(ORIGINS);
const capability = z.strictObject({
  tool: text.optional(),
  operation: text.optional(),
  resource: text.optional(),
});
const capabilities = z.array(capability);

const intent = z.strictObject({
  raw: text.optional(),
  parsed: capabilities.optional(),
  scope_mode: text.optional(),
  digest: z.string().regex(/^(?:[0-9a-f]{64})?$/),
  step_id: text,
  grants: z.array(z.strictObject({ capabilities, approval_id: text, approver: text, entry_id: text })),
});

const summary = z.strictObject({
  origins_seen: z.array(origin),
  entry_count: count,
  entry_count_by_origin: z.partialRecord(origin, count),
  earliest_step_id_by_origin: z.partialRecord(origin, text),
  max_lineage_depth: count,
});

const context = z.strictObject({
  v: z.literal(1),
  steps: count,
  turns: z.array(z.strictObject({ turn_id: text, parent_turn_id: text.optional(), triggered_by: text, steps: count })),
  subagents: z.array(
    z.strictObject({
      session_id: text,
      step_id: text,
      derivation: z.enum(["inherit_full", "inherit_subset", "derived_from_parent", "fresh"]),
      state: z.enum(["running", "denied", "stopped"]),
      outcome: text.optional(),
    }),
  ),
  intent: intent.nullable(),
  policy_mode: text.nullable(),
  skills: z.array(
    z.strictObject({ skill_id: text, algorithm: text, value: text, load_path: z.array(text), step_id: text }),
  ),
  summary,
  taint: z.strictObject({
    seen: z.array(
      z.strictObject({ origin, source_id: text.optional(), at: count, provenance_id: text, step_id: text }),
    ),
    overflow_at: count.nullable(),
    grounded_at: count,
  }),
  deferrals: count,
  compactions: count,
  agbom: z.strictObject({ hash: text, components: count, seq: count }).nullable(),
  trace: z
    .strictObject({
      trace_id: z.string().regex(/^[0-9a-f]{32}$/),
      parent_id: z
        .string()
        .regex(/^[0-9a-f]{16}$/)
        .optional(),
    })
    .optional(),
});

/** Canonical text, below CONTEXT_BYTES for everything that `advanceContext` and `grantIntent` make. */
export function contextText(value: SessionContext): string {
  return canonicalText(fromPlainObject(value));
}

/** A failure means that the text was not written by `contextText`. */
export function parseContext(stored: string): Result<SessionContext, { readonly message: string }> {
  const read = readStoredText(stored);
  if (!read.ok) return err({ message: read.failure.message });
  const judged = context.safeParse(read.value);
  return judged.success ? ok(read.value as unknown as SessionContext) : err(firstFault(judged.error, "context"));
}
