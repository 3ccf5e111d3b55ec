/** Writes the AgBOM rows of surviving plans: components and who holds them, the history of changes, components in use. */
import type { PoolClient } from "pg";
import { definitionChanged } from "../../core/agbom/definition";
import { diffComponents } from "../../core/agbom/diff";
import { type Components, sorted } from "../../core/agbom/document";
import { referencesOf } from "../../core/agbom/graph";
import { parseName } from "../../core/agbom/normalise";
import type { AgbomWrite, StepPlan } from "../../guardian/ports";
import { parsed } from "../knowledge-components";
import { boundedKey, shown } from "../text";
import { writeUses } from "./write-uses";

/** Nearly every step uses components; few change the AgBOM, and each of those by itself. */
export async function writeAgbom(client: PoolClient, plans: readonly StepPlan[]): Promise<void> {
  await writeUses(client, plans);
  for (const plan of plans) {
    const seq = plan.entries.at(-1)?.seq;
    if (plan.agbom && seq !== undefined)
      await writeChange(client, { sessionKey: plan.sessionKey, seq, agbom: plan.agbom });
  }
}

interface Change {
  readonly sessionKey: string;
  readonly seq: number;
  readonly agbom: AgbomWrite;
}

async function writeChange(client: PoolClient, change: Change): Promise<void> {
  const { agbom } = change;
  const isEdit = agbom.isSnapshot || agbom.put.length > 0 || agbom.remove.length > 0;
  if (isEdit) await writeEdit(client, change);
  if (agbom.settled && agbom.settled.length > 0)
    await client.query(SETTLE, [change.sessionKey, agbom.settled.map(boundedKey)]);
}

const STORED = `SELECT component_id, content, removed_seq IS NOT NULL AS removed FROM agbom_component
  WHERE session_key = $1 AND ($2 OR component_id = ANY($3::text[]))`;

const REMOVE = `UPDATE agbom_component SET removed_seq = $2, changed_seq = $2
  WHERE session_key = $1 AND component_id = ANY($3::text[]) AND removed_seq IS NULL`;

/** A definition that came back after a removal counts as changed against what stood there before. */
const PUT = `INSERT INTO agbom_component AS c (session_key, component_id, type, name_key, content, changed, declared_seq, changed_seq)
  SELECT $1, p.id, p.type, p.name_key, p.content, false, $2, $2
  FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS p (id, type, name_key, content)
  ON CONFLICT (session_key, component_id) DO UPDATE SET type = excluded.type, name_key = excluded.name_key,
    content = excluded.content, changed = c.changed OR excluded.component_id = ANY($7::text[]),
    declared_seq = CASE WHEN c.removed_seq IS NULL THEN c.declared_seq ELSE excluded.declared_seq END,
    changed_seq = CASE WHEN c.content = excluded.content AND c.removed_seq IS NULL THEN c.changed_seq ELSE excluded.changed_seq END,
    removed_seq = NULL`;

// kept as former: taking a banned server out of the AgBOM must not free the tools that it held
const FORGET_MEMBERS = "UPDATE agbom_member SET former = true WHERE session_key = $1 AND holder_id = ANY($2::text[])";
const PUT_MEMBERS = `INSERT INTO agbom_member (session_key, member_id, holder_id)
  SELECT DISTINCT $1, m.member_id, m.holder_id FROM unnest($2::text[], $3::text[]) AS m (member_id, holder_id)
  ON CONFLICT (session_key, member_id, holder_id) DO UPDATE SET former = false`;

const HISTORY = `INSERT INTO agbom_change (session_key, seq, kind, reason, diff, at)
  VALUES ($1, $2, $3, $4, $5, clock_timestamp())`;

const SETTLE = "UPDATE agbom_component SET changed = false WHERE session_key = $1 AND component_id = ANY($2::text[])";

interface StoredComponent {
  readonly component_id: string;
  readonly content: string;
  readonly removed: boolean;
}

async function writeEdit(client: PoolClient, { sessionKey, seq, agbom }: Change): Promise<void> {
  const touched = [...agbom.put.map(({ id }) => boundedKey(id)), ...agbom.remove.map(boundedKey)];
  const stored = (await client.query<StoredComponent>(STORED, [sessionKey, agbom.isSnapshot, touched])).rows;
  const put = agbom.put.map(({ id, type, name, text }) => ({
    id: boundedKey(id),
    type,
    nameKey: boundedKey(parseName(name).key),
    text,
    component: parsed(text),
  }));
  const kept = new Set(put.map(({ id }) => id));
  const declared = stored.filter((row) => !row.removed);
  const gone = declared.filter((row) => !kept.has(row.component_id)).map((row) => row.component_id);
  const before = new Map(stored.map((row) => [row.component_id, parsed(row.content)]));
  const differing = put.filter(({ id, component }) => {
    const old = before.get(id);
    return old !== undefined && definitionChanged(old, component);
  });
  await client.query(REMOVE, [sessionKey, seq, gone]);
  await client.query(PUT, [
    sessionKey,
    seq,
    put.map(({ id }) => id),
    put.map(({ type }) => shown(type)),
    put.map(({ nameKey }) => nameKey),
    put.map(({ text }) => text),
    differing.map(({ id }) => id),
  ]);
  await writeMembers(client, sessionKey, { put, gone });
  const old: Components = new Map(declared.map(({ content }) => [String(parsed(content).id), parsed(content)]));
  const now: Components = new Map(put.map(({ component }) => [component.id, component]));
  const diff = JSON.stringify(diffComponents(sorted(old), sorted(now)));
  await client.query(HISTORY, [sessionKey, seq, agbom.isSnapshot ? "snapshot" : "changed", shown(agbom.reason), diff]);
}

interface Held {
  readonly put: readonly { readonly id: string; readonly component: Parameters<typeof referencesOf>[0] }[];
  readonly gone: readonly string[];
}

async function writeMembers(client: PoolClient, sessionKey: string, { put, gone }: Held): Promise<void> {
  const members = put.flatMap(({ id, component }) =>
    referencesOf(component).map(({ to }) => ({ holder: id, member: boundedKey(to) })),
  );
  await client.query(FORGET_MEMBERS, [sessionKey, [...gone, ...put.map(({ id }) => id)]]);
  await client.query(PUT_MEMBERS, [
    sessionKey,
    members.map(({ member }) => member),
    members.map(({ holder }) => holder),
  ]);
}
