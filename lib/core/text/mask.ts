/** Finds secret values, so that views, cards and logs can hide them while destinations, amounts and hosts stay. */
import { isJsonObject, type JsonValue } from "../json/value";
import { mergeSpans, type Span } from "./mask-span";
import { secretSpans } from "./secret-spans";

/** JSON pointer to a value, to the parts of it that are hidden: the whole value, or spans of a string. */
export type MaskMap = ReadonlyMap<string, "whole" | readonly Span[]>;

/** What stands where a secret was. Never says how long it is. */
export const MASK = "••••••";

/** Whole words of a member name, split at `-`, `_`, blanks and camel case. */
const SECRET_NAMES = [
  /(^| )(proxy )?authorization$/,
  /(^| )(set )?cookies?$/,
  /(^| )(password|passwd|passphrase|pwd|passcode|pin)$/,
  /(^| )(secret|secrets)( (key|value|token))?$/,
  /(^| )(api|access|private|signing|encryption|master|account|auth|shared|session|service|license) ?keys?( id)?$/,
  /(^| )(x )?(api|auth|access|refresh|id|bearer|session|csrf|xsrf|security|bot|device|push|webhook)? ?token( value)?$/,
  /(^| )(apikey|accesskey|secretkey|privatekey|authtoken|accesstoken|refreshtoken|clientsecret)$/,
  /(^| )(credential|credentials|creds)$/,
  /(^| )(otp|totp|mfa code|cvv|cvc|security code)$/,
  /(^| )signature$/,
];

/** True for names such as `Authorization`, `api_key`, `clientSecret`; false for `max_tokens` or `token_count`. */
export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_.\s:]+/g, " ")
    .trim()
    .toLowerCase();
  return SECRET_NAMES.some((pattern) => pattern.test(words));
}

/**
 * The secret parts of a value: by member name (also `{name, value}` pairs and two-element header lists), by shape inside
 * a string, and every repetition of a secret found that way anywhere else in the value.
 */
export function findSecrets(value: JsonValue): MaskMap {
  const found = new Map<string, "whole" | readonly Span[]>();
  const secrets = new Set<string>();
  walk({ value, path: "", secret: false }, (path, text, spans) => {
    found.set(path, spans);
    if (text === null) return;
    const parts = spans === "whole" ? [text] : spans.map(([start, end]) => text.slice(start, end));
    for (const part of parts) for (const word of [part, ...part.split(/\s+/)]) if (word.length >= 6) secrets.add(word);
  });
  if (secrets.size > 0) markRepetitions(value, secrets, found);
  return found;
}

/** A copy for display, with `MASK` where secrets are. Member names and everything else stay. */
export function maskJson(value: JsonValue, masks: MaskMap = findSecrets(value), path = ""): JsonValue {
  const mask = masks.get(path);
  if (mask === "whole") return MASK;
  if (typeof value === "string") return mask === undefined ? value : maskText(value, mask);
  if (isList(value)) return value.map((item, index) => maskJson(item, masks, `${path}/${index}`));
  if (!isJsonObject(value)) return value;
  const copy: { [member: string]: JsonValue } = Object.create(null);
  for (const [name, member] of Object.entries(value)) copy[name] = maskJson(member, masks, at(path, name));
  return copy;
}

/** A string with its hidden spans replaced. */
export function maskText(text: string, spans: readonly Span[]): string {
  let shown = "";
  let from = 0;
  for (const [start, end] of spans) {
    shown += text.slice(from, start) + MASK;
    from = end;
  }
  return shown + text.slice(from);
}

type Report = (path: string, text: string | null, spans: "whole" | readonly Span[]) => void;

interface Place {
  readonly value: JsonValue;
  readonly path: string;
  /** Under a member whose name says that it is secret. */
  readonly secret: boolean;
}

function walk({ value, path, secret }: Place, report: Report): void {
  if (isJsonObject(value)) {
    const paired = typeof pairName(value) === "string" && isSecretName(pairName(value) ?? "");
    for (const [name, member] of Object.entries(value)) {
      const named = isSecretName(name) || (paired && name === "value");
      walk({ value: member, path: at(path, name), secret: secret || named }, report);
    }
  } else if (isList(value)) {
    const header = value.length === 2 && typeof value[0] === "string" && isSecretName(value[0]);
    value.forEach((item, index) => {
      walk({ value: item, path: `${path}/${index}`, secret: secret || (header && index === 1) }, report);
    });
  } else if (secret) {
    if (value !== null && value !== "" && typeof value !== "boolean") report(path, textOf(value), "whole");
  } else if (typeof value === "string") {
    const spans = secretSpans(value);
    if (spans.length > 0) report(path, value, spans);
  }
}

/** The name in `{name: "Authorization", value: "..."}` and its usual variants. */
function pairName(object: { readonly [member: string]: JsonValue }): string | null {
  for (const member of ["name", "key", "header"]) {
    const value = Object.hasOwn(object, member) ? object[member] : undefined;
    if (typeof value === "string" && Object.hasOwn(object, "value")) return value;
  }
  return null;
}

function markRepetitions(
  value: JsonValue,
  secrets: ReadonlySet<string>,
  found: Map<string, "whole" | readonly Span[]>,
): void {
  const visit = (item: JsonValue, path: string): void => {
    if (typeof item === "string") {
      const known = found.get(path);
      if (known === "whole") return;
      const spans = mergeSpans([...(known ?? []), ...occurrences(item, secrets)]);
      if (spans.length > 0) found.set(path, spans);
    } else if (isList(item)) {
      item.forEach((member, index) => {
        visit(member, `${path}/${index}`);
      });
    } else if (isJsonObject(item)) {
      for (const [name, member] of Object.entries(item)) visit(member, at(path, name));
    }
  };
  visit(value, "");
}

function occurrences(text: string, secrets: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  for (const secret of secrets) {
    for (let index = text.indexOf(secret); index >= 0; index = text.indexOf(secret, index + 1)) {
      spans.push([index, index + secret.length]);
    }
  }
  return spans;
}

const textOf = (value: JsonValue): string | null => (typeof value === "string" ? value : null);
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const at = (path: string, name: string): string => `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
