/** The words on the button: the act itself, so that nobody approves a mere "OK". */

import { visibleText } from "../core/text/visible";

/** Verbs that are nouns too: `refund of 840 to cust_1042` reads better than `refund 840 to …`. */
const NOUNS = new Set(["refund", "charge", "transfer", "purchase", "order", "wire"]);

/** A button holds so much; a longer act stands in the heading, whole or with its count. */
const LONGEST = 96;

/**
 * From `Refund 840 to cust_1042 with refund_payment` to `refund of 840 to cust_1042`. The sentence is safe plain text
 * already; the tool is named in the heading right above, so it is left out here.
 */
export function actWords(sentence: string, tool: string | null): string {
  if (sentence.length > LONGEST) return tool === null ? "this call" : `this ${visibleText(tool)} call`;
  const tail = ` with ${tool ?? ""}`;
  const act = tool !== null && sentence.endsWith(tail) ? sentence.slice(0, -tail.length) : sentence;
  const words = `${act.charAt(0).toLowerCase()}${act.slice(1)}`;
  const [verb = "", ...rest] = words.split(" ");
  return NOUNS.has(verb) && /^\d/.test(rest[0] ?? "") ? `${verb} of ${rest.join(" ")}` : words;
}
