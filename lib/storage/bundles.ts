/** Publishing a policy bundle: stored once by digest, made current, and the epoch moved, in one transaction. */
import type { Pool } from "pg";

export interface PublishedBundle {
  readonly tenantId: string;
  /** Canonical text and its `sha256:` digest. */
  readonly content: string;
  readonly digest: string;
  readonly publishedBy: string | null;
}

/** Waits for the commits that read the epoch FOR SHARE; whatever is evaluated afterwards sees the new bundle. */
export async function publishBundle(pool: Pool, bundle: PublishedBundle): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT policy_epoch FROM tenant WHERE id = $1 FOR UPDATE", [bundle.tenantId]);
    await client.query(
      `INSERT INTO bundle (digest, tenant_id, content, version, published_by)
       SELECT $1, $2, $3, coalesce(max(version), 0) + 1, $4 FROM bundle WHERE tenant_id = $2
       ON CONFLICT (digest) DO NOTHING`,
      [bundle.digest, bundle.tenantId, bundle.content, bundle.publishedBy],
    );
    await client.query("UPDATE tenant SET bundle_digest = $2, policy_epoch = policy_epoch + 1 WHERE id = $1", [
      bundle.tenantId,
      bundle.digest,
    ]);
    await client.query(
      "INSERT INTO audit (tenant_id, actor_kind, actor_id, action, subject) VALUES ($1, $2, $3, 'policy.published', $4)",
      [bundle.tenantId, bundle.publishedBy ? "person" : "guardian", bundle.publishedBy, `bundle:${bundle.digest}`],
    );
    await client.query("INSERT INTO event (tenant_id, topic, ref) VALUES ($1, 'policy', $2)", [
      bundle.tenantId,
      bundle.digest,
    ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

export async function hasBundle(pool: Pool, tenantId: string): Promise<boolean> {
  const found = await pool.query("SELECT 1 FROM tenant WHERE id = $1 AND bundle_digest IS NOT NULL", [tenantId]);
  return found.rowCount === 1;
}
