/** Rows of bans as a change writes them; a change moves the tenant's policy epoch with it. Decisions read them by policy-bans.ts. */
import type { PoolClient } from "pg";
import type { BanTerms } from "../core/admin/ban-input";
import type { Ban, ComponentType } from "../core/agbom/ban";
import type { BanPreview } from "../core/read-models/bans";
import { previewOf } from "./ban-preview";
import { shown } from "./text";

export interface StoredBan {
  readonly id: string;
  readonly terms: BanTerms;
  readonly revision: number;
  readonly revoked: boolean;
  readonly expired: boolean;
}

interface BanRow {
  readonly id: string;
  readonly type: ComponentType | null;
  readonly name: string | null;
  readonly version_range: string | null;
  readonly provider: string | null;
  readonly endpoint: string | null;
  readonly digest: string | null;
  readonly reason: string;
  readonly expires_at: number | null;
  readonly revision: number;
  readonly revoked: boolean;
  readonly expired: boolean;
}

const IN_FORCE = "tenant_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR clock_timestamp() < expires_at)";

const COLUMNS_READ = `id, type, name, version_range, provider, endpoint, digest, reason, revision,
    floor(extract(epoch FROM expires_at) * 1000)::float8 AS expires_at, revoked_at IS NOT NULL AS revoked,
    coalesce(expires_at <= clock_timestamp(), false) AS expired`;

const LOCK = `SELECT ${COLUMNS_READ} FROM ban WHERE id = $1 AND tenant_id = $2 FOR UPDATE`;

const INSERT = `INSERT INTO ban (id, tenant_id, type, name, version_range, provider, endpoint, digest, reason, expires_at,
    created_by, created_at)
  SELECT b.id, $1, b.type, b.name, b.version_range, b.provider, b.endpoint, b.digest, b.reason,
    to_timestamp(b.expires_at / 1000), $2, clock_timestamp()
  FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::float8[])
    AS b (id, type, name, version_range, provider, endpoint, digest, reason, expires_at)`;

const UPDATE = `UPDATE ban SET type = $3, name = $4, version_range = $5, provider = $6, endpoint = $7, digest = $8,
    reason = $9, expires_at = to_timestamp($10::float8 / 1000), revision = revision + 1
  WHERE id = $1 AND tenant_id = $2`;

/** Rows of bans for one admin transaction. */
export function banRows(client: PoolClient, tenantId: string) {
  return {
    lockBan: async (id: string): Promise<StoredBan | null> => {
      const row = (await client.query<BanRow>(LOCK, [shown(id), tenantId])).rows[0];
      return row ? stored(row) : null;
    },
    insertBans: async (bans: readonly { id: string; terms: BanTerms }[], createdBy: string | null): Promise<void> => {
      const column = (read: (terms: BanTerms) => unknown) => bans.map(({ terms }) => read(terms));
      await client.query(INSERT, [tenantId, createdBy, bans.map(({ id }) => id), ...COLUMNS.map(column)]);
    },
    updateBan: async (id: string, terms: BanTerms): Promise<void> => {
      await client.query(UPDATE, [id, tenantId, ...COLUMNS.map((read) => read(terms))]);
    },
    revokeBan: async (id: string): Promise<void> => {
      await client.query(
        "UPDATE ban SET revoked_at = clock_timestamp(), revision = revision + 1 WHERE id = $1 AND tenant_id = $2",
        [id, tenantId],
      );
    },
    countBans: async (): Promise<number> => {
      const sql = `SELECT count(*)::int AS count FROM ban WHERE ${IN_FORCE}`;
      return (await client.query<{ count: number }>(sql, [tenantId])).rows[0]?.count ?? 0;
    },
    bansInForce: async (): Promise<readonly BanTerms[]> => {
      const sql = `SELECT ${COLUMNS_READ} FROM ban WHERE ${IN_FORCE} ORDER BY created_at, id`;
      return (await client.query<BanRow>(sql, [tenantId])).rows.map((row) => stored(row).terms);
    },
    previewBan: (ban: Ban): Promise<BanPreview> => previewOf(client, tenantId, ban),
    /** Waits for the commits that read the epoch FOR SHARE; whatever is evaluated afterwards sees the change. */
    movePolicyEpoch: async (): Promise<void> => {
      await client.query("UPDATE tenant SET policy_epoch = policy_epoch + 1 WHERE id = $1", [tenantId]);
    },
    /** ms since the epoch, database clock. */
    databaseNow: async (): Promise<number> => {
      const sql = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now";
      return (await client.query<{ now: number }>(sql)).rows[0]?.now ?? 0;
    },
  };
}

const COLUMNS: readonly ((terms: BanTerms) => unknown)[] = [
  (terms) => terms.type,
  (terms) => shown(terms.name),
  (terms) => shown(terms.versionRange),
  (terms) => shown(terms.provider),
  (terms) => shown(terms.endpoint),
  (terms) => shown(terms.digest),
  (terms) => shown(terms.reason),
  (terms) => terms.expiresAt,
];

const stored = (row: BanRow): StoredBan => ({
  id: row.id,
  terms: {
    type: row.type,
    name: row.name,
    versionRange: row.version_range,
    provider: row.provider,
    endpoint: row.endpoint,
    digest: row.digest,
    reason: row.reason,
    expiresAt: row.expires_at,
  },
  revision: row.revision,
  revoked: row.revoked,
  expired: row.expired,
});
