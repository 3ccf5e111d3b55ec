/** What of a step may leave with its trace: the decision's edits made, then secrets masked, then cut to size (W§19). */
import { fromPlainObject, member } from "../json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import type { Modifications } from "../policy/types";
import { findSecrets, MASK, maskJson } from "../text/mask";
import { applyModifications, type PayloadKind, parseModifications } from "../wire/modifications";
import { parsePointer } from "../wire/pointer";
import type { EntryRecord, StepRecord } from "./record";
import { slim } from "./slim";

/** Members of a result that a trace may name. Modifications never leave: they quote what they replace. */
const TOLD = [
  "decision",
  "reasoning",
  "reason_codes",
  "policy_references",
  "cited_provenance_ids",
  "metadata",
] as const;

export interface Shown {
  readonly payload: JsonObject;
  readonly metadata: JsonObject;
  readonly tenantId: string | null;
  readonly result: JsonObject;
  readonly tool: string | null;
  /** The payload again, or what a MODIFY put in its place. */
  readonly content: JsonValue;
}

/** Texts shorter than this are not looked for elsewhere: hiding them would hide everything. */
const SHORTEST_ECHO = 4;

export function shownStep(record: Pick<StepRecord, "method" | "params" | "result" | "tool">): Shown {
  const { method, params, result } = record;
  const kind: PayloadKind = method.startsWith("steps/") ? "step" : "mcp";
  const payload = member(params, "payload") ?? null;
  const edits = editsOf(result, kind);
  const told = fromPlainObject({
    payload: slim(edited(payload, edits, kind)),
    metadata: slim(member(params, "metadata") ?? null),
    tenantId: slim(member(params, "tenant_id") ?? null),
    result: slim(fromPlainObject(Object.fromEntries(TOLD.map((name) => [name, member(result, name)])))),
    tool: record.tool,
    content: edits?.modified_content === undefined ? undefined : slim(edits.modified_content),
  });
  const hidden = withoutEchoes(told, redactedTexts(payload, edits)) as JsonObject;
  const shown = maskJson(hidden, findSecrets(hidden)) as JsonObject;
  const object = (name: string): JsonObject => objectOf(member(shown, name));
  const text = (name: string): string | null => textOf(member(shown, name));
  return {
    payload: object("payload"),
    metadata: object("metadata"),
    tenantId: text("tenantId"),
    result: object("result"),
    tool: text("tool"),
    content: member(shown, "content") ?? member(shown, "payload") ?? null,
  };
}

/** The decision in an entry of the Guardian's own, in the form of a result. */
export function shownEntry({ content, reason }: Pick<EntryRecord, "content" | "reason">): JsonObject {
  const told = fromPlainObject({ decision: member(content, "decision"), reasoning: reason ?? undefined });
  return maskJson(told) as JsonObject;
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const textOf = (value: JsonValue | undefined): string | null => (typeof value === "string" ? value : null);

function editsOf(result: JsonObject, kind: PayloadKind): Modifications | null {
  const stated = member(result, "modifications");
  if (stated === undefined) return null;
  const legal = parseModifications(stated, kind);
  return legal.ok ? legal.value : null;
}

/** One edit at a time: one whose target is not there changes nothing here, and must not keep the others from being made. */
function edited(payload: JsonValue, edits: Modifications | null, kind: PayloadKind): JsonValue {
  let shown = payload;
  const apply = (edit: Modifications): void => {
    const next = applyModifications(shown, edit, kind);
    if (next.ok) shown = next.value;
  };
  for (const redaction of edits?.redactions ?? []) apply({ redactions: [redaction] });
  for (const [name, value] of Object.entries(edits?.parameter_overrides ?? {})) {
    apply({ parameter_overrides: fromPlainObject({ [name]: value }) });
  }
  return shown;
}

/** What was redacted may stand in the payload twice, or be quoted by the reasoning. */
function redactedTexts(payload: JsonValue, edits: Modifications | null): readonly string[] {
  const texts: string[] = [];
  for (const { path } of edits?.redactions ?? []) collect(valueAt(payload, parsePointer(path) ?? []), texts);
  return texts.filter((text) => text.length >= SHORTEST_ECHO).sort((a, b) => b.length - a.length);
}

function valueAt(value: JsonValue, tokens: readonly string[]): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const token of tokens) {
    found = Array.isArray(found) ? (found[Number(token)] as JsonValue | undefined) : member(found, token);
  }
  return found;
}

function collect(value: JsonValue | undefined, texts: string[]): void {
  if (typeof value === "string" || typeof value === "number") texts.push(String(value));
  else if (Array.isArray(value)) for (const item of value) collect(item, texts);
  else if (isJsonObject(value)) for (const item of Object.values(value)) collect(item, texts);
}

function withoutEchoes(value: JsonValue, texts: readonly string[]): JsonValue {
  if (texts.length === 0) return value;
  if (typeof value === "string") return texts.reduce((shown, text) => shown.replaceAll(text, MASK), value);
  if (typeof value === "number") return texts.includes(String(value)) ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => withoutEchoes(item as JsonValue, texts));
  if (!isJsonObject(value)) return value;
  const copy: { [name: string]: JsonValue } = Object.create(null);
  for (const [name, item] of Object.entries(value)) copy[name] = withoutEchoes(item, texts);
  return copy;
}

/** Code units of one text, and items of one list. */
export const LONGEST_TEXT = 1_024;
export const LONGEST_LIST = 64;
/** Code units of a payload, where payloads are carried at all. */
export const LONGEST_CONTENT = 8_192;

/** At most `length` code units, never half a character, with a sign that something is missing. */
export function cut(text: string, length = LONGEST_TEXT): string {
  if (text.length <= length) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 2)) ? length - 2 : length - 1;
  return `${text.slice(0, end)}…`;
}
