/** Reads of the decision path, over pg. Rejects only when the database cannot be asked. */
import type { Pool } from "pg";
import { fromBase64Strict } from "../core/encoding";
import type {
  AgentKeyRow,
  AgentRow,
  ApprovalRow,
  KeyRing,
  NewVote,
  PersonRow,
  PolicyRow,
  ServedViewRow,
  Store,
} from "../guardian/ports";
import { Asker } from "./asker";
import { AGENT, AGENT_KEY, APPROVAL, NOW, PERSON, SERVED_VIEW, VOTE } from "./columns";
import { readDeclared, readKnowledge } from "./knowledge";
import { BANS_OF_TENANT } from "./policy-bans";
import { readSession } from "./session-snapshot";
import { keyText } from "./text";

/** `keyring` unseals agents' input secrets. */
export function createStore(pool: Pool, keyring: Pick<KeyRing, "unseal">): Store {
  const ask = new Asker(pool);
  return {
    ...sessions(pool, ask),
    ...agents(ask, keyring),
    ...policies(ask),
    ...approvals(ask),
    ...views(ask),
    ...people(ask),
  };
}

function sessions(
  pool: Pool,
  ask: Asker,
): Pick<
  Store,
  | "now"
  | "session"
  | "sessionByKey"
  | "seqOfHead"
  | "knowledge"
  | "declaredComponents"
  | "answer"
  | "request"
  | "isReserved"
  | "idleSessions"
> {
  return {
    now: () => ask.value<number>({ name: "now", text: `SELECT ${NOW} AS value` }, 0),
    session: (tenantId, sessionIdLower) => readSession(pool, { tenantId, sessionIdLower }),
    sessionByKey: (key) => readSession(pool, { key }),
    knowledge: (session, needs) => readKnowledge(pool, session, needs),
    declaredComponents: (sessionKey) => readDeclared(pool, sessionKey),
    seqOfHead: (sessionKey, entryHash) =>
      ask.value<number | null>(
        {
          name: "seq-of-head",
          text: "SELECT seq AS value FROM entry WHERE session_key = $1 AND entry_hash = $2",
          values: [sessionKey, entryHash],
        },
        null,
      ),
    answer: (sessionKey, requestId) =>
      ask.value<string | null>(
        {
          name: "answer",
          text: "SELECT response AS value FROM envelope WHERE session_key = $1 AND request_id = $2 ORDER BY at LIMIT 1",
          values: [sessionKey, requestId],
        },
        null,
      ),
    request: (sessionKey, requestId) =>
      ask.value<string | null>(
        {
          name: "request",
          text: "SELECT request AS value FROM envelope WHERE session_key = $1 AND request_id = $2 ORDER BY at LIMIT 1",
          values: [sessionKey, requestId],
        },
        null,
      ),
    isReserved: async (sessionKey, kind, value) =>
      (await ask.one({
        name: "is-reserved",
        text: "SELECT 1 FROM reservation WHERE session_key = $1 AND kind = $2 AND value = $3",
        values: [sessionKey, kind, keyText(value)],
      })) !== null,
    idleSessions: async (limit) => {
      const text = `SELECT s.key FROM session s JOIN agent a ON a.key = s.agent_key
        WHERE s.state = 'open' AND s.last_step_at + make_interval(secs => a.idle_limit_s) <= clock_timestamp()
        ORDER BY s.last_step_at LIMIT $1`;
      return (await ask.all<{ key: string }>({ name: "idle", text, values: [limit] })).map((row) => row.key);
    },
  };
}

/** One of the two, as the algorithm needs it. */
interface StoredMaterial {
  readonly sealed: string | null;
  readonly publicText: string | null;
}

function agents(ask: Asker, keyring: Pick<KeyRing, "unseal">): Pick<Store, "agentKey" | "agent"> {
  return {
    agentKey: async (keyId) => {
      const text = `SELECT ${AGENT_KEY} FROM agent_key k WHERE k.key_id = $1`;
      const row = await ask.one<Omit<AgentKeyRow, "secret" | "publicKey"> & StoredMaterial>({
        name: "agent-key",
        text,
        values: [keyId],
      });
      if (!row) return null;
      const { sealed, publicText, ...key } = row;
      return {
        ...key,
        secret: sealed === null ? null : keyring.unseal(sealed),
        publicKey: publicText === null ? null : fromBase64Strict(publicText),
      };
    },
    agent: (key) =>
      ask.one<AgentRow>({ name: "agent", text: `SELECT ${AGENT} FROM agent a WHERE a.key = $1`, values: [key] }),
  };
}

function policies(ask: Asker): Pick<Store, "policy" | "policyEpoch"> {
  return {
    policy: async (tenantId) => {
      const text = `SELECT t.policy_epoch::text AS epoch, b.digest, b.content, ${BANS_OF_TENANT} AS bans
        FROM tenant t JOIN bundle b ON b.digest = t.bundle_digest WHERE t.id = $1`;
      const row = await ask.one<Omit<PolicyRow, "epoch"> & { epoch: string }>({
        name: "policy",
        text,
        values: [tenantId],
      });
      return row && { ...row, epoch: BigInt(row.epoch) };
    },
    policyEpoch: async (tenantId) => {
      const text = "SELECT policy_epoch::text AS value FROM tenant WHERE id = $1";
      return BigInt(await ask.value<string>({ name: "policy-epoch", text, values: [tenantId] }, "0"));
    },
  };
}

function approvals(ask: Asker): Pick<Store, "approval" | "votes" | "presented" | "openApprovals"> {
  return {
    approval: (id) =>
      ask.one<ApprovalRow>({
        name: "approval",
        text: `SELECT ${APPROVAL} FROM approval p WHERE p.id = $1`,
        values: [id],
      }),
    votes: (approvalId) =>
      ask.all<NewVote & { at: number }>({
        name: "votes",
        text: `SELECT ${VOTE} FROM vote v WHERE v.approval_id = $1 ORDER BY v.at, v.person_id`,
        values: [approvalId],
      }),
    presented: async (sessionKey, approvalId) =>
      (await ask.one({
        name: "presented",
        text: "SELECT 1 FROM presentation WHERE approval_id = $2 AND session_key = $1 LIMIT 1",
        values: [sessionKey, approvalId],
      })) !== null,
    openApprovals: (agentKey) =>
      ask.value<number>(
        {
          name: "open-approvals",
          text: `SELECT count(*)::int AS value FROM approval
            WHERE agent_key = $1 AND state IN ('prepared', 'pending') AND clock_timestamp() < expires_at`,
          values: [agentKey],
        },
        0,
      ),
  };
}

function views(ask: Asker): Pick<Store, "serveView" | "servedView"> {
  return {
    serveView: async (view) => {
      const text = `WITH stored AS (
          INSERT INTO served_view AS w (approval_id, person_id, sign_in_id, view_digest, revision, view, statement, served_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
          ON CONFLICT (approval_id, person_id, sign_in_id, view_digest) DO UPDATE
            SET revision = greatest(w.revision, excluded.revision)
          RETURNING w.*
        ) SELECT ${SERVED_VIEW} FROM stored w`;
      const { approvalId, personId, signInId, viewDigest, revision } = view;
      const values = [approvalId, personId, signInId, viewDigest, revision, view.view, view.statement];
      const stored = await ask.one<ServedViewRow>({ name: "serve-view", text, values });
      if (!stored) throw new Error("the served view could not be stored");
      return stored;
    },
    servedView: (approvalId, personId, signInId, viewDigest) =>
      ask.one<ServedViewRow>({
        name: "served-view",
        text: `SELECT ${SERVED_VIEW} FROM served_view w
          WHERE w.approval_id = $1 AND w.person_id = $2 AND w.sign_in_id = $3 AND w.view_digest = $4`,
        values: [approvalId, personId, signInId, viewDigest],
      }),
  };
}

function people(ask: Asker): Pick<Store, "eligible" | "person" | "signInIsLive"> {
  return {
    eligible: (tenantId, group) =>
      ask.all<PersonRow>({
        name: "eligible",
        text: `SELECT ${PERSON} FROM person p WHERE p.tenant_id = $1 AND p.state = 'active' AND 'approver' = ANY(p.roles)
          AND ($2 = 'approvers' OR $2 = ANY(p.groups)) ORDER BY p.name, p.id`,
        values: [tenantId, group],
      }),
    person: (id) =>
      ask.one<PersonRow>({ name: "person", text: `SELECT ${PERSON} FROM person p WHERE p.id = $1`, values: [id] }),
    signInIsLive: async (signInId) =>
      (await ask.one({
        name: "sign-in",
        text: `SELECT 1 FROM sign_in s JOIN person p ON p.id = s.person_id
          WHERE s.id = $1 AND s.ended_at IS NULL AND clock_timestamp() < s.expires_at AND p.state = 'active'`,
        values: [signInId],
      })) !== null,
  };
}
