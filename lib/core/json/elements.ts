/** Cuts the text of a JSON array into the texts of its elements, exactly as they stand there. */

/** `text` must have been read as an array before; of anything else the answer means nothing. */
export function elementTexts(text: string): readonly string[] {
  const start = text.indexOf("[") + 1;
  const elements: string[] = [];
  let from = start;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') at = endOfString(text, at);
    else if (letter === "[" || letter === "{") depth += 1;
    else if (letter === "," && depth === 0) {
      elements.push(text.slice(from, at).trim());
      from = at + 1;
    } else if (letter === "]" || letter === "}") {
      if (depth === 0) {
        const last = text.slice(from, at).trim();
        return last === "" ? elements : [...elements, last];
      }
      depth -= 1;
    }
  }
  return elements;
}

/** Where the string that opens at `from` closes. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
