/** §12.3: how large a context may be. */
import type { JsonValue } from "../core/json/value";
import type { Admitted } from "./domain";

export const MAX_CONTEXT_BYTES = 5 * 1024 * 1024;

/** Whether the serialized value is larger. Serializes only where the bounds do not say. */
export function isLarger({ value, atLeastBytes, atMostBytes }: Admitted, bytes: number): boolean {
  return atLeastBytes > bytes || (atMostBytes > bytes && serializedBytes(value) > bytes);
}

const serializedBytes = (value: JsonValue): number => new TextEncoder().encode(JSON.stringify(value)).length;
