/** Windows of timeline rows: which sequence numbers belong to which request for rows. Pure. */

export const WINDOW = 100;

/** The number at an index of the list: of the matching ones, or simply the next. */
export const seqAt = (matching: readonly number[] | null, index: number): number =>
  matching === null ? index + 1 : (matching[index] ?? 0);

export const countOf = (matching: readonly number[] | null, headSeq: number): number =>
  matching === null ? headSeq : matching.length;

/** Where a number stands in the list, or where it would be inserted; -1 for an empty list. */
export function indexOfSeq(matching: readonly number[] | null, headSeq: number, seq: number): number {
  if (matching === null) return Math.min(headSeq, Math.max(1, seq)) - 1;
  let low = 0;
  let high = matching.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matching[middle] ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return matching.length === 0 ? -1 : low;
}

/** The numbers of each window that the visible indices touch. A window of an unfiltered list may reach past the head. */
export function windowsFor(
  matching: readonly number[] | null,
  visible: { readonly first: number; readonly last: number },
): readonly (readonly number[])[] {
  if (visible.last < visible.first) return [];
  const windows: (readonly number[])[] = [];
  for (let window = Math.floor(visible.first / WINDOW); window <= Math.floor(visible.last / WINDOW); window += 1) {
    const start = window * WINDOW;
    windows.push(
      matching === null
        ? Array.from({ length: WINDOW }, (_, offset) => start + offset + 1)
        : matching.slice(start, start + WINDOW),
    );
  }
  return windows.filter((seqs) => seqs.length > 0);
}
