/** An approver's edits: new values of existing arguments, typed as the old ones, and the digest of what would then run. */
import { actionDigest } from "../core/approval/action";
import type { Crypto } from "../core/crypto";
import { withMember } from "../core/json/build";
import { canonicalText } from "../core/json/canonical";
import { jsonKind } from "../core/json/kind";
import { readJsonText, readStoredText } from "../core/json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { err, ok, type Result } from "../core/result";

/** What the field holds: text for strings, JSON for everything else. */
export const editText = (json: string): string => {
  const value = readStoredText(json);
  return value.ok && typeof value.value === "string" ? value.value : json;
};

/** Reads a field back. A number stays a number, a list a list: an edit changes the value, not its kind. */
export function readEdit(before: string, text: string): Result<JsonValue, string> {
  const old = readStoredText(before);
  if (!old.ok) return err("This value cannot be edited.");
  if (typeof old.value === "string") {
    return /\p{Surrogate}/u.test(text) ? err("The text holds half of a character.") : ok(text);
  }
  const made = readJsonText(text.trim());
  if (!made.ok) return err(`Not valid JSON: ${made.failure.message}.`);
  if (jsonKind(made.value) !== jsonKind(old.value)) return err(`Must stay a ${jsonKind(old.value)}.`);
  return ok(made.value);
}

export const isSame = (before: string, value: JsonValue): boolean => canonicalText(value) === before;

/** The action as it would run with the edits. Null where it has no such arguments; then nothing can be edited. */
export function editedAction(action: JsonObject, edits: { readonly [argument: string]: JsonValue }): JsonObject | null {
  const payload = action.payload;
  if (payload === undefined || !isJsonObject(payload) || !isJsonObject(payload.arguments)) return null;
  let args: JsonObject = payload.arguments;
  for (const [name, value] of Object.entries(edits)) {
    const holder = Object.hasOwn(args, name) ? args[name] : undefined;
    if (!isJsonObject(holder)) return null;
    args = withMember(args, name, withMember(holder, "value", value));
  }
  return withMember(action, "payload", withMember(payload, "arguments", args));
}

/** The digest of the edited action, as the server will compute it. */
export function editedDigest(
  crypto: Crypto,
  action: JsonObject,
  edits: { readonly [argument: string]: JsonValue },
): string | null {
  const edited = editedAction(action, edits);
  return edited === null ? null : actionDigest(crypto, edited);
}
