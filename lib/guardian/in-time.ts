/** Waiting that ends: an agent that hears nothing goes on without a decision (ACS §6.4). */
import { StoreUnavailable } from "./ports";

/** Rejects with StoreUnavailable after `ms`; the work itself goes on, and what becomes of it is nobody's error. */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  const limit = alarm(ms);
  try {
    const late = limit.rings.then(() => {
      throw new StoreUnavailable("no answer in time");
    });
    return await Promise.race([work, late]);
  } finally {
    limit.stop();
  }
}

export interface Alarm {
  /** Resolves after the time; stays open when the alarm was stopped before. */
  readonly rings: Promise<null>;
  readonly stop: () => void;
}

export function alarm(ms: number): Alarm {
  let timer: NodeJS.Timeout | undefined;
  const rings = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  return { rings, stop: () => clearTimeout(timer) };
}
