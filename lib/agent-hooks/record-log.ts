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
    deliver(record) {
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

/** A sink that fails, at once or later, changes no decision. */
function hand(sink: ((record: InterceptionRecord) => unknown) | undefined, record: InterceptionRecord): void {
  if (!sink) return;
  try {
    Promise.resolve(sink(record)).catch(() => {});
  } catch {
    // swallowed: the record stays in the buffer
  }
}
