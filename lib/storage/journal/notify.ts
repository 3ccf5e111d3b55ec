/** Wakes readers after a commit: topics only, gathered while the last NOTIFY is on its way. */
import type { Pool } from "pg";

export const CHANNEL = "guardian_wakeups";
/** Says "anything may have changed". */
export const EVERY_TOPIC = "*";
const SEPARATOR = "\n";
/** The server refuses payloads of 8000 bytes and more. */
const PAYLOAD_LIMIT = 7_500;

export interface Notifier {
  /** Never throws and is never waited for: a lost wake-up costs a reader one poll interval. */
  touched(topics: Iterable<string>): void;
}

export function createNotifier(pool: Pool): Notifier {
  let waiting = new Set<string>();
  let sending = false;
  const send = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    while (waiting.size > 0) {
      const topics = waiting;
      waiting = new Set();
      await pool.query("SELECT pg_notify($1, $2)", [CHANNEL, payloadOf(topics)]).catch(() => undefined);
    }
    sending = false;
  };
  return {
    touched: (topics) => {
      for (const topic of topics) waiting.add(topic);
      if (waiting.size > 0) void send();
    },
  };
}

function payloadOf(topics: ReadonlySet<string>): string {
  const text = [...topics].filter((topic) => !topic.includes("\u0000")).join(SEPARATOR);
  return Buffer.byteLength(text) > PAYLOAD_LIMIT || text === "" ? EVERY_TOPIC : text;
}

export const topicsOf = (payload: string): string[] => payload.split(SEPARATOR);
