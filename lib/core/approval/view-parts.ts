/** Pieces of a view: texts and values as segments, with secrets masked before anything is copied. */
import { canonicalText } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";
import { findSecrets, MASK, type MaskMap, maskJson } from "../text/mask";
import { type Segment, segments } from "../text/visible";
import { diffActions } from "./diff";
import type { SubjectPart } from "./subject";

export interface ShownText {
  readonly text: string;
  readonly segments: readonly Segment[];
}

export interface ValueView {
  /** JSON pointer inside the payload. */
  readonly path: string;
  readonly type: "null" | "boolean" | "number" | "string" | "array" | "object";
  /** Exact canonical JSON text; of a masked value with `MASK` in it. */
  readonly json: string;
  /** Of a string its characters, of anything else its JSON text. */
  readonly segments: readonly Segment[];
  readonly masked: boolean;
  /** Code points of the text that the segments make up. */
  readonly characters: number;
}

export const shown = (text: string): ShownText => ({ text, segments: segments(text) });

export const shownOrNull = (text: string | null): ShownText | null => (text === null ? null : shown(text));

/** A text that stands at a path of the payload, masked as that path is. */
export function shownAt(text: string | null, path: string, masks: MaskMap): ShownText | null {
  if (text === null) return null;
  const open = textOf(maskJson(text, masks, path));
  return { text: open, segments: maskedSegments(open, open !== text) };
}

/** A value with its exact JSON text; a string also as itself. What is masked says so and carries no secret. */
export function valueView({ path, value }: SubjectPart, masks: MaskMap): ValueView {
  const open = maskJson(value, masks, path);
  const json = canonicalText(open);
  const masked = json !== canonicalText(value);
  const text = typeof open === "string" ? open : json;
  return {
    path,
    type: typeOf(value),
    json,
    segments: maskedSegments(text, masked),
    masked,
    characters: [...text].length,
  };
}

/** Where requested and effective action differ. Found on the real values, so two different secrets still differ. */
export function changesView(requested: JsonObject, effective: JsonObject): unknown[] {
  const before = findSecrets(requested);
  const after = findSecrets(effective);
  return diffActions(requested, effective).map((change) => ({
    path: change.path,
    kind: change.kind,
    requested: change.before === undefined ? undefined : shown(textOf(maskJson(change.before, before, change.path))),
    effective: change.after === undefined ? undefined : shown(textOf(maskJson(change.after, after, change.path))),
  }));
}

/** Each mask is a segment of its own, so that dots the agent wrote are never taken for one. */
function maskedSegments(text: string, masked: boolean): readonly Segment[] {
  if (!masked) return segments(text);
  const parts = text.split(MASK);
  return parts.flatMap((part, index): readonly Segment[] =>
    index === 0 ? segments(part) : [{ kind: "masked" }, ...segments(part)],
  );
}

function typeOf(value: JsonValue): ValueView["type"] {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as ValueView["type"];
}

const textOf = (value: JsonValue): string => (typeof value === "string" ? value : canonicalText(value));
