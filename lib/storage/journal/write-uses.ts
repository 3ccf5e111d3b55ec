/** Counts the components in use: one row for each kind, name, provider and version of a session. */
import type { PoolClient } from "pg";
import { parseName } from "../../core/agbom/normalise";
import type { StepPlan } from "../../guardian/ports";
import { boundedKey, keyText, shown } from "../text";

const WRITE = `INSERT INTO component_use AS u (session_key, type, name_key, name, provider, version, endpoint, component_id,
    digest, declared, first_seq, last_seq, uses)
  SELECT session_key, type, name_key, name, provider, version, endpoint, component_id, digest, declared, seq, seq, 1
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::bool[], $11::int[]) AS n (session_key, type, name_key, name, provider, version, endpoint, component_id, digest,
    declared, seq)
  ON CONFLICT (session_key, type, name_key, provider, version) DO UPDATE SET last_seq = greatest(u.last_seq, excluded.last_seq),
    uses = u.uses + 1, declared = excluded.declared, endpoint = excluded.endpoint, component_id = excluded.component_id,
    digest = excluded.digest`;

export async function writeUses(client: PoolClient, plans: readonly StepPlan[]): Promise<void> {
  const rows = new Map(plans.flatMap(usesOfPlan).map((row) => [row.key, row]));
  if (rows.size === 0) return;
  // in the order of the key: two batches then wait for one another instead of locking each other out
  const sorted = [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  await client.query({
    name: "component-uses",
    text: WRITE,
    values: [
      sorted.map((row) => row.sessionKey),
      sorted.map((row) => row.type),
      sorted.map((row) => row.nameKey),
      sorted.map((row) => row.name),
      sorted.map((row) => row.provider),
      sorted.map((row) => row.version),
      sorted.map((row) => row.endpoint),
      sorted.map((row) => row.componentId),
      sorted.map((row) => row.digest),
      sorted.map((row) => row.declared),
      sorted.map((row) => row.seq),
    ],
  });
}

function usesOfPlan(plan: StepPlan) {
  const seq = plan.entries.at(-1)?.seq;
  if (seq === undefined) return [];
  return (plan.uses ?? []).map((use) => {
    const row = {
      sessionKey: plan.sessionKey,
      type: use.type,
      nameKey: boundedKey(parseName(use.name).key),
      name: shown(use.name),
      provider: cut(use.provider ?? ""),
      version: cut(use.version ?? ""),
      endpoint: keyText(use.endpoint ?? ""),
      componentId: boundedKey(use.id ?? ""),
      digest: keyText(use.digest ?? ""),
      declared: use.declared,
      seq,
    };
    return { ...row, key: JSON.stringify([row.sessionKey, row.type, row.nameKey, row.provider, row.version]) };
  });
}

/** Part of the row's key, which has a limit; beyond it two uses may count as one. */
const cut = (text: string): string => keyText(text.slice(0, 200));
