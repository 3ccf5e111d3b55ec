/** Recomputes a chain beside the page, so that the page stays quick while thousands of entries are hashed. */
import type { CheckedEntry, FromWorker, ToWorker } from "@/lib/console/chain-messages";
import { closeChain, openChain, verifyEntry } from "@/lib/core/chain/verify";
import { nobleCrypto } from "@/lib/core/crypto-noble";
import type { ChainKey, ChainKeys, ChainRow } from "@/lib/core/read-models/sessions";
import { isPublicKeyAlgorithm } from "@/lib/core/signing/algorithms";
import { readPublicKey, type VerifyingKey } from "@/lib/core/signing/registry";

/** How long to compute before telling the page. */
const SLICE_MS = 60;

const rows: ChainRow[] = [];
const say = (message: FromWorker): void => self.postMessage(message);

self.onmessage = (event: MessageEvent<ToWorker>) => {
  if (event.data.type === "rows") rows.push(...event.data.rows);
  else run(event.data.anchor, event.data.keys);
};

/** By key_id; a key that this browser cannot read leaves its signatures unchecked. */
function keysOf(keys: readonly ChainKey[] = []): ReadonlyMap<string, VerifyingKey> {
  const read = new Map<string, VerifyingKey>();
  for (const { keyId, algorithm, publicKey } of keys) {
    const key = isPublicKeyAlgorithm(algorithm) ? readPublicKey(algorithm, publicKey) : null;
    if (key?.ok) read.set(keyId, key.value);
  }
  return read;
}

function run(anchor: { readonly count: number; readonly head: string | null }, keys: ChainKeys | null): void {
  const started = performance.now();
  const walk = openChain(nobleCrypto, rows, {
    anchor,
    agentKeys: keysOf(keys?.agent),
    guardianKeys: keysOf(keys?.guardian),
  });
  let entries: CheckedEntry[] = [];
  let told = performance.now();
  const tell = () => {
    say({ type: "checked", entries, done: walk.at, total: rows.length });
    entries = [];
    told = performance.now();
  };
  for (let verdict = verifyEntry(walk); verdict !== null; verdict = verifyEntry(walk)) {
    const { seq, entryHash, findings, signatures } = verdict;
    entries.push({ seq, computed: entryHash, findings, signatures });
    if (performance.now() - told > SLICE_MS) tell();
  }
  tell();
  say({ type: "report", report: closeChain(walk), elapsedMs: performance.now() - started });
}
