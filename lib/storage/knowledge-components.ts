/** What a session's AgBOM declares about the components that a step uses, and what it declared before. */
import type { Pool, PoolClient } from "pg";
import type { AgbomComponent } from "../core/agbom/schema";
import { lookUpKeys } from "../core/agbom/uses";
import { readStoredText } from "../core/json/read";
import { isJsonObject, type JsonObject } from "../core/json/value";
import type { ComponentUse, DeclaredComponent } from "../core/session/context";
import { StoreUnavailable } from "../guardian/ports";
import { boundedKey } from "./text";

type Asks = Pick<Pool | PoolClient, "query">;
type SessionKey = { readonly key: string };

interface FoundRow {
  readonly use: number;
  readonly component_id: string;
  readonly content: string;
  readonly changed: boolean;
  /** The component that this row is about is declared no longer. */
  readonly former: boolean;
  /** Null for the component itself, else the id of the component that this row's component holds. */
  readonly held: string | null;
}

// one statement: what is declared under the names or the id of each use, else what last was; and what holds it, where a
// server that no longer does still counts until another server has taken its place
const FIND = `WITH asked AS (
    SELECT use, type, key, id FROM unnest($2::int[], $3::text[], $4::text[], $5::text[]) AS a (use, type, key, id)
  ), named AS (
    SELECT a.use, c.component_id, c.content, c.changed, c.removed_seq IS NOT NULL AS former FROM asked a
    JOIN agbom_component c ON c.session_key = $1 AND c.type = a.type AND c.name_key = a.key
    UNION
    SELECT a.use, c.component_id, c.content, c.changed, c.removed_seq IS NOT NULL AS former FROM asked a
    JOIN agbom_component c ON c.session_key = $1 AND c.component_id = a.id AND c.type = a.type
  ), found AS (
    SELECT * FROM named n WHERE NOT n.former
      OR NOT EXISTS (SELECT 1 FROM named o WHERE o.use = n.use AND NOT o.former)
  ), held AS (
    SELECT f.use, f.former, f.component_id AS held, h.component_id, h.content, h.changed,
      h.type IN ('mcp_server', 'a2a_peer') AS serves, m.former OR h.removed_seq IS NOT NULL AS lapsed FROM found f
    JOIN agbom_member m ON m.session_key = $1 AND m.member_id = f.component_id
    JOIN agbom_component h ON h.session_key = $1 AND h.component_id = m.holder_id
  )
  SELECT use, component_id, content, changed AND NOT former AS changed, former, NULL AS held FROM found
  UNION ALL
  SELECT use, component_id, content, changed AND NOT lapsed, former, held FROM held h WHERE NOT h.lapsed OR (h.serves
    AND NOT EXISTS (SELECT 1 FROM held o WHERE o.use = h.use AND o.held = h.held AND o.serves AND NOT o.lapsed))
  ORDER BY use, component_id`;

export interface KnownComponents {
  readonly declared: readonly DeclaredComponent[];
  /** What was declared under that name before; only where nothing is now. */
  readonly former: readonly DeclaredComponent[];
}

/** In the order of `uses`. Rejects with StoreUnavailable when the database cannot be asked. */
export async function readComponents(
  pool: Asks,
  session: SessionKey,
  uses: readonly ComponentUse[],
): Promise<readonly KnownComponents[]> {
  if (uses.length === 0) return [];
  const asked = uses.flatMap((use, index) =>
    lookUpKeys(use).map((key) => ({ use: index, type: use.type, key: boundedKey(key), id: use.id ?? null })),
  );
  const values = [
    session.key,
    asked.map(({ use }) => use),
    asked.map(({ type }) => type),
    asked.map(({ key }) => key),
    asked.map(({ id }) => (id === null ? null : boundedKey(id))),
  ];
  const rows = await ask<FoundRow>(pool, { name: "agbom-components", text: FIND, values });
  return uses.map((_, index) => {
    const own = rows.filter((row) => row.use === index);
    return { declared: declared(own.filter((row) => !row.former)), former: declared(own.filter((row) => row.former)) };
  });
}

function declared(rows: readonly FoundRow[]): readonly DeclaredComponent[] {
  return rows
    .filter((row) => row.held === null)
    .map((row) => {
      const holders = rows.filter((holder) => holder.held === row.component_id);
      return {
        component: parsed(row.content),
        held_by: holders.map((holder) => holder.component_id),
        holders: holders.map((holder) => ({ component: parsed(holder.content), changed: holder.changed })),
        changed: row.changed,
      };
    });
}

/** Our own canonical text; what is not that was tampered with. */
export function parsed(content: string): AgbomComponent {
  const read = readStoredText(content);
  if (!read.ok || !isJsonObject(read.value)) throw new Error("a stored component is no JSON object");
  return read.value as JsonObject as AgbomComponent;
}

interface Asked {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

async function ask<T>(pool: Asks, { name, text, values }: Asked): Promise<readonly T[]> {
  try {
    return (await pool.query({ name, text, values: [...values] })).rows as T[];
  } catch (error) {
    throw new StoreUnavailable(error);
  }
}
