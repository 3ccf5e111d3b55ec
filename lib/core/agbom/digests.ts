/** Digests of components: of the canonical text, and of a skill's definition as it is declared. */
import { nobleCrypto } from "../crypto-noble";
import { fromBase64Strict, toHex } from "../encoding";
import { memberAt } from "../json/build";
import { canonicalBytes } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";

export interface Digest {
  /** Null where only the value is known. */
  readonly algorithm: string | null;
  readonly value: string;
}

/** SHA-256 hex of the canonical bytes. */
export const contentHash = (value: JsonValue): string => toHex(nobleCrypto.sha256(canonicalBytes(value)));

/** The declared digest of a skill's definition, null where there is none. */
export function definitionDigest(component: JsonObject): Digest | null {
  const algorithm = memberAt(component, "skill_fields", "definition", "digest", "algorithm");
  const value = memberAt(component, "skill_fields", "definition", "digest", "value");
  return typeof algorithm === "string" && typeof value === "string" ? normalDigest({ algorithm, value }) : null;
}

/** `sha-256`, `SHA256` and base64 values in one spelling. */
export function normalDigest({ algorithm, value }: Digest): Digest {
  const name =
    algorithm === null
      ? null
      : algorithm
          .trim()
          .toLowerCase()
          .replaceAll(/[-_\s]/g, "");
  const text = value.trim();
  if (/^[0-9a-f]+$/i.test(text)) return { algorithm: name, value: text.toLowerCase() };
  const bytes = fromBase64Strict(text);
  return { algorithm: name, value: bytes && [20, 32, 48, 64].includes(bytes.length) ? toHex(bytes) : text };
}

/** Reads `algorithm:value`, null when it is not that. */
export function parseDigest(text: string): Digest | null {
  const parts = /^\s*([A-Za-z][A-Za-z0-9_-]*)\s*:\s*(\S+)\s*$/.exec(text);
  return parts ? normalDigest({ algorithm: parts[1] ?? "", value: parts[2] ?? "" }) : null;
}

export const sameDigest = (a: Digest, b: Digest): boolean =>
  a.value === b.value && (a.algorithm === null || b.algorithm === null || a.algorithm === b.algorithm);
