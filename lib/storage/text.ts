/** PostgreSQL's text refuses U+0000. Evidence is JSON text, where it is always escaped; what stands here is for the rest. */
import { createHash } from "node:crypto";

const NUL = "\u0000";
const SYMBOL = "\u2400";

/** For columns that people read (names, reasons): a NUL stays visible as the symbol for it. Lossy on purpose. */
export function shown(text: string): string;
export function shown(text: string | null | undefined): string | null;
export function shown(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return text.replaceAll(NUL, SYMBOL);
}

/** For columns that are compared: reversible, so that two different values never meet. */
export function keyText(text: string): string {
  if (!text.includes(NUL) && !text.includes(SYMBOL)) return text;
  return text.replaceAll(SYMBOL, SYMBOL + SYMBOL).replaceAll(NUL, `${SYMBOL}0`);
}

/** What a B-tree can hold of a key made of several texts is about 2,700 bytes. */
const MAX_KEY = 300;

/** As `keyText`, for keys whose length a stranger chooses: long ones by their digest. The mark is no escape of the above. */
export function boundedKey(text: string): string {
  const key = keyText(text);
  return key.length <= MAX_KEY ? key : `${SYMBOL}#${createHash("sha256").update(text, "utf8").digest("hex")}`;
}

/** False for a look-up value that no stored row can have, and that PostgreSQL would refuse as an error. */
export const isStorable = (text: string): boolean => !text.includes(NUL);
