/** The differing middle of two texts, for marking it: what both share at the start and at the end stays quiet. */

export interface TextDifference {
  readonly start: string;
  readonly a: string;
  readonly b: string;
  readonly end: string;
}

/** Cuts on code points. Equal texts give two empty middles. */
export function textDifference(a: string, b: string): TextDifference {
  const left = [...a];
  const right = [...b];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  const room = Math.min(left.length, right.length) - start;
  while (end < room && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  return {
    start: left.slice(0, start).join(""),
    a: left.slice(start, left.length - end).join(""),
    b: right.slice(start, right.length - end).join(""),
    end: end === 0 ? "" : left.slice(-end).join(""),
  };
}
