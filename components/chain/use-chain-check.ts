"use client";
/** Fetches a chain page by page, hands it to the worker, and collects what the worker finds. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { CheckedEntry, FromWorker, ToWorker } from "@/lib/console/chain-messages";
import { type CheckedHead, checkedHeadKey } from "@/lib/console/checked-head";
import { readWholeChain } from "@/lib/console/read-chain";
import { fetchChain } from "@/lib/console/session-queries";
import type { ChainReport } from "@/lib/core/chain/report";
import type { ChainKeys, ChainPage, ChainRow } from "@/lib/core/read-models/sessions";

export interface ChainCheck {
  readonly phase: "fetching" | "computing" | "done" | "failed";
  readonly rows: readonly ChainRow[];
  readonly checked: ReadonlyMap<number, CheckedEntry>;
  readonly head: ChainPage["head"] | null;
  readonly report: ChainReport | null;
  /** Computed so far, and per second. */
  readonly done: number;
  readonly perSecond: number;
  readonly elapsedMs: number;
  readonly error: string | null;
  readonly again: () => void;
}

type State = Omit<ChainCheck, "again">;

const START: State = {
  phase: "fetching",
  rows: [],
  checked: new Map(),
  head: null,
  report: null,
  done: 0,
  perSecond: 0,
  elapsedMs: 0,
  error: null,
};

export function useChainCheck(sessionKey: string): ChainCheck {
  const [state, setState] = useState<State>(START);
  const [run, setRun] = useState(0);
  const queries = useQueryClient();
  const again = useCallback(() => setRun((count) => count + 1), []);
  const patch = useRef((change: Partial<State>) => setState((before) => ({ ...before, ...change })));
  useEffect(() => {
    // A new run is a new walk: `run` only asks for it.
    if (run >= 0) setState(START);
    const abort = new AbortController();
    const worker = new Worker(new URL("./verify-worker.ts", import.meta.url), { type: "module" });
    const started = { at: 0 };
    const checked = new Map<number, CheckedEntry>();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === "checked") {
        for (const entry of data.entries) checked.set(entry.seq, entry);
        const elapsedMs = performance.now() - started.at;
        patch.current({ checked: new Map(checked), done: data.done, elapsedMs, perSecond: rate(data.done, elapsedMs) });
        return;
      }
      const { report, elapsedMs } = data;
      queries.setQueryData<CheckedHead>(checkedHeadKey(sessionKey), {
        head: report.head,
        entries: report.entries,
        faults: report.findings.length,
      });
      patch.current({ phase: "done", report, elapsedMs, perSecond: rate(report.entries, elapsedMs) });
    };
    worker.onerror = () => patch.current({ phase: "failed", error: "The browser could not run the verifier." });
    const post = (message: ToWorker) => worker.postMessage(message);
    let keys: ChainKeys | null = null;
    readWholeChain({
      read: async (range) => {
        const page = await fetchChain(sessionKey, range, abort.signal);
        keys ??= page.keys;
        return page;
      },
      take: (rows, head) => {
        post({ type: "rows", rows });
        setState((before) => ({ ...before, rows: [...before.rows, ...rows], head }));
      },
    }).then(
      (head) => {
        started.at = performance.now();
        patch.current({ phase: "computing" });
        post({ type: "run", anchor: { count: head.count, head: head.hash }, keys });
      },
      (error: unknown) => {
        if (!abort.signal.aborted)
          patch.current({ phase: "failed", error: error instanceof Error ? error.message : "unreadable" });
      },
    );
    return () => {
      abort.abort();
      worker.terminate();
    };
  }, [sessionKey, run, queries]);
  return { ...state, again };
}

const rate = (entries: number, ms: number): number => (ms <= 0 ? 0 : Math.round((entries * 1000) / ms));
