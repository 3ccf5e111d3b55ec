/** MODIFY (ACS §6.3, W§7): which edits may be combined, and what a payload is after them. */
import { z } from "zod";
import { member } from "../json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import type { Modifications } from "../policy/types";
import { err, ok, type Result } from "../result";
import { formatPointer, parsePointer, pointersOverlap, replaceAt } from "./pointer";
import { firstFault, openObject } from "./shapes";

/** Why edits are not legal or cannot be made; `path` is a JSON pointer into the payload, "" when there is none. */
export interface ModificationFailure {
  readonly reason:
    | "modifications_invalid"
    | "modifications_empty"
    | "modified_content_not_alone"
    | "pointer_malformed"
    | "edits_overlap"
    | "target_missing";
  readonly path: string;
}

export const DEFAULT_REPLACEMENT = "[REDACTED]";

const schema = z.looseObject({
  modified_content: z.string().optional(),
  redactions: z.array(z.looseObject({ path: z.string(), replacement: z.string().optional() })).optional(),
  parameter_overrides: openObject.optional(),
});

/** Where the arguments of a step stand: wrapped MCP messages keep them one level deeper (W§7). */
export type PayloadKind = "step" | "mcp";

const overridePath = (argument: string, kind: PayloadKind): readonly string[] =>
  kind === "mcp" ? ["params", "arguments", argument] : ["arguments", argument];

const fail = (reason: ModificationFailure["reason"], path = "") => err({ reason, path });

/**
 * Judges edits by the composition rules of §6.3. Exclusivity goes by presence: `modified_content` beside an empty list of
 * redactions is refused too.
 */
export function parseModifications(
  value: JsonValue,
  kind: PayloadKind = "step",
): Result<Modifications, ModificationFailure> {
  const judged = schema.safeParse(value);
  if (!judged.success || !isJsonObject(value)) {
    return fail("modifications_invalid", judged.success ? "" : firstFault(judged.error, "").field);
  }
  const isPresent = (name: string) => member(value, name) !== undefined;
  if (Object.keys(value).length === 0) return fail("modifications_empty");
  if (isPresent("modified_content") && (isPresent("redactions") || isPresent("parameter_overrides"))) {
    return fail("modified_content_not_alone");
  }
  const overlap = findFault(value as Modifications, kind);
  return overlap === null ? ok(value as Modifications) : err(overlap);
}

function findFault(edits: Modifications, kind: PayloadKind): ModificationFailure | null {
  const overridden = Object.keys(edits.parameter_overrides ?? {}).map((argument) => overridePath(argument, kind));
  for (const { path } of edits.redactions ?? []) {
    const tokens = parsePointer(path);
    if (tokens === null) return { reason: "pointer_malformed", path };
    if (overridden.some((other) => pointersOverlap(tokens, other))) return { reason: "edits_overlap", path };
  }
  return null;
}

/**
 * The payload after the edits; the original is untouched and an argument keeps its provenance. Every target must already
 * exist, otherwise nothing is applied: an edit that cannot be made is a denial, never a skip. A redaction of the whole
 * document is refused (write `modified_content`).
 */
export function applyModifications(
  payload: JsonValue,
  m: Modifications,
  kind: PayloadKind = "step",
): Result<JsonValue, ModificationFailure> {
  const legal = parseModifications(m as JsonObject, kind);
  if (!legal.ok) return legal;
  if (m.modified_content !== undefined) return ok(m.modified_content);
  let changed = payload;
  for (const edit of editsOf(m, kind)) {
    if (edit.tokens.length === 0) return fail("target_missing");
    const next = replaceAt(changed, edit.tokens, edit.value);
    if (!next.ok) return fail("target_missing", formatPointer(edit.tokens));
    changed = next.value;
  }
  return ok(changed);
}

interface Edit {
  readonly tokens: readonly string[];
  readonly value: JsonValue;
}

function editsOf(m: Modifications, kind: PayloadKind): readonly Edit[] {
  const redactions = (m.redactions ?? []).map(({ path, replacement }) => ({
    tokens: parsePointer(path) ?? [],
    value: replacement ?? DEFAULT_REPLACEMENT,
  }));
  const overrides = Object.keys(m.parameter_overrides ?? {}).map((argument) => ({
    // a step's argument is an object around its value, an MCP argument is bare
    tokens: kind === "mcp" ? overridePath(argument, kind) : [...overridePath(argument, kind), "value"],
    value: member(m.parameter_overrides, argument) ?? null,
  }));
  return [...redactions, ...overrides];
}
