import { describe, expect, it } from "vitest";
import type { ChainPage, ChainRow } from "../core/read-models/sessions";
import { readWholeChain } from "./read-chain";

const row = (seq: number): ChainRow => ({ seq, entry: "{}", request: null, response: null, withheld: "erased" });

/** A server that holds these numbers and says that this many are published. */
function server(seqs: readonly number[], count: number) {
  const asked: { from: number; to?: number }[] = [];
  const read = async (range: { from: number; to?: number }): Promise<ChainPage> => {
    asked.push(range);
    const rows = seqs.filter((seq) => seq >= range.from && seq <= (range.to ?? seq)).slice(0, 250);
    // later ranges answer first
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 20 - asked.length)));
    return { rows: rows.map(row), head: { count, hash: "h", state: "open" }, keys: null };
  };
  return { asked, read };
}

async function readAll(seqs: readonly number[], count: number) {
  const { asked, read } = server(seqs, count);
  const taken: number[] = [];
  const head = await readWholeChain({ read, take: (rows) => taken.push(...rows.map((each) => each.seq)) });
  return { asked, taken, head };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

describe("reading a chain by ranges", () => {
  it("hands every entry on once and in order, although ranges come back in any order", async () => {
    const { taken, head, asked } = await readAll(numbers(1311), 1311);
    expect(taken).toEqual(numbers(1311));
    expect(head).toEqual({ count: 1311, hash: "h", state: "open" });
    expect(asked.every(({ from, to }) => to === undefined || to - from < 250)).toBe(true);
  });

  it("leaves out what is not stored and goes on behind the gap", async () => {
    const seqs = numbers(700).filter((seq) => seq < 61 || seq > 320);
    expect((await readAll(seqs, 700)).taken).toEqual(seqs);
  });

  it("reads what stands beyond the published head", async () => {
    expect((await readAll(numbers(640), 30)).taken).toEqual(numbers(640));
  });

  it("ends on an empty chain", async () => {
    expect((await readAll([], 0)).taken).toEqual([]);
  });

  it("fails when a range cannot be read", async () => {
    const { read } = server(numbers(900), 900);
    const broken = async (range: { from: number; to?: number }) => {
      if (range.from > 300) throw new Error("gone");
      return read(range);
    };
    await expect(readWholeChain({ read: broken, take: () => undefined })).rejects.toThrow("gone");
  });
});
