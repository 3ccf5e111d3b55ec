/** Numbers of a measurement: rate, percentiles, mean. Times are ms unless a name says µs. */

export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not what was asked for. */
  readonly failures: number;
}

/** `latencies` of everything answered within `seconds`. */
export function summarize(latencies: readonly number[], seconds: number, failures: number): Load {
  const sorted = Float64Array.from(latencies).sort();
  return { perSecond: sorted.length / seconds, p50: percentile(sorted, 50), p99: percentile(sorted, 99), failures };
}

/** Nearest rank on sorted values; NaN when there are none. */
export function percentile(sorted: ArrayLike<number>, percent: number): number {
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** Runs `work` for about `ms` after a warm-up of a quarter of it; µs per call. */
export function timeCalls(work: (index: number) => void, ms: number): { readonly p50: number; readonly p99: number } {
  runFor(work, ms / 4);
  const spans = runFor(work, ms);
  const sorted = Float64Array.from(spans).sort();
  return { p50: percentile(sorted, 50), p99: percentile(sorted, 99) };
}

/** The same for work that is waited for; one call at least, and no warm-up but the caller's. */
export async function timeAsyncCalls(
  work: () => unknown,
  ms: number,
): Promise<{ readonly p50: number; readonly p99: number }> {
  const spans: number[] = [];
  const until = performance.now() + ms;
  do {
    const before = performance.now();
    await work();
    spans.push((performance.now() - before) * 1000);
  } while (performance.now() < until);
  const sorted = Float64Array.from(spans).sort();
  return { p50: percentile(sorted, 50), p99: percentile(sorted, 99) };
}

function runFor(work: (index: number) => void, ms: number): readonly number[] {
  const spans: number[] = [];
  const until = performance.now() + ms;
  let before = performance.now();
  for (let index = 0; before < until; index += 1) {
    work(index);
    const after = performance.now();
    spans.push((after - before) * 1000);
    before = after;
  }
  return spans;
}
