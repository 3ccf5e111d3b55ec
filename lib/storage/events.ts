/** The live feed: committed events in an order that no later commit can get in front of. */
import type { Pool } from "pg";

export interface StoredEvent {
  /** Where to go on after this event: `<epoch>.<xid>.<id>` */
  readonly cursor: string;
  readonly topic: string;
  readonly ref: string | null;
  readonly seq: number | null;
}

/**
 * `snapshot`: the cursor is missing, of another store epoch, or older than what is kept. The reader takes its data afresh and
 * goes on from the cursor given, which stands before whatever that fresh reading may have missed.
 */
export type EventPage =
  | { readonly kind: "events"; readonly events: readonly StoredEvent[]; readonly cursor: string }
  | { readonly kind: "snapshot"; readonly cursor: string };

export interface EventQuery {
  readonly tenantId: string;
  readonly after: string | null;
  /** Default 200. A full page means that there may be more. */
  readonly limit?: number;
}

interface Position {
  readonly xid: string;
  readonly id: string;
}

// Only below the oldest running transaction: what is still to commit has a higher xid and comes later.
const READ = `SELECT (SELECT epoch FROM store) AS epoch,
    EXISTS (SELECT 1 FROM event WHERE tenant_id = $1 AND (xid, id) <= ($2::xid8, $3::bigint)
      AND $2::xid8 < pg_snapshot_xmin(pg_current_snapshot())) AS known,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT xid::text AS xid, id::text AS id, topic, ref, seq FROM event
      WHERE tenant_id = $1 AND (xid, id) > ($2::xid8, $3::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
      ORDER BY event.xid, event.id LIMIT $4) x) AS events`;

const HEAD = `SELECT (SELECT epoch FROM store) AS epoch, xid::text AS xid, id::text AS id FROM event
  WHERE tenant_id = $1 AND xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY event.xid DESC, event.id DESC LIMIT 1`;

export async function readEvents(pool: Pool, query: EventQuery): Promise<EventPage> {
  const at = query.after === null ? null : parse(query.after);
  if (!at) return { kind: "snapshot", cursor: await headCursor(pool, query.tenantId) };
  const { rows } = await pool.query<{ epoch: string; known: boolean; events: (StoredEvent & Position)[] }>({
    name: "events-read",
    text: READ,
    values: [query.tenantId, at.xid, at.id, query.limit ?? 200],
  });
  const page = rows[0];
  if (!page?.known || page.epoch !== at.epoch) {
    return { kind: "snapshot", cursor: await headCursor(pool, query.tenantId) };
  }
  const events = page.events.map((row) => ({
    cursor: `${page.epoch}.${row.xid}.${row.id}`,
    topic: row.topic,
    ref: row.ref,
    seq: row.seq,
  }));
  return { kind: "events", events, cursor: events[events.length - 1]?.cursor ?? query.after ?? "" };
}

/** The newest position that readers may stand on. */
export async function headCursor(pool: Pool, tenantId: string): Promise<string> {
  const { rows } = await pool.query<Position & { epoch: string }>({
    name: "events-head",
    text: HEAD,
    values: [tenantId],
  });
  const row = rows[0];
  if (row) return `${row.epoch}.${row.xid}.${row.id}`;
  const store = await pool.query<{ epoch: string }>("SELECT epoch FROM store");
  return `${store.rows[0]?.epoch ?? "none"}.0.0`;
}

const CURSOR = /^([^.]{1,64})\.(\d{1,19})\.(\d{1,18})$/;

function parse(cursor: string): (Position & { readonly epoch: string }) | null {
  const [, epoch, xid, id] = CURSOR.exec(cursor) ?? [];
  return epoch && xid && id ? { epoch, xid, id } : null;
}

// The newest pruned row of each tenant stays as the mark that everything before it is gone.
const PRUNE = `DELETE FROM event e USING (
    SELECT DISTINCT ON (tenant_id) tenant_id, xid, id FROM event
    WHERE at < clock_timestamp() - make_interval(secs => $1) AND xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY tenant_id, xid DESC, id DESC
  ) mark WHERE e.tenant_id = mark.tenant_id AND (e.xid, e.id) < (mark.xid, mark.id)`;

/** Removes events older than that; readers that stood before them are told to take a snapshot. Returns how many went. */
export async function pruneEvents(pool: Pool, olderThanS: number): Promise<number> {
  const { rowCount } = await pool.query(PRUNE, [olderThanS]);
  return rowCount ?? 0;
}
