/** Appends without the Guardian: prepared batches straight over pg, and the same steps through the journal. */
import { createHash, randomUUID } from "node:crypto";
import type pg from "pg";
import { createJournal } from "../../storage/journal";
import { addSessions, type Head, headAfter, NO_HEAD, stepPlan } from "../../testing/store-builders";

const BATCH = 32;
const SESSIONS = 64;

const RAW_APPEND = `WITH entries AS (
    INSERT INTO entry (session_key, seq, entry_id, step_id, step_type, previous_hash, entry_hash, content, decision)
    SELECT session_key, seq, id, id, 'steps/toolCallRequest', previous_hash, entry_hash, content, 'allow'
    FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[])
      AS e (session_key, seq, id, previous_hash, entry_hash, content)
    RETURNING session_key, seq, step_id, entry_hash
  ), envelopes AS (
    INSERT INTO envelope (session_key, request_id, seq, method, request, response)
    SELECT session_key, step_id, seq, 'steps/toolCallRequest', $7, $7 FROM entries
  )
  UPDATE session s SET head_seq = e.seq, head_hash = e.entry_hash FROM entries e WHERE s.key = e.session_key`;

/** Steps per second of one connection that writes entry, envelope and head of 32 sessions per transaction, checking nothing. */
export async function rawAppends(pool: pg.Pool, ms: number): Promise<number> {
  const keys = await addSessions(pool, BATCH);
  const heads = new Map<string, Head>(keys.map((key) => [key, NO_HEAD]));
  const content = JSON.stringify({ text: "x".repeat(700) });
  const client = await pool.connect();
  const until = performance.now() + ms;
  const began = performance.now();
  let steps = 0;
  try {
    while (performance.now() < until) {
      await client.query({ name: "raw-append", text: RAW_APPEND, values: rawColumns(heads, content) });
      steps += BATCH;
    }
  } finally {
    client.release();
  }
  return steps / ((performance.now() - began) / 1000);
}

function rawColumns(heads: Map<string, Head>, content: string): unknown[] {
  const rows = [...heads].map(([key, head]) => {
    const id = randomUUID();
    const previous = head.hash ?? "";
    const hash = createHash("sha256").update(previous).update(id).digest("hex");
    heads.set(key, { seq: head.seq + 1, hash });
    return { key, seq: head.seq + 1, id, previous, hash };
  });
  return [
    rows.map((row) => row.key),
    rows.map((row) => row.seq),
    rows.map((row) => row.id),
    rows.map((row) => row.previous),
    rows.map((row) => row.hash),
    rows.map(() => content),
    content,
  ];
}

/** Steps per second through the journal: 64 sessions that each commit their next step when the last is durable. */
export async function journalAppends(pool: pg.Pool, ms: number): Promise<number> {
  const journal = createJournal(pool);
  const keys = await addSessions(pool, SESSIONS);
  const policyEpoch = await epochOf(pool);
  const envelope = JSON.stringify({ text: "x".repeat(700) });
  const began = performance.now();
  const until = began + ms;
  const append = async (key: string): Promise<number> => {
    let head = NO_HEAD;
    let steps = 0;
    while (performance.now() < until) {
      const plan = stepPlan(key, head, { policyEpoch });
      const sent = { ...plan, envelope: plan.envelope && { ...plan.envelope, request: envelope, response: envelope } };
      const outcome = await journal.commit(sent);
      if (outcome.kind !== "committed") throw new Error(`the journal answered ${outcome.kind}`);
      head = headAfter(plan);
      steps += 1;
    }
    return steps;
  };
  const steps = await Promise.all(keys.map(append));
  const seconds = (performance.now() - began) / 1000;
  await journal.close();
  return steps.reduce((sum, count) => sum + count, 0) / seconds;
}

async function epochOf(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ policy_epoch: string }>("SELECT policy_epoch FROM tenant WHERE id = 'default'");
  return BigInt(rows[0]?.policy_epoch ?? 1);
}
