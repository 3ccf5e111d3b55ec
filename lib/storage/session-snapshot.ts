/** A session with everything the pure stages need, in one statement and so in one snapshot. */
import type { Pool } from "pg";
import { type SessionSnapshot, StoreUnavailable } from "../guardian/ports";
import { AGENT, APPROVAL, SESSION } from "./columns";
import { isStorable } from "./text";

// A released step stays until its result comes in; a result names the step that it closes.
const SNAPSHOT = `SELECT
    (SELECT row_to_json(x) FROM (SELECT ${SESSION}) x) AS session,
    (SELECT row_to_json(x) FROM (SELECT ${AGENT}) x) AS agent,
    (SELECT coalesce(json_agg(x ORDER BY x."createdAt" DESC, x.id DESC), '[]')
      FROM (SELECT ${APPROVAL} FROM approval p WHERE p.session_key = s.key) x) AS approvals,
    (SELECT coalesce(json_agg(
        json_build_object('requestId', e.step_id, 'tool', e.tool, 'approvalId', e.approval_id, 'callRef', e.call_ref) ORDER BY e.seq), '[]')
      FROM entry e WHERE e.session_key = s.key AND e.released AND NOT EXISTS (
        SELECT 1 FROM entry r WHERE r.session_key = e.session_key AND r.result_of = e.step_id)) AS released
  FROM session s JOIN agent a ON a.key = s.agent_key`;

const BY_KEY = { name: "snapshot-by-key", text: `${SNAPSHOT} WHERE s.key = $1` };
const BY_ID = { name: "snapshot-by-id", text: `${SNAPSHOT} WHERE s.tenant_id = $1 AND s.session_id_lower = $2` };

export type SessionAddress = { readonly key: string } | { readonly tenantId: string; readonly sessionIdLower: string };

/** Null when there is no such session. */
export async function readSession(pool: Pool, address: SessionAddress): Promise<SessionSnapshot | null> {
  const values = "key" in address ? [address.key] : [address.tenantId, address.sessionIdLower];
  if (!values.every(isStorable)) return null;
  const asked = pool.query<SessionSnapshot>({ ...("key" in address ? BY_KEY : BY_ID), values });
  const { rows } = await asked.catch((error: unknown) => {
    throw new StoreUnavailable(error);
  });
  return rows[0] ?? null;
}
