/** Sequence numbers in a query string: `1-100,205`. */

const MOST = 200;

/** Neighbours joined into ranges. `seqs` must ascend. */
export function formatSeqs(seqs: readonly number[]): string {
  const parts: string[] = [];
  let from: number | undefined;
  let to = 0;
  const close = () => {
    if (from !== undefined) parts.push(from === to ? String(from) : `${from}-${to}`);
  };
  for (const seq of seqs) {
    if (from !== undefined && seq === to + 1) {
      to = seq;
      continue;
    }
    close();
    from = seq;
    to = seq;
  }
  close();
  return parts.join(",");
}

/** Null for anything but at most 200 numbers from 1 up. */
export function parseSeqs(text: string): readonly number[] | null {
  if (!/^[1-9]\d{0,8}(-[1-9]\d{0,8})?(,[1-9]\d{0,8}(-[1-9]\d{0,8})?)*$/.test(text)) return null;
  const seqs: number[] = [];
  for (const part of text.split(",")) {
    const [from = 0, to = from] = part.split("-").map(Number);
    if (to < from || to - from >= MOST || seqs.length + to - from + 1 > MOST) return null;
    for (let seq = from; seq <= to; seq += 1) seqs.push(seq);
  }
  return seqs;
}
