/** Rows for the growth bench, written by SQL as copies of real ones: entries, messages, reservations, provenance. */
import type pg from "pg";

/** Rows of the last step, once for each number of `n` and session of `s`. Hashes are unique, and no chain is claimed. */
const COPIES = `
  WITH s AS (%SESSIONS%),
  last AS (SELECT * FROM entry WHERE session_key = $1 ORDER BY seq DESC LIMIT 1),
  message AS (SELECT v.* FROM envelope v JOIN last ON v.session_key = last.session_key AND v.seq = last.seq),
  made AS (
    SELECT s.key, s.base + g AS seq, gen_random_uuid()::text AS id,
      CASE WHEN s.base + g = 1 THEN '' WHEN g = 1 THEN s.head ELSE md5(s.key || (s.base + g - 1)) || md5(s.key) END AS previous,
      md5(s.key || (s.base + g)) || md5(s.key) AS hash
    FROM s, generate_series(1, $2::int) g
  ),
  entries AS (
    INSERT INTO entry (session_key, seq, entry_id, step_id, step_type, previous_hash, entry_hash, content, decision,
      reason_codes, action_digest, tool, bundle_digest, latency_us)
    SELECT made.key, made.seq, made.id, made.id, last.step_type, made.previous, made.hash, last.content, last.decision,
      last.reason_codes, last.action_digest, last.tool, last.bundle_digest, last.latency_us
    FROM made, last
  ),
  messages AS (
    INSERT INTO envelope (session_key, request_id, seq, method, request, response)
    SELECT made.key, made.id, made.seq, message.method, message.request, message.response FROM made, message
  ),
  reserved AS (
    INSERT INTO reservation (session_key, kind, value)
    SELECT made.key, kind, made.id FROM made, (VALUES ('request_id'), ('nonce')) AS k (kind)
  ),
  nodes AS (
    INSERT INTO provenance_node (session_key, provenance_id, step_id, content)
    SELECT made.key, made.id, made.id, n.content
    FROM made, (SELECT content FROM provenance_node WHERE session_key = $1 LIMIT 1) n
  )
  UPDATE session SET head_seq = heads.seq, head_hash = md5(heads.key || heads.seq) || md5(heads.key)
  FROM (SELECT key, max(seq) AS seq FROM made GROUP BY key) heads WHERE session.key = heads.key`;

/** Rows of one statement, so that no transaction becomes very large. */
const AT_ONCE = 50_000;

/** Lets an open session have `steps` more entries than it has. */
export async function lengthenSession(pool: pg.Pool, sessionId: string, steps: number): Promise<void> {
  const own = "SELECT key, head_seq AS base, head_hash AS head FROM session WHERE key = $1";
  const found = await pool.query<{ key: string }>("SELECT key FROM session WHERE session_id = $1", [sessionId]);
  const key = found.rows[0]?.key;
  for (let left = steps; left > 0; left -= AT_ONCE) {
    await pool.query(COPIES.replace("%SESSIONS%", own), [key, Math.min(left, AT_ONCE)]);
  }
  await pool.query("ANALYZE");
}

const PER_SESSION = 100;

/** Sessions of a hundred entries each, closed, until there are so many entries. */
export async function fillStore(
  pool: pg.Pool,
  { entries, sessionKey }: { readonly entries: number; readonly sessionKey: string },
): Promise<void> {
  for (let left = entries; left > 0; left -= AT_ONCE) {
    const sessions = Math.ceil(Math.min(left, AT_ONCE) / PER_SESSION);
    const { rows } = await pool.query<{ key: string }>(CLOSED_SESSIONS, [sessionKey, sessions]);
    const keys = rows.map(({ key }) => key);
    await pool.query(COPIES.replace("%SESSIONS%", OTHERS), [sessionKey, PER_SESSION, keys]);
  }
  await pool.query("ANALYZE");
}

const OTHERS = "SELECT key, 0 AS base, NULL::text AS head FROM unnest($3::text[]) AS k (key)";

const CLOSED_SESSIONS = `INSERT INTO session (key, tenant_id, session_id, session_id_lower, agent_key, key_id, state, terms,
    hello_request_id, hello_answer, context, closed_at, close_reason)
  SELECT gen_random_uuid(), s.tenant_id, i.id, i.id, s.agent_key, s.key_id, 'closed', s.terms, gen_random_uuid(),
    s.hello_answer, s.context, clock_timestamp(), 'completed'
  FROM session s, (SELECT gen_random_uuid()::text AS id FROM generate_series(1, $2::int)) i WHERE s.key = $1
  RETURNING key`;
