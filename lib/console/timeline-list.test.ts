import { describe, expect, it } from "vitest";
import type { HostedSession } from "../core/read-models/host-records";
import { timelineList } from "./timeline-list";

const hosted = (...beside: [number, number][]): HostedSession => ({
  host: null,
  records: beside.length,
  head: null,
  gaps: [],
  disagreements: 0,
  unenforced: 0,
  beside,
});

const all = (list: ReturnType<typeof timelineList>) => Array.from({ length: list.count }, (_, at) => list.at(at));

describe("the rows of a timeline", () => {
  it("are the entries alone where nothing stands beside them", () => {
    const list = timelineList({ matching: null, headSeq: 3 });
    expect(all(list)).toEqual([1, 2, 3]);
    expect(list.entriesIn({ first: 0, last: 2 })).toEqual({ first: 0, last: 2 });
    expect(timelineList({ matching: [], headSeq: 3 }).indexOf(2)).toBe(-1);
  });

  it("hold each record after its entry", () => {
    const list = timelineList({ matching: null, headSeq: 3, hosted: hosted([0, 9], [1, 4], [1, 5], [3, 7]) });
    expect(all(list)).toEqual([-9, 1, -4, -5, 2, 3, -7]);
    for (const [index, ref] of all(list).entries()) expect(list.indexOf(ref)).toBe(index);
  });

  it("keep the places of records among filtered entries", () => {
    const list = timelineList({ matching: [2, 8], headSeq: 9, hosted: hosted([1, 1], [5, 2], [9, 3]) });
    expect(all(list)).toEqual([-1, 2, -2, 8, -3]);
    expect(list.indexOf(8)).toBe(3);
    expect(list.indexOf(5)).toBe(3);
  });

  it("hold records alone where no entry matches", () => {
    const list = timelineList({ matching: [], headSeq: 9, hosted: hosted([4, 1], [6, 2]) });
    expect(all(list)).toEqual([-1, -2]);
    expect(list.indexOf(-2)).toBe(1);
  });

  it("tell the entries and records of a window apart", () => {
    const list = timelineList({ matching: null, headSeq: 4, hosted: hosted([1, 4], [2, 5]) });
    expect(all(list)).toEqual([1, -4, 2, -5, 3, 4]);
    expect(list.entriesIn({ first: 1, last: 4 })).toEqual({ first: 1, last: 2 });
    expect(list.recordsIn({ first: 1, last: 4 })).toEqual([4, 5]);
    expect(list.recordsIn({ first: 2, last: 2 })).toEqual([]);
    expect(list.entriesIn({ first: 1, last: 1 })).toEqual({ first: 1, last: 0 });
  });
});
