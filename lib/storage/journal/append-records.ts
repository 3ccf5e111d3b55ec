/** Appends to a session's chain of host records: one transaction that holds the session's row. */
import type { Pool, PoolClient } from "pg";
import type { HostRecordRow, KnownRecords, RecordsPlan, RecordsWrite } from "../../guardian/ports";
import { shown } from "../text";
import { auditColumns, eventColumns } from "./writes";

const LOCK = `SELECT head_hash, clock_timestamp() AS now FROM session WHERE key = $1 AND tenant_id = $2 FOR UPDATE`;

// An entry is there when the next one follows it, or when it is the head: both are found by an index.
const KNOWN = `SELECT 'head' AS what, record_hash AS a, seq AS n FROM
    (SELECT record_hash, seq FROM host_record WHERE session_key = $1 ORDER BY seq DESC LIMIT 1) h
  UNION ALL SELECT 'last', NULL, max(sequence) FROM host_record WHERE session_key = $1
  UNION ALL SELECT 'digest', digest, 0 FROM host_record WHERE session_key = $1 AND digest = ANY($2)
  UNION ALL SELECT 'emission', interception_point, sequence FROM host_record
    WHERE session_key = $1 AND sequence = ANY($3) AND sequence >= 0
  UNION ALL SELECT 'entry', previous_hash, 0 FROM entry WHERE session_key = $1 AND previous_hash = ANY($4)`;

const INSERT = `WITH records AS (
    INSERT INTO host_record (session_key, seq, sequence, interception_point, mode, decision, reason, resolved_by, decided_by,
      tool, input_identity, enforced_identity, identity_provider, entry_hash, digest, content, previous_hash, record_hash, at)
    SELECT $1, r.*, clock_timestamp() FROM unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[],
      $8::text[], $9::int[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
      $17::text[], $18::text[]) AS r
  ), audits AS (
    INSERT INTO audit (tenant_id, actor_kind, actor_id, action, subject, session_key, detail, at)
    SELECT u.*, clock_timestamp()
    FROM unnest($19::text[], $20::text[], $21::text[], $22::text[], $23::text[], $24::text[], $25::text[]) AS u
  )
  INSERT INTO event (tenant_id, topic, ref, seq, at)
  SELECT n.*, clock_timestamp() FROM unnest($26::text[], $27::text[], $28::text[], $29::int[]) AS n`;

export type Appended<W> =
  | { readonly kind: "committed"; readonly written: W }
  | { readonly kind: "failed"; readonly error: Error };

/** Never rejects. What was not confirmed is `failed`: the same records may be sent again. */
export async function appendRecords<W extends RecordsWrite>(
  pool: Pool,
  plan: RecordsPlan<W>,
  deadlineMs: number,
): Promise<Appended<W>> {
  let client: PoolClient | undefined;
  try {
    client = await pool.connect();
    await client.query(
      `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = ${deadlineMs};
       SET LOCAL lock_timeout = ${Math.ceil(deadlineMs * 0.75)}`,
    );
    const written = await append(client, plan);
    await client.query("COMMIT");
    client.release();
    return { kind: "committed", written };
  } catch (error) {
    client?.release(true);
    return { kind: "failed", error: error as Error };
  }
}

async function append<W extends RecordsWrite>(client: PoolClient, plan: RecordsPlan<W>): Promise<W> {
  const { sessionKey, tenantId } = plan;
  const locked = await client.query<{ head_hash: string | null; now: Date }>(LOCK, [sessionKey, tenantId]);
  const session = locked.rows[0];
  if (!session) throw new Error("there is no such session");
  const written = plan.build(await known(client, plan, session));
  await client.query(INSERT, [
    sessionKey,
    ...columns(written.rows),
    ...auditColumns([{ tenantId, audits: written.audits }]),
    ...eventColumns([{ tenantId, events: written.events }]),
  ]);
  return written;
}

async function known(
  client: PoolClient,
  plan: Pick<RecordsPlan<RecordsWrite>, "sessionKey" | "digests" | "sequences" | "entryHashes">,
  session: { readonly head_hash: string | null; readonly now: Date },
): Promise<KnownRecords> {
  const values = [plan.sessionKey, plan.digests, plan.sequences, plan.entryHashes];
  const { rows } = await client.query<{ what: string; a: string | null; n: number | null }>(KNOWN, values);
  const of = (what: string) => rows.filter((row) => row.what === what);
  const head = of("head")[0];
  const entries = new Set(of("entry").map((row) => String(row.a)));
  if (session.head_hash !== null) entries.add(session.head_hash);
  return {
    head: { seq: head?.n ?? 0, hash: head?.a ?? null },
    lastSequence: of("last")[0]?.n ?? -1,
    digests: new Set(of("digest").map((row) => String(row.a))),
    emissions: new Set(of("emission").map((row) => `${row.n} ${row.a}`)),
    entries,
    at: session.now.getTime(),
  };
}

const columns = (rows: readonly HostRecordRow[]): unknown[][] => [
  rows.map((r) => r.seq),
  rows.map((r) => r.sequence),
  rows.map((r) => r.interceptionPoint),
  rows.map((r) => r.mode),
  rows.map((r) => r.decision),
  rows.map((r) => shown(r.reason)),
  rows.map((r) => r.resolvedBy),
  rows.map((r) => r.decidedBy),
  rows.map((r) => shown(r.tool)),
  rows.map((r) => shown(r.inputIdentity)),
  rows.map((r) => shown(r.enforcedIdentity)),
  rows.map((r) => shown(r.identityProvider)),
  rows.map((r) => r.entryHash),
  rows.map((r) => r.digest),
  rows.map((r) => r.content),
  rows.map((r) => r.previousHash),
  rows.map((r) => r.recordHash),
];
