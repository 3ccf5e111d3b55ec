/** Recomputes a chain beside the page, so that the page stays quick while thousands of entries are hashed. */
import type { CheckedEntry, FromWorker, ToWorker } from "@/lib/console/chain-messages";
import { closeChain, openChain, verifyEntry } from "@/lib/core/chain/verify";
import { nobleCrypto } from "@/lib/core/crypto-noble";
import type { ChainRow } from "@/lib/core/read-models/sessions";

/** How long to compute before telling the page. */
const SLICE_MS = 60;

const rows: ChainRow[] = [];
const say = (message: FromWorker): void => self.postMessage(message);

self.onmessage = (event: MessageEvent<ToWorker>) => {
  if (event.data.type === "rows") rows.push(...event.data.rows);
  else run(event.data.anchor);
};

function run(anchor: { readonly count: number; readonly head: string | null }): void {
  const started = performance.now();
  const walk = openChain(nobleCrypto, rows, { anchor });
  let entries: CheckedEntry[] = [];
  let told = performance.now();
  const tell = () => {
    say({ type: "checked", entries, done: walk.at, total: rows.length });
    entries = [];
    told = performance.now();
  };
  for (let verdict = verifyEntry(walk); verdict !== null; verdict = verifyEntry(walk)) {
    entries.push({ seq: verdict.seq, computed: verdict.entryHash, findings: verdict.findings });
    if (performance.now() - told > SLICE_MS) tell();
  }
  tell();
  say({ type: "report", report: closeChain(walk), elapsedMs: performance.now() - started });
}
