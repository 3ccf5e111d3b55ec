/** PostgreSQL's text refuses U+0000. Evidence is JSON text, where it is always escaped; what stands here is for the rest. */

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

/** False for a look-up value that no stored row can have, and that PostgreSQL would refuse as an error. */
export const isStorable = (text: string): boolean => !text.includes(NUL);
