/** An approver's edits: new values for arguments that exist, and nothing else (design "Deciding"). */
import { actionDigest } from "../../core/approval/action";
import type { Crypto } from "../../core/crypto";
import { member, memberAt, withMember } from "../../core/json/build";
import { canonicalText } from "../../core/json/canonical";
import { jsonKind } from "../../core/json/kind";
import { readStoredText } from "../../core/json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import type { Modifications } from "../../core/policy/types";
import { err, ok, type Result } from "../../core/result";
import { wrappedMethod } from "../../core/wire/hooks/wrapped";
import { applyModifications } from "../../core/wire/modifications";
import type { ApprovalRow } from "../ports";

export interface EffectiveAction {
  readonly text: string;
  readonly digest: string;
  /** What turns the requested action into this one, as JSON text; null when nothing does. */
  readonly modifications: string | null;
  readonly edited: boolean;
}

export type EditFailure = { readonly reason: string; readonly message: string };

const MAX_TEXT = 1024 * 1024;

export function editedAction(
  crypto: Crypto,
  row: ApprovalRow,
  edits: { readonly [argument: string]: JsonValue } | undefined,
): Result<EffectiveAction, EditFailure> {
  const unchanged = {
    text: row.effectiveAction,
    digest: row.effectiveDigest,
    modifications: row.modifications,
    edited: false,
  };
  const names = Object.keys(edits ?? {});
  if (!edits || names.length === 0) return ok(unchanged);
  const isWrapped = wrappedMethod(row.method)?.inner === "tools/call";
  if (row.method !== "steps/toolCallRequest" && !isWrapped)
    return err({ reason: "edits_unsupported", message: "only tool calls can be edited" });
  const action = readObject(row.effectiveAction);
  const applied = applyModifications(
    action.payload ?? null,
    { parameter_overrides: edits },
    isWrapped ? "mcp" : "step",
  );
  if (!applied.ok) return err({ reason: "unknown_argument", message: "edits change existing arguments only" });
  if (!names.every((name) => staysOfKind({ action, isWrapped, name }, edits[name] ?? null)))
    return err({ reason: "argument_kind_changed", message: "an edit keeps the JSON type of the argument" });
  const edited = withMember(action, "payload", applied.value);
  const text = canonicalText(edited);
  if (text.length > MAX_TEXT) return err({ reason: "too_large", message: "the edited action is too large" });
  const merged = mergeOverrides(row.modifications, edits);
  return merged.ok
    ? ok({ text, digest: actionDigest(crypto, edited), modifications: canonicalText(merged.value), edited: true })
    : merged;
}

/** What a client reads as a number must not come back as text, nor a list as one value. */
function staysOfKind(
  { action, isWrapped, name }: { action: JsonObject; isWrapped: boolean; name: string },
  value: JsonValue,
): boolean {
  const before = isWrapped
    ? memberAt(action, "payload", "params", "arguments", name)
    : member(memberAt(action, "payload", "arguments", name), "value");
  return before !== undefined && jsonKind(before) === jsonKind(value);
}

/** Edits go on top of what policy already overrides; they cannot be combined with a wholesale replacement (ACS §6.3). */
function mergeOverrides(
  modifications: string | null,
  edits: { readonly [argument: string]: JsonValue },
): Result<JsonObject, EditFailure> {
  const given = modifications === null ? {} : readObject(modifications);
  const { modified_content, redactions } = given as Modifications;
  if (modified_content !== undefined || redactions !== undefined) {
    return err({ reason: "edits_conflict", message: "policy already redacts or replaces this action" });
  }
  const overrides = isJsonObject(given.parameter_overrides) ? given.parameter_overrides : {};
  let merged: JsonObject = overrides;
  for (const [name, value] of Object.entries(edits)) merged = withMember(merged, name, value);
  return ok({ parameter_overrides: merged });
}

export function readObject(text: string): JsonObject {
  const read = readStoredText(text);
  if (!read.ok || !isJsonObject(read.value)) throw new Error("stored text is not a JSON object");
  return read.value;
}
