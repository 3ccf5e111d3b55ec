/** The bans that a decision must know, as a sub-select of the tenant's policy row: one statement, one snapshot. */

/** Expects `t` to be the tenant. A JSON list of Ban (lib/core/agbom/ban.ts) in a fixed order. */
export const BANS_OF_TENANT = `(SELECT coalesce(json_agg(json_build_object(
    'id', b.id, 'type', b.type, 'name', b.name, 'version_range', b.version_range, 'provider', b.provider,
    'endpoint', b.endpoint, 'digest', b.digest, 'reason', b.reason,
    'expires_at', floor(extract(epoch FROM b.expires_at) * 1000)::float8) ORDER BY b.created_at, b.id), '[]')
  FROM ban b WHERE b.tenant_id = t.id AND b.revoked_at IS NULL
    AND (b.expires_at IS NULL OR clock_timestamp() < b.expires_at))`;
