/** Ranges of a string that are hidden. */

/** Half-open range of UTF-16 units of a string that is hidden. */
export type Span = readonly [start: number, end: number];

/** Sorted and without overlaps. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: [number, number][] = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
