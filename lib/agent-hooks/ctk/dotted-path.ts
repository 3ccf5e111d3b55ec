/** The vectors' way into a value: `tool_call.args.url`, `verdicts[0].reason`. */
import { isJsonObject, type JsonValue } from "../../core/json/value";

const STEP = /([^.[\]]+)|\[(\d+)\]/g;
const WHOLE = /^[^.[\]]+(?:\[\d+\])*(?:\.[^.[\]]+(?:\[\d+\])*)*$/;

export const isDottedPath = (path: string): boolean => WHOLE.test(path);

/** The value there, undefined where the path does not resolve. Own members only. */
export function valueAt(value: unknown, path: string): JsonValue | undefined {
  let found: unknown = value;
  for (const [, name, index] of path.matchAll(STEP)) {
    if (name !== undefined) found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    else found = Array.isArray(found) ? found[Number(index)] : undefined;
    if (found === undefined) return undefined;
  }
  return found as JsonValue;
}
