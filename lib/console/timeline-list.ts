/** The rows of a timeline as one list: entries by their number, and records that stand beside the chain between them. Pure. */
import type { TimelineShape } from "../core/read-models/sessions";
import { countOf, indexOfSeq, seqAt } from "./step-window";

/** An entry's number, or minus a record's. */
export type RowRef = number;

export interface Span {
  readonly first: number;
  readonly last: number;
}

export interface TimelineList {
  readonly count: number;
  at(index: number): RowRef;
  /** Where a row stands; of an entry that is not there, where it would be. -1 in an empty list. */
  indexOf(ref: RowRef): number;
  /** The entries among these rows, by their place among entries. */
  entriesIn(span: Span): Span;
  /** The records beside the chain among these rows. */
  recordsIn(span: Span): readonly number[];
}

type ListedShape = Pick<TimelineShape, "matching" | "headSeq" | "hosted">;

export function timelineList({ matching, headSeq, hosted }: ListedShape): TimelineList {
  const beside = hosted?.beside ?? [];
  const entries = countOf(matching, headSeq);
  // the index at which each record stands
  const places = beside.map(([after], at) => entriesUpTo(matching, headSeq, after) + at);
  const before = (index: number): number => firstAtLeast(places, index);
  return {
    count: entries + beside.length,
    at(index) {
      const records = before(index);
      return places[records] === index ? -(beside[records]?.[1] ?? 0) : seqAt(matching, index - records);
    },
    indexOf(ref) {
      if (ref < 0) {
        const at = beside.findIndex(([, record]) => record === -ref);
        return places[at] ?? -1;
      }
      const entry = indexOfSeq(matching, headSeq, ref);
      if (entry < 0 || entries === 0) return beside.length > 0 ? 0 : -1;
      // every record at or before it moves it on by one
      let records = 0;
      while (records < places.length && (places[records] ?? 0) <= entry + records) records += 1;
      return entry + records;
    },
    entriesIn: ({ first, last }) => ({ first: first - before(first), last: last - before(last + 1) }),
    recordsIn: ({ first, last }) => beside.slice(before(first), before(last + 1)).map(([, record]) => record),
  };
}

/** How many of the listed entries have a number up to `seq`. */
function entriesUpTo(matching: readonly number[] | null, headSeq: number, seq: number): number {
  return matching === null ? Math.min(seq, headSeq) : firstAtLeast(matching, seq + 1);
}

/** The index of the first value of an ascending list that is at least `wanted`; its length where there is none. */
function firstAtLeast(ascending: readonly number[], wanted: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
