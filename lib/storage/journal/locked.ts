/** Locks the rows that a batch depends on, always in the same order, and reads what the judgement needs. */
import type { PoolClient } from "pg";
import type { StepPlan } from "../../guardian/ports";
import { keyText } from "../text";

export interface LockedSession {
  readonly key: string;
  readonly tenantId: string;
  readonly keyId: string;
  readonly closed: boolean;
  readonly headSeq: number;
  readonly headHash: string | null;
}

export interface LockedApproval {
  readonly state: string;
  readonly revision: number;
  /** On the database clock, when the row was read; the UPDATE tests again. Null where the time is not set. */
  readonly beforeExpiry: boolean | null;
  readonly beforeUseBy: boolean | null;
}

export interface Locked {
  readonly sessions: ReadonlyMap<string, LockedSession>;
  readonly approvals: ReadonlyMap<string, LockedApproval>;
  /** policy_epoch by tenant */
  readonly epochs: ReadonlyMap<string, bigint>;
  /** person id to revision; active ones only */
  readonly people: ReadonlyMap<string, number>;
  /** sign-in id to person id; live ones only */
  readonly signIns: ReadonlyMap<string, string>;
  /** keys that still carry their sessions */
  readonly liveKeys: ReadonlySet<string>;
  /** used reservations among those asked for, as `reservationId` writes them */
  readonly reserved: ReadonlySet<string>;
  /** database clock, ms */
  readonly now: number;
}

export const reservationId = (sessionKey: string, kind: string, value: string): string =>
  `${sessionKey}\n${kind}\n${value}`;

// Sessions, then approvals, then people, then the tenant: everybody who locks these rows follows this order.
const LOCK_SESSIONS = `SELECT key, tenant_id, key_id, state, head_seq, head_hash FROM session
  WHERE key = ANY($1) ORDER BY key COLLATE "C" FOR UPDATE`;

const LOCK_APPROVALS = `SELECT id, state, revision, clock_timestamp() < expires_at AS before_expiry,
    clock_timestamp() < use_by AS before_use_by
  FROM approval WHERE id = ANY($1) ORDER BY id COLLATE "C" FOR UPDATE`;

const LOCK_PEOPLE = `WITH people AS (
    SELECT id, revision FROM person WHERE id = ANY($1) AND state = 'active' ORDER BY id COLLATE "C" FOR SHARE
  ), sign_ins AS (
    SELECT id, person_id FROM sign_in WHERE id = ANY($2) AND ended_at IS NULL AND clock_timestamp() < expires_at
    ORDER BY id COLLATE "C" FOR SHARE
  )
  SELECT 'person' AS what, id, NULL AS owner, revision FROM people
  UNION ALL SELECT 'sign_in', id, person_id, 0 FROM sign_ins`;

// Its own statement after the locks, so that it sees what was committed by those it waited for.
const READ_REST = `WITH tenants AS (
    SELECT id, policy_epoch FROM tenant WHERE id = ANY($1) ORDER BY id COLLATE "C" FOR SHARE
  )
  SELECT 'tenant' AS what, id AS a, policy_epoch::text AS b, NULL AS c FROM tenants
  UNION ALL SELECT 'key', key_id, NULL, NULL FROM agent_key WHERE key_id = ANY($2)
    AND (state = 'active' OR (state = 'retired' AND (overlap_until IS NULL OR clock_timestamp() < overlap_until)))
  UNION ALL SELECT 'reserved', r.session_key, r.kind, r.value FROM reservation r
    JOIN unnest($3::text[], $4::text[], $5::text[]) AS w (session_key, kind, value) USING (session_key, kind, value)
  UNION ALL SELECT 'now', (extract(epoch FROM clock_timestamp()) * 1000)::text, NULL, NULL`;

/** Runs inside the batch's transaction. */
export async function lockAndRead(client: PoolClient, plans: readonly StepPlan[]): Promise<Locked> {
  const sessions = await lockSessions(client, unique(plans.map((plan) => plan.sessionKey)));
  const approvals = await lockApprovals(client, unique(plans.flatMap(approvalsOf)));
  const people = await lockPeople(client, plans);
  const rest = await readRest(client, plans, [...sessions.values()]);
  return { sessions, approvals, ...people, ...rest };
}

/** Ids of the existing approvals that a plan changes or votes on. */
export const approvalsOf = (plan: StepPlan): string[] => [
  ...plan.moves.map((move) => move.id),
  ...plan.votes.map((vote) => vote.approvalId),
];

const unique = (values: readonly string[]): string[] => [...new Set(values)];

async function lockSessions(client: PoolClient, keys: string[]): Promise<Map<string, LockedSession>> {
  const { rows } = await client.query({ name: "journal-sessions", text: LOCK_SESSIONS, values: [keys] });
  return new Map(
    rows.map((row) => [
      row.key,
      {
        key: row.key,
        tenantId: row.tenant_id,
        keyId: row.key_id,
        closed: row.state === "closed",
        headSeq: row.head_seq,
        headHash: row.head_hash,
      },
    ]),
  );
}

async function lockApprovals(client: PoolClient, ids: string[]): Promise<Map<string, LockedApproval>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query({ name: "journal-approvals", text: LOCK_APPROVALS, values: [ids] });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        state: row.state,
        revision: row.revision,
        beforeExpiry: row.before_expiry,
        beforeUseBy: row.before_use_by,
      },
    ]),
  );
}

async function lockPeople(client: PoolClient, plans: readonly StepPlan[]): Promise<Pick<Locked, "people" | "signIns">> {
  const wanted = plans.flatMap((plan) => (plan.person ? [plan.person] : []));
  const people = new Map<string, number>();
  const signIns = new Map<string, string>();
  if (wanted.length === 0) return { people, signIns };
  const ids = unique(wanted.map((person) => person.id));
  const signInIds = unique(wanted.flatMap((person) => person.signInId ?? []));
  const { rows } = await client.query({ name: "journal-people", text: LOCK_PEOPLE, values: [ids, signInIds] });
  for (const row of rows) {
    if (row.what === "person") people.set(row.id, row.revision);
    else signIns.set(row.id, row.owner);
  }
  return { people, signIns };
}

type Rest = Pick<Locked, "epochs" | "liveKeys" | "reserved" | "now">;

async function readRest(
  client: PoolClient,
  plans: readonly StepPlan[],
  sessions: readonly LockedSession[],
): Promise<Rest> {
  const wanted = plans.flatMap((plan) =>
    plan.reservations.map((r) => [plan.sessionKey, r.kind, keyText(r.value)] as const),
  );
  const values = [
    unique(plans.flatMap((plan) => (plan.policyEpoch === undefined ? [] : [plan.tenantId]))),
    unique(sessions.map((session) => session.keyId)),
    wanted.map((row) => row[0]),
    wanted.map((row) => row[1]),
    wanted.map((row) => row[2]),
  ];
  const { rows } = await client.query({ name: "journal-rest", text: READ_REST, values });
  const rest = { epochs: new Map<string, bigint>(), liveKeys: new Set<string>(), reserved: new Set<string>(), now: 0 };
  for (const row of rows) {
    if (row.what === "tenant") rest.epochs.set(row.a, BigInt(row.b));
    else if (row.what === "key") rest.liveKeys.add(row.a);
    else if (row.what === "reserved") rest.reserved.add(reservationId(row.a, row.b, row.c));
    else rest.now = Math.floor(Number(row.a));
  }
  return rest;
}
