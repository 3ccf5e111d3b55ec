/** Shortens what is drawn first, and counts what is left, so that nothing is cut off silently. */
import type { Segment } from "../core/text/visible";

/** A value longer than this is drawn shortened until somebody opens it. */
export const CUT_CHARACTERS = 480;
export const CUT_LINES = 12;

export interface Cut {
  readonly head: readonly Segment[];
  /** Characters that `head` leaves out; 0 when it is whole. */
  readonly more: number;
}

const size = (part: Segment): number => (part.kind === "masked" ? 1 : [...part.text].length);
const lines = (part: Segment): number => (part.kind === "masked" ? 0 : part.text.split("\n").length - 1);

/** The beginning of a value, and how many characters come after it. A value that is only a little longer stays whole. */
export function cutSegments(parts: readonly Segment[], limits = { characters: CUT_CHARACTERS, lines: CUT_LINES }): Cut {
  const total = parts.reduce((sum, part) => sum + size(part), 0);
  const lineTotal = parts.reduce((sum, part) => sum + lines(part), 0);
  if (total <= limits.characters * 1.25 && lineTotal < limits.lines * 1.5) return { head: parts, more: 0 };
  const head: Segment[] = [];
  let room = limits.characters;
  let lineRoom = limits.lines;
  for (const part of parts) {
    if (room <= 0 || lineRoom <= 0) break;
    const piece = part.kind === "text" ? { ...part, text: [...part.text].slice(0, room).join("") } : part;
    head.push(piece);
    room -= size(piece);
    lineRoom -= lines(piece);
  }
  return { head, more: total - head.reduce((sum, part) => sum + size(part), 0) };
}
