/** Opens a session: its row, the hello's reservations and envelope, audit and event, in one transaction. */
import type { Pool, PoolClient } from "pg";
import type { Journal, NewSession } from "../../guardian/ports";
import { keyText, shown } from "../text";
import { auditColumns, eventColumns } from "./writes";

export type Opened = Awaited<ReturnType<Journal["openSession"]>>;

// A revocation locks the key before it closes the key's sessions: none slips in behind it.
const KEY = `SELECT state FROM agent_key WHERE key_id = $1 FOR SHARE`;

const SESSION = `INSERT INTO session (key, tenant_id, session_id, session_id_lower, agent_key, key_id, terms,
    hello_request_id, hello_answer, context, parent_key, opened_at, last_step_at)
  SELECT $1, n.tenant_id, $3, n.id_lower, $5, $6, $7, $8, $9, coalesce(l.context, ''), l.parent_session_key,
    clock_timestamp(), clock_timestamp()
  FROM (SELECT $2::text AS tenant_id, $4::text AS id_lower) n
    LEFT JOIN subagent_link l ON l.tenant_id = n.tenant_id AND l.child_id_lower = n.id_lower
  ON CONFLICT (tenant_id, session_id_lower) DO NOTHING`;

const REST = `WITH reservations AS (
    INSERT INTO reservation (session_key, kind, value, at)
    SELECT $1, kind, value, clock_timestamp() FROM unnest($2::text[], $3::text[]) AS r (kind, value)
    ON CONFLICT DO NOTHING
  ), envelopes AS (
    INSERT INTO envelope (session_key, request_id, method, request, response, at)
    VALUES ($1, $4, 'handshake/hello', $5, $6, clock_timestamp())
  ), audits AS (
    INSERT INTO audit (tenant_id, actor_kind, actor_id, action, subject, session_key, detail, at)
    SELECT u.*, clock_timestamp()
    FROM unnest($7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[]) AS u
  )
  INSERT INTO event (tenant_id, topic, ref, seq, at)
  SELECT n.*, clock_timestamp() FROM unnest($14::text[], $15::text[], $16::text[], $17::int[]) AS n`;

/** `exists` when the tenant already has a session with that id, in whatever spelling. Never throws. */
export async function openSession(pool: Pool, plan: NewSession, deadlineMs: number): Promise<Opened> {
  let client: PoolClient | undefined;
  let committing = false;
  try {
    client = await pool.connect();
    await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = ${deadlineMs}`);
    const opened = await insert(client, plan);
    committing = opened.kind === "committed";
    await client.query(committing ? "COMMIT" : "ROLLBACK");
    client.release();
    return opened;
  } catch (error) {
    client?.release(true);
    if (committing && (await appeared(pool, plan.session.key))) return { kind: "committed" };
    return { kind: "failed", error: error as Error };
  }
}

/** COMMIT was not confirmed, but the key is fresh: a row under it is ours. */
async function appeared(pool: Pool, key: string): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const found = await pool.query("SELECT 1 FROM session WHERE key = $1", [key]).catch(() => null);
    if (found?.rowCount === 1) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

async function insert(client: PoolClient, plan: NewSession): Promise<Opened> {
  const { session } = plan;
  const key = await client.query<{ state: string }>(KEY, [session.keyId]);
  if (key.rows[0]?.state !== "active")
    return { kind: "failed", error: new Error("the key opens no sessions any more") };
  const values = [
    session.key,
    session.tenantId,
    session.sessionId,
    session.sessionId.toLowerCase(),
    session.agentKey,
    session.keyId,
    session.terms,
    session.helloRequestId,
    session.helloAnswer,
  ];
  const inserted = await client.query(SESSION, values);
  if (inserted.rowCount === 0) return { kind: "exists" };
  const scope = [{ tenantId: session.tenantId, audits: plan.audits, events: plan.events }];
  await client.query(REST, [
    session.key,
    plan.reservations.map((r) => r.kind),
    plan.reservations.map((r) => keyText(r.value)),
    shown(session.helloRequestId),
    plan.request,
    session.helloAnswer,
    ...auditColumns(scope),
    ...eventColumns(scope),
  ]);
  return { kind: "committed" };
}
