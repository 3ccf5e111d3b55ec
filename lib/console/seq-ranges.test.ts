import { describe, expect, it } from "vitest";
import { formatSeqs, parseSeqs } from "./seq-ranges";

describe("sequence numbers in an address", () => {
  it("join neighbours and come back the same", () => {
    const seqs = [1, 2, 3, 7, 9, 10];
    expect(formatSeqs(seqs)).toBe("1-3,7,9-10");
    expect(parseSeqs("1-3,7,9-10")).toEqual(seqs);
  });

  it("are refused when they are no numbers or too many", () => {
    for (const text of ["", "0", "1-", "a", "3-1", "1-201", "1-100,200-301", "1;2", "99999999999"]) {
      expect(parseSeqs(text), text).toBeNull();
    }
  });
});
