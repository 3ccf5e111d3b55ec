/** Calls one after the other, each waited for, and what one costs. */
import { timeAsyncCalls } from "./measure";
import type { LoadPlan } from "./protocol";

export interface CallCost {
  readonly what: string;
  /** ms */
  readonly p50: number;
  readonly p99: number;
}

/** A Guardian that listens, and an agent of its. */
export interface Asked {
  readonly url: string;
  readonly agent: LoadPlan["agent"];
  /** For each row. */
  readonly ms: number;
}

/** Timed after a quarter of the time for warming up; at least one call of each. */
export async function callCost(what: string, { ms }: Pick<Asked, "ms">, call: () => unknown): Promise<CallCost> {
  await timeAsyncCalls(call, ms / 4);
  const { p50, p99 } = await timeAsyncCalls(call, ms);
  return { what, p50: p50 / 1000, p99: p99 / 1000 };
}
