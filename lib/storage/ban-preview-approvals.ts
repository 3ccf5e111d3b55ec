/** Open approvals whose action uses what a ban matches, judged as the step itself would be. Newest first, bounded. */
import type { PoolClient } from "pg";
import type { Ban } from "../core/agbom/ban";
import { matchBan } from "../core/agbom/bans";
import { subjectsOfUse } from "../core/agbom/subject";
import { usesOf } from "../core/agbom/uses";
import { member } from "../core/json/build";
import { readStoredText } from "../core/json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import type { BanHitApproval, Counted } from "../core/read-models/bans";
import { readComponents } from "./knowledge-components";

const LOOK = 500;
const TELL = 50;

interface OpenApproval extends BanHitApproval {
  readonly action: string;
}

const OPEN = `SELECT id, session_key AS "sessionKey", tool, question, state, effective_action AS action,
    floor(extract(epoch FROM created_at) * 1000)::float8 AS "createdAt"
  FROM approval WHERE tenant_id = $1 AND (state IN ('prepared', 'pending') AND clock_timestamp() < expires_at
    OR state = 'approved' AND clock_timestamp() < use_by)
  ORDER BY created_at DESC, id LIMIT ${LOOK}`;

export async function hitApprovals(
  client: PoolClient,
  tenantId: string,
  ban: Ban,
): Promise<{ readonly found: Counted<BanHitApproval>; readonly truncated: boolean }> {
  const { rows } = await client.query<OpenApproval>(OPEN, [tenantId]);
  const hits: BanHitApproval[] = [];
  for (const { action, ...row } of rows) if (await isHit(client, { action, key: row.sessionKey }, ban)) hits.push(row);
  return { found: { count: hits.length, items: hits.slice(0, TELL) }, truncated: rows.length >= LOOK };
}

async function isHit(
  client: PoolClient,
  item: { readonly action: string; readonly key: string },
  ban: Ban,
): Promise<boolean> {
  const read = readStoredText(item.action);
  if (!read.ok) return false;
  const uses = usesOf(String(member(read.value, "method")), part(read.value, "payload"), part(read.value, "metadata"));
  const known = await readComponents(client, { key: item.key }, uses);
  const subjects = uses.flatMap((use, index) => {
    const { declared = [], former = [] } = known[index] ?? {};
    return subjectsOfUse(use, declared.length > 0 ? declared : former);
  });
  return subjects.some((subject) => matchBan(ban, subject).kind === "matched");
}

function part(action: JsonValue, name: string): JsonObject {
  const value = member(action, name);
  return isJsonObject(value) ? value : {};
}
