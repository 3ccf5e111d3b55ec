/** The sessions that started one another: parents upwards, and everything below. */
import type { PrismaClient } from "../../../prisma/generated/client";
import type { StorySession } from "../../core/read-models/session-story";

const LIMIT = 200;
const DEPTH = 32;

interface Row {
  readonly key: string;
  readonly parent_key: string | null;
  readonly session_id: string;
  readonly name: string;
  readonly state: string;
  readonly close_reason: string | null;
  readonly head_seq: number;
}

/** Empty for a session without parent and children. UNION keeps a circle from going on for ever. */
export async function sessionFamily(
  prisma: PrismaClient,
  { tenantId, key }: { readonly tenantId: string; readonly key: string },
): Promise<readonly StorySession[]> {
  const rows = await prisma.$queryRaw<Row[]>`
    WITH RECURSIVE up AS (
      SELECT key, parent_key, 0 AS depth FROM session WHERE key = ${key} AND tenant_id = ${tenantId}
      UNION SELECT p.key, p.parent_key, up.depth + 1 FROM session p JOIN up ON p.key = up.parent_key
        WHERE p.tenant_id = ${tenantId} AND up.depth < ${DEPTH}
    ), down AS (
      SELECT key, 0 AS depth FROM session WHERE key = ${key} AND tenant_id = ${tenantId}
      UNION SELECT c.key, down.depth + 1 FROM session c JOIN down ON c.parent_key = down.key
        WHERE c.tenant_id = ${tenantId} AND down.depth < ${DEPTH}
    )
    SELECT s.key, s.parent_key, s.session_id, a.name, s.state, s.close_reason, s.head_seq
    FROM session s JOIN agent a ON a.key = s.agent_key
    WHERE s.key IN (SELECT key FROM up UNION SELECT key FROM down)
    ORDER BY s.opened_at, s.key LIMIT ${LIMIT}`;
  if (rows.length < 2) return [];
  return rows.map((row) => ({
    key: row.key,
    parentKey: row.parent_key,
    sessionId: row.session_id,
    agentName: row.name,
    state: row.state,
    closeReason: row.close_reason,
    steps: row.head_seq,
  }));
}
