/** Rows of agents, their keys and their open sessions, for one admin transaction. */
import type { PoolClient } from "pg";
import type { AgentSettings } from "../../core/admin/agent-settings";
import type { SignatureAlgorithm } from "../../core/signing/algorithms";
import { shown } from "../text";
import { applyClosing, lockOpenSessions } from "./closing";

const SETTINGS = [
  ["name", (s: AgentSettings) => s.name],
  ["owner_id", (s: AgentSettings) => s.ownerId],
  ["can_ask", (s: AgentSettings) => s.canAsk],
  ["can_modify", (s: AgentSettings) => s.canModify],
  ["ask_substitute", (s: AgentSettings) => s.askSubstitute],
  ["on_decision_failure", (s: AgentSettings) => s.onDecisionFailure],
  ["required_methods", (s: AgentSettings) => s.requiredMethods],
  ["allowed_algorithms", (s: AgentSettings) => s.allowedAlgorithms],
  ["timeout_ms", (s: AgentSettings) => s.timeoutMs],
  ["skew_ms", (s: AgentSettings) => s.skewMs],
  ["idle_limit_s", (s: AgentSettings) => s.idleLimitS],
  ["pending_cap", (s: AgentSettings) => s.pendingCap],
  ["hold_cap", (s: AgentSettings) => s.holdCap],
] as const;

const COLUMNS = SETTINGS.map(([column]) => column).join(", ");
const PLACES = SETTINGS.map((_, index) => `$${index + 4}`).join(", ");
const valuesOf = (settings: AgentSettings): unknown[] => SETTINGS.map(([, read]) => read(settings));

const INSERT = `INSERT INTO agent (key, tenant_id, agent_id, ${COLUMNS}) VALUES ($1, $2, $3, ${PLACES})
  ON CONFLICT (tenant_id, agent_id) DO NOTHING`;

const UPDATE = `UPDATE agent SET (${COLUMNS}) = ROW(${PLACES}), revision = revision + 1
  WHERE key = $1 AND tenant_id = $2 AND $3::text IS NULL`;

const SHUT = `UPDATE agent SET disabled_at = CASE WHEN $3 THEN clock_timestamp() END, revision = revision + 1
  WHERE key = $1 AND tenant_id = $2`;

const INSERT_KEY = `INSERT INTO agent_key
  (key_id, tenant_id, agent_key, algorithm, secret_sealed, public_key, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())
  ON CONFLICT DO NOTHING`;

interface NewKeyRow {
  readonly keyId: string;
  readonly agentKey: string;
  readonly algorithm: SignatureAlgorithm;
  readonly secretSealed: string | null;
  readonly publicKey: string | null;
}

interface AgentFacts {
  readonly key: string;
  readonly agent_id: string;
  readonly name: string;
  readonly revision: number;
  readonly disabled: boolean;
  readonly allowed_algorithms: readonly string[] | null;
}

interface KeyFacts {
  readonly key_id: string;
  readonly agent_key: string;
  readonly algorithm: SignatureAlgorithm;
  readonly state: "active" | "retired" | "revoked";
}

export function agentRows(client: PoolClient, tenantId: string) {
  return {
    insertAgent: async (agent: { key: string; agentId: string; settings: AgentSettings }): Promise<boolean> => {
      const values = [agent.key, tenantId, agent.agentId, ...valuesOf(agent.settings)];
      return (await client.query(INSERT, values)).rowCount === 1;
    },
    lockAgent: async (key: string) => {
      const sql = `SELECT key, agent_id, name, revision, disabled_at IS NOT NULL AS disabled, allowed_algorithms FROM agent
        WHERE key = $1 AND tenant_id = $2 FOR UPDATE`;
      const row = (await client.query<AgentFacts>(sql, [shown(key), tenantId])).rows[0];
      return row ? { ...row, agentId: row.agent_id, allowedAlgorithms: row.allowed_algorithms ?? [] } : null;
    },
    updateAgent: async (key: string, change: { settings?: AgentSettings; disabled?: boolean }): Promise<void> => {
      if (change.settings) await client.query(UPDATE, [key, tenantId, null, ...valuesOf(change.settings)]);
      if (change.disabled !== undefined) await client.query(SHUT, [key, tenantId, change.disabled]);
    },
    ...keyRows(client, tenantId),
    lockOpenSessions: (of: { keyId: string } | { agentKey: string }) => lockOpenSessions(client, tenantId, of),
    applyClosing: (closing: Parameters<typeof applyClosing>[2]) => applyClosing(client, tenantId, closing),
  };
}

function keyRows(client: PoolClient, tenantId: string) {
  return {
    insertKey: async (key: NewKeyRow): Promise<boolean> => {
      const { keyId, agentKey, algorithm, secretSealed, publicKey } = key;
      const values = [keyId, tenantId, agentKey, algorithm, secretSealed, publicKey];
      return (await client.query(INSERT_KEY, values)).rowCount === 1;
    },
    lockKey: async (keyId: string) => {
      const sql =
        "SELECT key_id, agent_key, algorithm, state FROM agent_key WHERE key_id = $1 AND tenant_id = $2 FOR UPDATE";
      const row = (await client.query<KeyFacts>(sql, [shown(keyId), tenantId])).rows[0];
      return row ? { keyId: row.key_id, agentKey: row.agent_key, algorithm: row.algorithm, state: row.state } : null;
    },
    activeKeys: async (agentKey: string): Promise<readonly string[]> => {
      const sql = "SELECT key_id FROM agent_key WHERE agent_key = $1 AND tenant_id = $2 AND state = 'active'";
      return (await client.query<{ key_id: string }>(sql, [agentKey, tenantId])).rows.map((row) => row.key_id);
    },
    endKey: async (
      keyId: string,
      end: { state: "retired"; overlapUntil: number } | { state: "revoked" },
    ): Promise<void> => {
      const overlap = end.state === "retired" ? end.overlapUntil / 1000 : null;
      await client.query(
        `UPDATE agent_key SET state = $3, overlap_until = to_timestamp($4), ended_at = clock_timestamp()
          WHERE key_id = $1 AND tenant_id = $2`,
        [keyId, tenantId, end.state, overlap],
      );
    },
  };
}
