/** Words of an entry's columns. */
import type { Disposition } from "../../core/policy/types";

const WORDS: readonly string[] = ["allow", "deny", "modify", "ask", "defer"] satisfies readonly Disposition[];

const isDisposition = (text: string): text is Disposition => WORDS.includes(text);

export const dispositionOf = (text: string | null): Disposition | null =>
  text !== null && isDisposition(text) ? text : null;
