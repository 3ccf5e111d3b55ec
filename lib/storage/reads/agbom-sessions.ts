/** Sessions that declared an AgBOM or used components, newest first. */
import { Prisma, type PrismaClient } from "../../../prisma/generated/client";
import type { AgbomSessionItem, AgbomSessionPage } from "../../core/read-models/agbom-sessions";
import { databaseNow } from "./people";

const PAGE = 50;

interface Row {
  readonly key: string;
  readonly session_id: string;
  readonly agent_id: string;
  readonly name: string;
  readonly state: string;
  readonly close_reason: string | null;
  readonly last_step_at: Date;
  readonly changes: number;
  readonly undeclared: number;
  readonly types: { readonly [type: string]: number } | null;
}

/** `before` is the cursor of the page before; what is no cursor counts as none. */
export async function agbomSessions(
  prisma: PrismaClient,
  tenantId: string,
  filter: { readonly text: string; readonly before: string },
): Promise<AgbomSessionPage> {
  const [rows, serverNow] = await Promise.all([
    prisma.$queryRaw<Row[]>`
      SELECT s.key, s.session_id, a.agent_id, a.name, s.state, s.close_reason, s.last_step_at,
        (SELECT count(*)::int FROM agbom_change c WHERE c.session_key = s.key) AS changes,
        (SELECT count(*)::int FROM component_use u WHERE u.session_key = s.key AND NOT u.declared) AS undeclared,
        (SELECT json_object_agg(t.type, t.count) FROM (
          SELECT type, count(*)::int AS count FROM agbom_component
          WHERE session_key = s.key AND removed_seq IS NULL GROUP BY type) t) AS types
      FROM session s JOIN agent a ON a.key = s.agent_key
      WHERE s.tenant_id = ${tenantId}
        AND (EXISTS (SELECT 1 FROM agbom_change c WHERE c.session_key = s.key)
          OR EXISTS (SELECT 1 FROM component_use u WHERE u.session_key = s.key))
        ${textCondition(filter.text)} ${cursorCondition(filter.before)}
      ORDER BY date_trunc('milliseconds', s.last_step_at) DESC, s.key DESC LIMIT ${PAGE + 1}`,
    databaseNow(prisma),
  ]);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    items: page.map(toItem),
    next: rows.length > PAGE && last !== undefined ? `${last.last_step_at.toISOString()}_${last.key}` : null,
    serverNow,
  };
}

function textCondition(text: string): Prisma.Sql {
  const wanted = text.trim();
  if (wanted === "") return Prisma.empty;
  const like = `%${wanted.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return Prisma.sql`AND (a.name ILIKE ${like} OR a.agent_id ILIKE ${like} OR s.session_id ILIKE ${like}
    OR EXISTS (SELECT 1 FROM agbom_component c WHERE c.session_key = s.key AND c.name_key ILIKE ${like})
    OR EXISTS (SELECT 1 FROM component_use u WHERE u.session_key = s.key AND u.name ILIKE ${like}))`;
}

function cursorCondition(before: string): Prisma.Sql {
  const cut = before.indexOf("_");
  const at = new Date(before.slice(0, Math.max(cut, 0)));
  if (cut === -1 || Number.isNaN(at.getTime())) return Prisma.empty;
  // The cursor is in ms and the column in µs: what shares the ms is told apart by its key.
  return Prisma.sql`AND (date_trunc('milliseconds', s.last_step_at), s.key) < (${at}, ${before.slice(cut + 1)})`;
}

function toItem(row: Row): AgbomSessionItem {
  const types = row.types ?? {};
  return {
    key: row.key,
    sessionId: row.session_id,
    agentId: row.agent_id,
    agentName: row.name,
    state: row.state,
    closeReason: row.close_reason,
    lastStepAt: row.last_step_at.getTime(),
    declared: Object.values(types).reduce((sum, count) => sum + count, 0),
    types,
    changes: row.changes,
    undeclared: row.undeclared,
  };
}
