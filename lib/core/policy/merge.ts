/** Joins the edits of several rules; edits that cannot both be made are a conflict, never a choice (ACS §6.3). */
import { canonicalText } from "../json/canonical";
import type { JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import { parsePointer, pointersOverlap } from "../wire/pointer";
import type { Finding, Modifications } from "./types";

type Redaction = NonNullable<Modifications["redactions"]>[number];

interface Draft {
  readonly overrides: Map<string, JsonValue>;
  readonly redactions: Map<string, Redaction>;
  readonly contents: Set<string>;
}

/** Names the first conflict in a fixed order, so that the result does not depend on the order of the rules. */
export function mergeModifications(
  findings: readonly Finding[],
): Result<Modifications | null, { readonly message: string }> {
  const draft: Draft = { overrides: new Map(), redactions: new Map(), contents: new Set() };
  const conflicts = findings.flatMap((finding) => add(draft, finding.modifications));
  conflicts.push(...crossConflicts(draft));
  const [first] = conflicts.sort();
  return first === undefined ? ok(collect(draft)) : err({ message: first });
}

function add(draft: Draft, edits: Modifications | undefined): string[] {
  const conflicts: string[] = [];
  for (const [argument, value] of Object.entries(edits?.parameter_overrides ?? {})) {
    const other = draft.overrides.get(argument);
    if (other !== undefined && canonicalText(other) !== canonicalText(value)) {
      conflicts.push(`Two rules set the argument ${argument} to different values.`);
    }
    draft.overrides.set(argument, value);
  }
  for (const redaction of edits?.redactions ?? []) {
    const other = draft.redactions.get(redaction.path);
    if (other && other.replacement !== redaction.replacement) {
      conflicts.push(`Two rules replace ${redaction.path} by different texts.`);
    }
    draft.redactions.set(redaction.path, redaction);
  }
  if (edits?.modified_content !== undefined) draft.contents.add(edits.modified_content);
  return conflicts;
}

function crossConflicts({ overrides, redactions, contents }: Draft): string[] {
  const conflicts: string[] = [];
  if (contents.size > 1) conflicts.push("Two rules replace the whole content by different texts.");
  if (contents.size > 0 && overrides.size + redactions.size > 0) {
    conflicts.push("One rule replaces the whole content, another edits parts of it.");
  }
  const paths = [...redactions.keys()].sort();
  for (const [index, path] of paths.entries()) {
    if (path === "" || parsePointer(path) === null)
      conflicts.push(`A rule redacts ${path || "everything"}, which is no place.`);
    if (paths.slice(index + 1).some((other) => overlap(path, other))) {
      conflicts.push(`Two rules redact at and inside ${path}.`);
    }
    for (const argument of overrides.keys()) {
      if (touches(path, argument)) conflicts.push(`One rule redacts ${path}, another sets the argument ${argument}.`);
    }
  }
  return conflicts;
}

/** A pointer that cannot be read overlaps with everything: it must not slip through as harmless. */
function overlap(a: string, b: string): boolean {
  const left = parsePointer(a);
  const right = parsePointer(b);
  return left === null || right === null || pointersOverlap(left, right);
}

/** An override addresses its argument at either place that a payload may keep arguments (W§7). */
function touches(path: string, argument: string): boolean {
  const tokens = parsePointer(path);
  if (tokens === null) return true;
  const places = [
    ["arguments", argument],
    ["params", "arguments", argument],
  ];
  return places.some((place) => pointersOverlap(tokens, place));
}

function collect({ overrides, redactions, contents }: Draft): Modifications | null {
  const [content] = contents;
  if (content !== undefined) return { modified_content: content };
  if (overrides.size + redactions.size === 0) return null;
  const parameter_overrides: { [argument: string]: JsonValue } = Object.create(null);
  for (const argument of [...overrides.keys()].sort()) parameter_overrides[argument] = overrides.get(argument) ?? null;
  const listed = [...redactions.keys()].sort().flatMap((path) => redactions.get(path) ?? []);
  return {
    ...(listed.length > 0 ? { redactions: listed } : {}),
    ...(overrides.size > 0 ? { parameter_overrides } : {}),
  };
}
