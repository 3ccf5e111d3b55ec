/** Reads a whole chain by ranges, a few at a time, and hands them on in order. */
import type { ChainPage, ChainRow } from "../core/read-models/sessions";

/** Small, so that the first entries are on the page at once. */
const FIRST = 60;
/** At most what the server gives at once. */
const RANGE = 250;
const IN_FLIGHT = 3;

export interface ChainReader {
  readonly read: (range: { readonly from: number; readonly to?: number }) => Promise<ChainPage>;
  readonly take: (rows: readonly ChainRow[], head: ChainPage["head"]) => void;
}

/**
 * The first head read is the one to compare with: later steps only add to it. What stands beyond it is read until a page
 * comes back empty, because a verifier must see everything that is stored.
 */
export async function readWholeChain({ read, take }: ChainReader): Promise<ChainPage["head"]> {
  const first = await read({ from: 1, to: FIRST });
  const { head } = first;
  take(first.rows, head);
  await inOrder(rangesUpTo(head.count), read, (page) => take(page.rows, head));
  for (let from = Math.max(FIRST, head.count) + 1; ; ) {
    const { rows } = await read({ from });
    const last = rows.at(-1);
    if (last === undefined) return head;
    take(rows, head);
    from = last.seq + 1;
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function rangesUpTo(count: number): readonly Range[] {
  const ranges: Range[] = [];
  for (let from = FIRST + 1; from <= count; from += RANGE) ranges.push({ from, to: Math.min(count, from + RANGE - 1) });
  return ranges;
}

async function inOrder(
  ranges: readonly Range[],
  read: (range: Range) => Promise<ChainPage>,
  take: (page: ChainPage) => void,
): Promise<void> {
  const started: Promise<ChainPage>[] = [];
  const start = () => {
    const range = ranges[started.length];
    if (range === undefined) return;
    const page = read(range);
    // Awaited in its turn; until then a failure must not count as unhandled.
    page.catch(() => undefined);
    started.push(page);
  };
  for (let at = 0; at < IN_FLIGHT; at += 1) start();
  for (let at = 0; at < ranges.length; at += 1) {
    const page = await started[at];
    if (page === undefined) return;
    start();
    take(page);
  }
}
