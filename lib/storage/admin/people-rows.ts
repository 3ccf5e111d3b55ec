/** Rows of people, their sign-ins and their links, for one admin transaction. */
import type { PoolClient } from "pg";
import { shown } from "../text";

interface PersonFacts {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly kind: "person" | "service";
  readonly roles: string[];
  readonly groups: string[];
  readonly state: "invited" | "active" | "disabled";
  readonly revision: number;
  readonly passwordHash: string | null;
}

interface NewPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly kind: "person" | "service";
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly state: "invited" | "active";
  readonly passwordHash?: string;
  readonly tokenHash?: string;
}

interface PersonChange {
  readonly name?: string;
  readonly roles?: readonly string[];
  readonly groups?: readonly string[];
  readonly state?: "active" | "disabled";
  readonly passwordHash?: string;
  readonly tokenHash?: string | null;
}

const LOCK = `SELECT id, email, name, kind, roles, groups, state, revision, password_hash AS "passwordHash"
  FROM person WHERE id = $1 AND tenant_id = $2 FOR UPDATE`;

const INSERT = `INSERT INTO person (id, tenant_id, email, name, kind, roles, groups, state, password_hash, token_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (tenant_id, email) DO NOTHING`;

const UPDATE = `UPDATE person SET name = coalesce($3, name), roles = coalesce($4::text[], roles),
    groups = coalesce($5::text[], groups), state = coalesce($6, state), password_hash = coalesce($7, password_hash),
    token_hash = coalesce($8, token_hash), revision = revision + 1
  WHERE id = $1 AND tenant_id = $2`;

/** Any number: all that change people in one tenant meet here. */
const PEOPLE_LOCK = 72707371;

export async function serializePeople(client: PoolClient, tenantId: string): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [PEOPLE_LOCK, tenantId]);
}

export function peopleRows(client: PoolClient, tenantId: string) {
  return {
    serializePeople: () => serializePeople(client, tenantId),
    lockPerson: async (id: string): Promise<PersonFacts | null> =>
      (await client.query<PersonFacts>(LOCK, [shown(id), tenantId])).rows[0] ?? null,
    insertPerson: async (person: NewPerson): Promise<boolean> => {
      const { id, email, name, kind, roles, groups, state, passwordHash = null, tokenHash = null } = person;
      const values = [id, tenantId, email, name, kind, roles, groups, state, passwordHash, tokenHash];
      return (await client.query(INSERT, values)).rowCount === 1;
    },
    updatePerson: async (id: string, change: PersonChange): Promise<void> => {
      const { name, roles, groups, state, passwordHash, tokenHash } = change;
      const values = [name, roles, groups, state, passwordHash, tokenHash].map((value) => value ?? null);
      await client.query(UPDATE, [id, tenantId, ...values]);
    },
    anybodyExists: async (): Promise<boolean> => {
      const sql = "SELECT 1 FROM person WHERE tenant_id = $1 AND kind = 'person' AND state <> 'invited' LIMIT 1";
      return (await client.query(sql, [tenantId])).rowCount === 1;
    },
    activeAdmins: async (): Promise<readonly string[]> => {
      const sql = `SELECT id FROM person
        WHERE tenant_id = $1 AND kind = 'person' AND state = 'active' AND 'admin' = ANY(roles)`;
      return (await client.query<{ id: string }>(sql, [tenantId])).rows.map((row) => row.id);
    },
    ...signInRows(client),
    ...inviteRows(client, tenantId),
  };
}

function signInRows(client: PoolClient) {
  return {
    insertSignIn: async (signIn: { id: string; personId: string; lifetimeS: number; userAgent: string | null }) => {
      await client.query(
        `INSERT INTO sign_in (id, person_id, created_at, expires_at, user_agent)
          VALUES ($1, $2, clock_timestamp(), clock_timestamp() + make_interval(secs => $3), $4)`,
        [signIn.id, signIn.personId, signIn.lifetimeS, shown(signIn.userAgent)],
      );
    },
    endSignIns: async (personId: string, except: string | null = null): Promise<number> => {
      const sql = `UPDATE sign_in SET ended_at = clock_timestamp()
        WHERE person_id = $1 AND ended_at IS NULL AND ($2::text IS NULL OR id <> $2)`;
      return (await client.query(sql, [personId, except])).rowCount ?? 0;
    },
    endSignIn: async (personId: string, signInId: string): Promise<boolean> => {
      const sql = `UPDATE sign_in SET ended_at = clock_timestamp() WHERE person_id = $1 AND id = $2 AND ended_at IS NULL`;
      return (await client.query(sql, [personId, shown(signInId)])).rowCount === 1;
    },
  };
}

interface NewInvite {
  readonly tokenHash: string;
  readonly kind: "setup" | "invite";
  readonly personId: string | null;
  readonly lifetimeS: number;
}

const TAKE = `UPDATE invite SET used_at = clock_timestamp()
  WHERE token_hash = $1 AND kind = $2 AND tenant_id = $3 AND used_at IS NULL AND clock_timestamp() < expires_at
  RETURNING person_id AS "personId"`;

function inviteRows(client: PoolClient, tenantId: string) {
  return {
    insertInvite: async ({ tokenHash, kind, personId, lifetimeS }: NewInvite): Promise<void> => {
      await client.query(
        `INSERT INTO invite (token_hash, kind, tenant_id, person_id, created_at, expires_at)
          VALUES ($1, $2, $3, $4, clock_timestamp(), clock_timestamp() + make_interval(secs => $5))`,
        [tokenHash, kind, tenantId, personId, lifetimeS],
      );
    },
    takeInvite: async (tokenHash: string, kind: NewInvite["kind"]) =>
      (await client.query<{ personId: string | null }>(TAKE, [tokenHash, kind, tenantId])).rows[0] ?? null,
    withdrawInvites: async (of: { personId: string } | "setup"): Promise<void> => {
      const personId = of === "setup" ? null : of.personId;
      await client.query(
        `DELETE FROM invite WHERE tenant_id = $1 AND used_at IS NULL
          AND CASE WHEN $2::text IS NULL THEN kind = 'setup' ELSE person_id = $2 END`,
        [tenantId, personId],
      );
    },
  };
}
