/** Archives entries of closed sessions: the checkpoint is stored and the rows go, in one transaction. */
import type { Pool, PoolClient } from "pg";
import type { SessionArchive } from "../guardian/ports";

type Move = Parameters<SessionArchive["archive"]>[0];

export function createSessionArchive(pool: Pool): SessionArchive {
  return {
    archive: (move) => archive(pool, move),
    hashOf: async (sessionKey, seq) => {
      const text = "SELECT entry_hash FROM entry WHERE session_key = $1 AND seq = $2";
      const { rows } = await pool.query<{ entry_hash: string }>(text, [sessionKey, seq]);
      return rows[0]?.entry_hash ?? null;
    },
  };
}

async function archive(pool: Pool, move: Move): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const done = await inside(client, move);
    await client.query(done ? "COMMIT" : "ROLLBACK");
    return done;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function inside(client: PoolClient, move: Move): Promise<boolean> {
  const { sessionKey, count, entryHash } = move;
  const locked = await client.query<{ tenant_id: string }>(
    `SELECT s.tenant_id FROM session s JOIN entry e ON e.session_key = s.key AND e.seq = $2 AND e.entry_hash = $3
     WHERE s.key = $1 AND s.state = 'closed' FOR UPDATE OF s`,
    [sessionKey, count, entryHash],
  );
  const tenantId = locked.rows[0]?.tenant_id;
  if (tenantId === undefined) return false;
  await client.query(
    `INSERT INTO session_archive AS a (session_key, count, entry_hash, archive, at)
     VALUES ($1, $2, $3, $4, clock_timestamp()) ON CONFLICT (session_key) DO UPDATE
       SET count = excluded.count, entry_hash = excluded.entry_hash, archive = excluded.archive, at = excluded.at
       WHERE a.count < excluded.count`,
    [sessionKey, count, entryHash, move.archive],
  );
  await client.query("DELETE FROM envelope WHERE session_key = $1 AND (seq IS NULL OR seq <= $2)", [sessionKey, count]);
  await client.query("DELETE FROM entry WHERE session_key = $1 AND seq <= $2", [sessionKey, count]);
  await client.query(
    `INSERT INTO audit (tenant_id, actor_kind, actor_id, action, subject, session_key, detail)
     VALUES ($1, $2, $3, 'session.archived', $4, $5, $6)`,
    [
      tenantId,
      move.actorId === null ? "guardian" : "person",
      move.actorId,
      `session:${sessionKey}`,
      sessionKey,
      JSON.stringify({ count, entry_hash: entryHash }),
    ],
  );
  await client.query("INSERT INTO event (tenant_id, topic, ref) VALUES ($1, $2, $3)", [
    tenantId,
    `session:${sessionKey}`,
    sessionKey,
  ]);
  return true;
}
