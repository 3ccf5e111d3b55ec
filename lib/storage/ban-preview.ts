/** What a ban would hit: components declared and in use, the open sessions behind them, open approvals. Bounded. */
import type { PoolClient } from "pg";
import type { Ban } from "../core/agbom/ban";
import { matchBan } from "../core/agbom/bans";
import { componentName } from "../core/agbom/graph";
import { parseName } from "../core/agbom/normalise";
import { type Subject, subjectOfComponent, subjectsOfUse } from "../core/agbom/subject";
import { member } from "../core/json/build";
import type { JsonObject } from "../core/json/value";
import type { BanHit, BanHitSession, BanPreview, Counted } from "../core/read-models/bans";
import type { ComponentUse } from "../core/session/context";
import { hitApprovals } from "./ban-preview-approvals";
import { parsed } from "./knowledge-components";
import { boundedKey } from "./text";

/** Rows looked through, newest sessions first; and rows told of each list. */
const LOOK = 20_000;
const TELL = 50;

interface Candidate {
  readonly sessionKey: string;
  readonly subjects: readonly Subject[];
  readonly shown: Pick<BanHit, "type" | "name" | "provider" | "version" | "endpoint">;
  /** Declared now, declared once, or in use at some step. */
  readonly how: "declared" | "removed" | "used";
}

interface Hit extends Candidate {
  readonly notChecked: string | null;
}

export async function previewOf(client: PoolClient, tenantId: string, ban: Ban): Promise<BanPreview> {
  const scope = scopeOf(tenantId, ban);
  const declared = await declaredCandidates(client, scope);
  const used = await usedCandidates(client, scope);
  const hits = [...declared, ...used].flatMap((candidate) => hitOf(ban, candidate));
  const matched = hits.filter((hit) => hit.notChecked === null);
  const approvals = await hitApprovals(client, tenantId, ban);
  return {
    sessions: await sessionsOf(client, tenantId, matched),
    components: grouped(matched),
    approvals: approvals.found,
    notChecked: grouped(hits.filter((hit) => hit.notChecked !== null)),
    truncated: declared.length >= LOOK || used.length >= LOOK || approvals.truncated,
  };
}

/** A candidate is hit when any of its subjects is; one that is named but not comparable is told as such. */
function hitOf(ban: Ban, candidate: Candidate): readonly Hit[] {
  const verdicts = candidate.subjects.map((subject) => ({ subject, verdict: matchBan(ban, subject) }));
  if (verdicts.some(({ verdict }) => verdict.kind === "matched")) return [{ ...candidate, notChecked: null }];
  const open = verdicts.find(
    ({ subject, verdict }) => verdict.kind === "not_checked" && (verdict.named || subject.through === null),
  )?.verdict;
  return open?.kind === "not_checked" ? [{ ...candidate, notChecked: open.why }] : [];
}

/** Values of the statements below: tenant, type, comparable names, pattern of names in any namespace, provider. */
type Scope = readonly [string, string | null, readonly string[] | null, string | null, string | null];

function scopeOf(tenantId: string, ban: Ban): Scope {
  if (ban.name === null) return [tenantId, ban.type, null, null, null];
  const { key } = parseName(ban.name);
  const last = key.slice(key.lastIndexOf("/") + 1);
  const escaped = last.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
  const isServer = ban.type === null || ban.type === "mcp_server";
  return [tenantId, ban.type, [key, last].map(boundedKey), escaped, isServer ? ban.name.trim().toLowerCase() : null];
}

const DECLARED = `SELECT c.session_key, c.content, c.removed_seq IS NOT NULL AS removed
  FROM agbom_component c JOIN session s ON s.key = c.session_key
  WHERE s.tenant_id = $1 AND ($2::text IS NULL OR c.type = $2)
    AND ($3::text[] IS NULL OR c.name_key = ANY($3) OR c.name_key LIKE '%/' || $4::text) AND ($5::text IS NULL OR true)
  ORDER BY s.last_step_at DESC, c.session_key, c.component_id LIMIT ${LOOK}`;

async function declaredCandidates(client: PoolClient, scope: Scope): Promise<readonly Candidate[]> {
  const { rows } = await client.query<{ session_key: string; content: string; removed: boolean }>(DECLARED, [...scope]);
  return rows.map((row) => {
    const component = parsed(row.content);
    return {
      sessionKey: row.session_key,
      subjects: [subjectOfComponent(component)],
      shown: {
        type: component.type,
        name: componentName(component),
        provider: text(component, "provider"),
        version: text(component, "version"),
        endpoint: text(component, "endpoint"),
      },
      how: row.removed ? "removed" : "declared",
    };
  });
}

// a server is in use under its own name, and as the provider of a tool that is
const USED = `SELECT u.session_key, u.type, u.name, u.provider, u.version, u.endpoint, u.component_id, u.digest
  FROM component_use u JOIN session s ON s.key = u.session_key
  WHERE s.tenant_id = $1 AND ($2::text IS NULL OR u.type = $2 OR ($2 = 'mcp_server' AND u.type = 'tool' AND u.provider <> ''))
    AND ($3::text[] IS NULL OR u.name_key = ANY($3) OR u.component_id = ANY($3) OR u.name_key LIKE '%/' || $4::text
      OR u.name_key LIKE 'mcp-%-' || $4::text OR lower(u.provider) = $5)
  ORDER BY s.last_step_at DESC, u.session_key, u.type, u.name_key LIMIT ${LOOK}`;

interface UsedRow {
  readonly session_key: string;
  readonly type: ComponentUse["type"];
  readonly name: string;
  readonly provider: string;
  readonly version: string;
  readonly endpoint: string;
  readonly component_id: string;
  readonly digest: string;
}

async function usedCandidates(client: PoolClient, scope: Scope): Promise<readonly Candidate[]> {
  const { rows } = await client.query<UsedRow>(USED, [...scope]);
  return rows.map((row) => {
    const { type, name } = row;
    const shown = {
      type,
      name,
      provider: row.provider || null,
      version: row.version || null,
      endpoint: row.endpoint || null,
    };
    return { sessionKey: row.session_key, subjects: subjectsOfUse(useOf(row), []), shown, how: "used" };
  });
}

/** The use as the step stated it: the empty string stands for what it did not say. */
export function useOf(row: Omit<UsedRow, "session_key">): ComponentUse {
  return {
    type: row.type,
    name: row.name,
    ...(row.component_id === "" ? {} : { id: row.component_id }),
    ...(row.provider === "" ? {} : { provider: row.provider }),
    ...(row.version === "" ? {} : { version: row.version }),
    ...(row.endpoint === "" ? {} : { endpoint: row.endpoint }),
    ...(row.digest === "" ? {} : { digest: row.digest }),
  };
}

function grouped(hits: readonly Hit[]): Counted<BanHit> {
  const byComponent = new Map<string, { readonly hits: Hit[]; readonly sessions: Set<string> }>();
  for (const hit of hits) {
    const key = JSON.stringify([hit.shown, hit.notChecked]);
    const group = byComponent.get(key) ?? { hits: [], sessions: new Set<string>() };
    group.hits.push(hit);
    group.sessions.add(hit.sessionKey);
    byComponent.set(key, group);
  }
  const items = [...byComponent.values()].slice(0, TELL).flatMap(({ hits: [first, ...rest], sessions }) => {
    if (!first) return [];
    const all = [first, ...rest];
    const used = all.some((hit) => hit.how === "used");
    const declared = all.some((hit) => hit.how !== "used");
    return [{ ...first.shown, declared, used, notChecked: first.notChecked, sessions: sessions.size }];
  });
  return { count: byComponent.size, items };
}

const SESSIONS = `SELECT s.key AS "sessionKey", s.session_id AS "sessionId", s.agent_key AS "agentKey", a.name AS "agentName",
    floor(extract(epoch FROM s.last_step_at) * 1000)::float8 AS "lastStepAt"
  FROM session s JOIN agent a ON a.key = s.agent_key
  WHERE s.tenant_id = $1 AND s.state = 'open' AND s.key = ANY($2::text[]) ORDER BY s.last_step_at DESC, s.key`;

async function sessionsOf(client: PoolClient, tenantId: string, hits: readonly Hit[]): Promise<Counted<BanHitSession>> {
  const live = hits.filter((hit) => hit.how !== "removed");
  const keys = [...new Set(live.map((hit) => hit.sessionKey))];
  const { rows } = await client.query<Omit<BanHitSession, "declared" | "used" | "components">>(SESSIONS, [
    tenantId,
    keys,
  ]);
  const items = rows.slice(0, TELL).map((row) => {
    const own = live.filter((hit) => hit.sessionKey === row.sessionKey);
    return {
      ...row,
      declared: own.some((hit) => hit.how === "declared"),
      used: own.some((hit) => hit.how === "used"),
      components: [...new Set(own.map((hit) => hit.shown.name))].slice(0, 5),
    };
  });
  return { count: rows.length, items };
}

function text(component: JsonObject, name: string): string | null {
  const value = member(component, name);
  return typeof value === "string" ? value : null;
}
