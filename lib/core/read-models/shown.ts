/** Stored text as a person may see it: exact where nothing is secret, else with the secret values masked. */
import { diffActions } from "../approval/diff";
import { omit, withMember } from "../json/build";
import { canonicalText } from "../json/canonical";
import { readJsonText } from "../json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { findSecrets, type MaskMap, maskJson } from "../text/mask";
import type { ShownDifference } from "./approvals";

/** Stored evidence may be larger than what the door admits, since answers add to requests. */
const LIMITS = { maxBytes: 16 * 1024 * 1024, maxDepth: 160, integers: "any" } as const;

export interface ShownText {
  readonly text: string;
  /** JSON pointers whose values are masked. */
  readonly masked: readonly string[];
}

/** A stored value, or null when the text is not JSON (it was stored as it came, so this is a fault to show, not to hide). */
export function readStored(text: string): JsonValue | null {
  const read = readJsonText(text, LIMITS);
  return read.ok ? read.value : null;
}

/** An action text for display. Actions carry no signature, so every member is looked at. */
export function shownAction(text: string): ShownText {
  const value = readStored(text);
  if (value === null) return { text, masked: [] };
  const masks = findSecrets(value);
  if (masks.size === 0) return { text, masked: [] };
  return { text: canonicalText(maskJson(value, masks)), masked: [...masks.keys()].sort() };
}

/**
 * A request or an answer for display. Signatures and nonces are no secrets here: they are what makes the message
 * evidence, so they stay readable.
 */
export function shownEnvelope(text: string): ShownText {
  const value = readStored(text);
  if (value === null || !isJsonObject(value)) return { text, masked: [] };
  const masks = envelopeSecrets(value);
  if (masks.size === 0) return { text, masked: [] };
  return { text: canonicalText(maskJson(value, masks)), masked: [...masks.keys()].sort() };
}

/** The secret places of a JSON-RPC message, outside its own signature and nonce. */
export function envelopeSecrets(message: JsonObject): MaskMap {
  let looked: JsonObject = message;
  for (const part of ["params", "result", "error"]) {
    const inner = message[part];
    if (isJsonObject(inner)) looked = withMember(looked, part, omit(inner, "signature", "nonce", "client_nonce"));
  }
  return findSecrets(looked);
}

/** True when a stored message holds a secret value; unreadable text counts as none, it is shown as the fault it is. */
export function holdsSecret(text: string): boolean {
  const value = readStored(text);
  return isJsonObject(value) && envelopeSecrets(value).size > 0;
}

/** Where two actions differ, found on the real values and shown masked: two different secrets still differ. */
export function shownDifferences(approved: string, presented: string): readonly ShownDifference[] {
  const a = readStored(approved);
  const b = readStored(presented);
  if (a === null || b === null) return [];
  const masks = { before: findSecrets(a), after: findSecrets(b) };
  return diffActions(a, b).map(({ path, kind, before, after }) => ({
    path,
    kind,
    before: before === undefined ? null : canonicalText(maskJson(before, masks.before, path)),
    after: after === undefined ? null : canonicalText(maskJson(after, masks.after, path)),
    masked: [...masks.before.keys(), ...masks.after.keys()].some((at) => at === path || at.startsWith(`${path}/`)),
  }));
}
