/** What of a text is kept where space is bounded: the text itself, or its hash where it is too long to keep. */
import { nobleCrypto } from "../crypto-noble";
import { toHex } from "../encoding";
import { canonicalBytes, utf8 } from "../json/canonical";

/** Bytes of canonical JSON that an id or name may take. */
export const KEPT_BYTES = 80;
/** Provenance ids are cited, so that longer ones stay readable. */
export const KEPT_PROVENANCE_BYTES = 120;

const HASHED = /^long:sha256:[0-9a-f]{64}$/;

/**
 * Two texts are kept alike exactly when they are alike; keeping twice changes nothing. Every comparison with something
 * kept goes through here.
 */
export function keptText(text: string, bytes = KEPT_BYTES): string {
  if (fits(text, bytes) || HASHED.test(text)) return text;
  return `long:sha256:${toHex(nobleCrypto.sha256(utf8(text)))}`;
}

export const keptProvenanceId = (id: string): string => keptText(id, KEPT_PROVENANCE_BYTES);

/** The beginning of a text for people to read; what is compared is a digest elsewhere. */
export function beginning(text: string, bytes: number): string {
  if (fits(text, bytes)) return text;
  let low = 0;
  let high = Math.min(text.length, bytes);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(whole(text, middle), bytes - 3)) low = middle;
    else high = middle - 1;
  }
  return `${whole(text, low)}…`;
}

/** The first code units, never half of a surrogate pair. */
const whole = (text: string, length: number): string =>
  text.slice(0, /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length);

/** Canonical JSON spends at most six bytes on a code unit, and at least one. */
function fits(text: string, bytes: number): boolean {
  if (text.length * 6 + 2 <= bytes) return true;
  return text.length + 2 <= bytes && canonicalBytes(text).length <= bytes;
}
