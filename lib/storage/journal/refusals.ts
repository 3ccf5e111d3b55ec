/** Writes refusals behind the answer, in bulk. Bounded: a flood of refused messages costs counts, never memory. */
import type { Pool } from "pg";
import type { RefusalWrite } from "../../guardian/ports";
import { shown } from "../text";

const INSERT = `INSERT INTO refusal (tenant_id, code, reason, method, key_id, session_id, session_key, body_bytes, body_hash, at)
  SELECT tenant_id, code, reason, method, key_id, session_id, session_key, body_bytes, body_hash, to_timestamp(at / 1000)
  FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::text[],
    $10::float8[]) AS r (tenant_id, code, reason, method, key_id, session_id, session_key, body_bytes, body_hash, at)`;

const QUEUE_LIMIT = 20_000;
const BATCH = 500;
const GATHER_MS = 25;
/** Texts of strangers: the row is a record of a refusal, not of what they sent. */
const TEXT_LIMIT = 256;

export interface Refusals {
  add(row: RefusalWrite): void;
  flush(): Promise<void>;
  /** Rows that could not be written, or found the queue full. */
  lost(): number;
}

interface Timed extends RefusalWrite {
  readonly at: number;
}

export function createRefusals(pool: Pool): Refusals {
  let queue: Timed[] = [];
  let lost = 0;
  let running: Promise<void> | null = null;

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH);
      queue = queue.slice(BATCH);
      const written = await write(pool, batch).catch(() => write(pool, batch).catch(() => false));
      if (!written) lost += batch.length;
    }
    running = null;
  };

  return {
    add: (row) => {
      if (queue.length >= QUEUE_LIMIT) {
        lost += 1;
        return;
      }
      queue.push({ ...row, at: Date.now() });
      running ??= new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS)).then(drain);
    },
    flush: async () => {
      while (running) await running;
    },
    lost: () => lost,
  };
}

async function write(pool: Pool, rows: readonly Timed[]): Promise<true> {
  const text = (value: string | null | undefined) => shown(value)?.slice(0, TEXT_LIMIT) ?? null;
  await pool.query({
    name: "journal-refusals",
    text: INSERT,
    values: [
      rows.map((r) => r.tenantId ?? null),
      rows.map((r) => r.code),
      rows.map((r) => text(r.reason)),
      rows.map((r) => text(r.method)),
      rows.map((r) => text(r.keyId)),
      rows.map((r) => text(r.sessionId)),
      rows.map((r) => r.sessionKey ?? null),
      rows.map((r) => r.bodyBytes),
      rows.map((r) => r.bodyHash),
      rows.map((r) => r.at),
    ],
  });
  return true;
}
