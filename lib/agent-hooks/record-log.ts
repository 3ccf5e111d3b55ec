/** §10.3: delivery of records: the sink first, whatever it throws swallowed, then a bounded buffer that counts its losses. */
import type { InterceptionRecord } from "./types";

export interface RecordLog {
  deliver(record: InterceptionRecord): InterceptionRecord;
  readonly recent: readonly InterceptionRecord[];
  readonly dropped: number;
}

export function createRecordLog(kept: number, sink: ((record: InterceptionRecord) => unknown) | undefined): RecordLog {
  const recent: InterceptionRecord[] = [];
  let dropped = 0;
  return {
    deliver(made) {
      const record = frozen(made);
      hand(sink, record);
      recent.push(record);
      for (; recent.length > kept; dropped += 1) recent.shift();
      return record;
    },
    get recent() {
      return [...recent];
    },
    get dropped() {
      return dropped;
    },
  };
}

/** What a sink does to its record changes nothing that others read. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

/** A sink that fails, at once or later, changes no decision. */
function hand(sink: ((record: InterceptionRecord) => unknown) | undefined, record: InterceptionRecord): void {
  if (!sink) return;
  try {
    Promise.resolve(sink(record)).catch(() => {});
  } catch {
    // swallowed: the record stays in the buffer
  }
}
