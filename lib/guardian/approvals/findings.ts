/** The findings kept with an approval: why it was asked, and what it may settle. */
import { readStoredText } from "../../core/json/read";
import type { Finding } from "../../core/policy/types";

/** Throws on text that this Guardian did not write. */
export function readFindings(text: string): readonly Finding[] {
  const read = readStoredText(text);
  if (!read.ok || !Array.isArray(read.value)) throw new Error("stored findings cannot be read");
  return read.value as unknown as readonly Finding[];
}
