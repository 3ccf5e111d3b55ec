/** Chain verification: recomputes every entry from stored bytes and names every fault at its entry (R19). */
import type { Crypto } from "../crypto";
import type { ChainAnchor, ChainFinding, ChainItem, ChainReport, EntryVerdict } from "./report";
import { type ChainOptions, ChainWalk } from "./walk";

export type { ChainAnchor, ChainFaultKind, ChainFinding, ChainItem, ChainReport, EntryVerdict } from "./report";
export type { ChainOptions, ChainStart, ChainWalk } from "./walk";

/** Starts a walk; reading the entries happens here, hashing in `verifyEntry`. */
export function openChain(c: Crypto, entries: readonly ChainItem[], options: ChainOptions = {}): ChainWalk {
  return new ChainWalk(c, entries, options);
}

/** Verifies the next entry in the order of their numbers, null after the last. A page calls this and draws in between. */
export function verifyEntry(walk: ChainWalk): EntryVerdict | null {
  return walk.next();
}

/** The report over everything walked so far, compared with the anchor. Call it when `verifyEntry` returned null. */
export function closeChain(walk: ChainWalk): ChainReport {
  const { anchor } = walk.options;
  const findings = [...walk.findings, ...(anchor === undefined ? [] : anchorFindings(walk, anchor))];
  findings.sort((a, b) => a.seq - b.seq);
  const lastSeq = walk.links.at(-1)?.item.seq ?? 0;
  return {
    findings,
    first: findings[0] ?? null,
    entries: walk.links.length,
    head: walk.head,
    beyondAnchor: anchor === undefined ? 0 : Math.max(0, lastSeq - anchor.count),
    counts: { ...walk.counts },
    shared: { ...walk.shared },
  };
}

/** All of it at once. Without an anchor a cut tail cannot be noticed. */
export function verifyChain(c: Crypto, entries: readonly ChainItem[], anchor?: ChainAnchor): ChainReport {
  const walk = openChain(c, entries, anchor === undefined ? {} : { anchor });
  while (verifyEntry(walk) !== null);
  return closeChain(walk);
}

function anchorFindings(walk: ChainWalk, { count, head }: ChainAnchor): readonly ChainFinding[] {
  const last = walk.links.at(-1);
  const lastSeq = last?.item.seq ?? 0;
  const said = `expected ${count} entries with head ${head ?? "none"}, found ${walk.links.length}`;
  const { start } = walk.options;
  const isWhole = start === undefined ? count === 0 : count === start.count && head === start.head;
  if (last === undefined) return isWhole ? [] : [{ kind: "missing", seq: 1, message: said }];
  // entries are numbered up to less than the head's count, and the head itself is not the last of them
  if (lastSeq < count) return last.hash === head ? [] : [{ kind: "truncated", seq: lastSeq + 1, message: said }];
  const anchored = walk.links.findLast((link) => link.item.seq === count);
  const isKnown = walk.findings.some((finding) => finding.seq === count);
  if (anchored?.hash === head || isKnown) return [];
  return [{ kind: "altered", seq: Math.max(count, 1), message: "this entry is not the published head" }];
}
