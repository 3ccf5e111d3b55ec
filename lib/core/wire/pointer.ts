/** JSON pointers (RFC 6901) over read values: parse, compare, replace without touching the original. */
import { withMember } from "../json/build";
import { isJsonObject, type JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";

/** Reference tokens of a pointer, null when it is malformed. "" is the whole document: no tokens. */
export function parsePointer(pointer: string): readonly string[] | null {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The pointer for these tokens. */
export function formatPointer(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Equal, or one inside the other. */
export function pointersOverlap(a: readonly string[], b: readonly string[]): boolean {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

/** A copy with the value at that place replaced. Fails when any token does not exist: nothing is ever created. */
export function replaceAt(
  value: JsonValue,
  tokens: readonly string[],
  replacement: JsonValue,
): Result<JsonValue, "target_missing"> {
  const [token, ...rest] = tokens;
  if (token === undefined) return ok(replacement);
  if (Array.isArray(value)) {
    if (!/^(0|[1-9]\d*)$/.test(token) || Number(token) >= value.length) return err("target_missing");
    const index = Number(token);
    const changed = replaceAt(value[index] as JsonValue, rest, replacement);
    return changed.ok ? ok(value.map((item: JsonValue, at) => (at === index ? changed.value : item))) : changed;
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, token)) return err("target_missing");
  const changed = replaceAt(value[token] as JsonValue, rest, replacement);
  return changed.ok ? ok(withMember(value, token, changed.value)) : changed;
}
