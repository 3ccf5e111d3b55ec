/** What the pure rules need to know about a step beyond its session's snapshot, in one statement where the AgBOM is not asked. */
import type { Pool } from "pg";
import { readStoredText } from "../core/json/read";
import type { Knowledge, Needs, ProvenanceNode, SkillRegistration } from "../core/session/context";
import { StoreUnavailable } from "../guardian/ports";
import { readComponents } from "./knowledge-components";
import { boundedKey } from "./text";

export interface KnowledgeSession {
  readonly tenantId: string;
  readonly key: string;
}

const READ = `SELECT 'node' AS what, content, NULL AS step_id, NULL AS ids FROM provenance_node
    WHERE session_key = $1 AND provenance_id = ANY($2)
  UNION ALL
  SELECT 'step', NULL, e.step_id, (SELECT coalesce(json_agg(p.content), '[]') FROM provenance_node p
      WHERE p.session_key = e.session_key AND p.step_id = e.step_id)
    FROM (SELECT DISTINCT session_key, step_id FROM entry WHERE session_key = $1 AND step_id = ANY($3)) e
  UNION ALL
  SELECT 'skill', content, NULL, NULL FROM skill_registration WHERE tenant_id = $4 AND skill_id = ANY($5)`;

interface Row {
  readonly what: "node" | "step" | "skill";
  readonly content: string | null;
  readonly step_id: string | null;
  readonly ids: readonly string[] | null;
}

/** Rejects with StoreUnavailable only. */
export async function readKnowledge(pool: Pool, session: KnowledgeSession, needs: Needs): Promise<Knowledge> {
  const asksRows = needs.provenance_ids.length + needs.compacted_steps.length + needs.skill_ids.length > 0;
  const [rows, components] = await Promise.all([
    asksRows ? readRows(pool, session, needs) : [],
    needs.uses.length === 0 ? [] : readComponents(pool, session, needs.uses),
  ]);
  return {
    ...knowledgeOf(rows, needs),
    components: components.map(({ declared }) => declared),
    former_components: components.map(({ former }) => former),
  };
}

const DECLARED = `SELECT content FROM agbom_component WHERE session_key = $1 AND removed_seq IS NULL
  ORDER BY component_id COLLATE "C"`;

/** Canonical texts of everything that the session's AgBOM declares now. */
export async function readDeclared(pool: Pool, sessionKey: string): Promise<readonly string[]> {
  const query = { name: "declared-components", text: DECLARED, values: [sessionKey] };
  const { rows } = await pool.query<{ content: string }>(query).catch((error: unknown) => {
    throw new StoreUnavailable(error);
  });
  return rows.map((row) => row.content);
}

async function readRows(pool: Pool, session: KnowledgeSession, needs: Needs): Promise<readonly Row[]> {
  const values = [
    session.key,
    needs.provenance_ids.map(boundedKey),
    needs.compacted_steps.map(boundedKey),
    session.tenantId,
    needs.skill_ids.map(boundedKey),
  ];
  const asked = pool.query<Row>({ name: "knowledge", text: READ, values });
  const { rows } = await asked.catch((error: unknown) => {
    throw new StoreUnavailable(error);
  });
  return rows;
}

function knowledgeOf(rows: readonly Row[], needs: Needs): Omit<Knowledge, "components"> {
  const nodes = rows.filter((row) => row.what === "node").map((row) => stored<ProvenanceNode>(row.content ?? ""));
  const steps = new Map(needs.compacted_steps.map((id) => [boundedKey(id), id]));
  return {
    provenance: new Map(nodes.map((node) => [node.provenance_id, node])),
    step_provenance: new Map(
      rows
        .filter((row) => row.what === "step")
        .map((row) => [
          steps.get(row.step_id ?? "") ?? row.step_id ?? "",
          (row.ids ?? []).map((text) => stored<ProvenanceNode>(text).provenance_id),
        ]),
    ),
    skills: rows.filter((row) => row.what === "skill").map((row) => stored<SkillRegistration>(row.content ?? "")),
  };
}

/** Text that this Guardian wrote; anything else is a defect of the database. */
function stored<T>(text: string): T {
  const read = readStoredText(text);
  if (!read.ok) throw new Error("a stored row of the session's knowledge cannot be read");
  return read.value as unknown as T;
}
