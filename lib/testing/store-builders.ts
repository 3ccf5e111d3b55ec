/** Rows for tests of the store: an agent with its key, open sessions, and plans that continue their chains. */
import { createHash, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { EntryRow, NewApproval, StepPlan } from "../guardian/ports";
import { createJournal } from "../storage/journal";

export const TENANT = "default";

export interface Head {
  readonly seq: number;
  readonly hash: string | null;
}

export const NO_HEAD: Head = { seq: 0, hash: null };

export async function addAgent(pool: Pool, name = "agent"): Promise<{ agentKey: string; keyId: string }> {
  const agentKey = `ag_${randomUUID()}`;
  const keyId = `key_${randomUUID()}`;
  await pool.query("INSERT INTO agent (key, tenant_id, agent_id, name, required_methods) VALUES ($1, $2, $3, $4, $5)", [
    agentKey,
    TENANT,
    `${name}-${agentKey}`,
    name,
    ["steps/toolCallRequest"],
  ]);
  await pool.query("INSERT INTO agent_key (key_id, tenant_id, agent_key, secret_sealed) VALUES ($1, $2, $3, $4)", [
    keyId,
    TENANT,
    agentKey,
    "sealed",
  ]);
  return { agentKey, keyId };
}

/** Opens a session through the journal and returns its key. */
export async function addSession(pool: Pool, agent: { agentKey: string; keyId: string }): Promise<string> {
  const key = `se_${randomUUID()}`;
  const opened = await createJournal(pool).openSession({
    session: {
      ...agent,
      key,
      tenantId: TENANT,
      sessionId: randomUUID(),
      terms: "{}",
      helloRequestId: randomUUID(),
      helloAnswer: '{"hello":true}',
    },
    reservations: [],
    request: "{}",
    audits: [],
    events: [],
  });
  if (opened.kind !== "committed") throw new Error(`session not opened: ${opened.kind}`);
  return key;
}

export async function addSessions(pool: Pool, count: number): Promise<string[]> {
  const agent = await addAgent(pool);
  const keys: string[] = [];
  for (let index = 0; index < count; index += 1) keys.push(await addSession(pool, agent));
  return keys;
}

export function entryAfter(head: Head, more: Partial<EntryRow> = {}): EntryRow {
  const stepId = more.stepId ?? randomUUID();
  const previousHash = head.hash ?? "";
  return {
    seq: head.seq + 1,
    entryId: randomUUID(),
    stepId,
    stepType: "toolCallRequest",
    previousHash,
    entryHash: createHash("sha256").update(`${previousHash}${stepId}`).digest("hex"),
    content: JSON.stringify({ step_id: stepId }),
    decision: "allow",
    reason: null,
    reasonCodes: [],
    actionDigest: null,
    approvalId: null,
    tool: "search",
    released: true,
    resultOf: null,
    bundleDigest: null,
    latencyUs: 120,
    ...more,
  };
}

/** A step with every usual row. */
export function stepPlan(sessionKey: string, head: Head = NO_HEAD, more: Partial<StepPlan> = {}): StepPlan {
  const requestId = randomUUID();
  const entry = entryAfter(head, { stepId: requestId });
  return {
    tenantId: TENANT,
    sessionKey,
    policyEpoch: 1n,
    expectedHead: head,
    reservations: [
      { kind: "request_id", value: requestId },
      { kind: "nonce", value: randomUUID() },
    ],
    moves: [],
    newApprovals: [],
    votes: [],
    presentations: [],
    entries: [entry],
    envelope: { requestId, seq: entry.seq, method: "steps/toolCallRequest", request: '{"q":1}', response: '{"a":1}' },
    audits: [],
    events: [{ topic: `session:${sessionKey}`, ref: sessionKey, seq: entry.seq }],
    ...more,
  };
}

/** A plan that writes nothing by itself. */
export function barePlan(sessionKey: string, more: Partial<StepPlan>): StepPlan {
  return {
    ...stepPlan(sessionKey),
    policyEpoch: undefined,
    expectedHead: undefined,
    reservations: [],
    entries: [],
    envelope: undefined,
    events: [],
    ...more,
  };
}

export const headAfter = (plan: StepPlan): Head => {
  const last = plan.entries[plan.entries.length - 1];
  return last ? { seq: last.seq, hash: last.entryHash } : NO_HEAD;
};

export function newApproval(sessionKey: string, agentKey: string, more: Partial<NewApproval> = {}): NewApproval {
  return {
    id: `apr_${randomUUID()}`,
    tenantId: TENANT,
    sessionKey,
    agentKey,
    kind: "ask",
    state: "pending",
    requestId: randomUUID(),
    method: "steps/toolCallRequest",
    tool: "refund_payment",
    requestedDigest: `sha256:${randomUUID()}`,
    effectiveDigest: `sha256:${randomUUID()}`,
    requestedAction: "{}",
    effectiveAction: "{}",
    modifications: null,
    findings: "[]",
    risk: "high",
    approvers: "approvers",
    votesRequired: 1,
    question: "Refund?",
    bundleDigest: "sha256:bundle",
    expiresAt: Date.now() + 60_000,
    useWithinS: 300,
    attempt: 1,
    forHooks: more.state === "prepared",
    ...more,
  };
}

/** Adds a person with one live sign-in. */
export async function addPerson(pool: Pool, more: { roles?: string[]; groups?: string[]; name?: string } = {}) {
  const id = `pe_${randomUUID()}`;
  const signInId = `si_${randomUUID()}`;
  await pool.query(
    `INSERT INTO person (id, tenant_id, email, name, roles, groups, state) VALUES ($1, $2, $3, $4, $5, $6, 'active')`,
    [id, TENANT, `${id}@example.org`, more.name ?? id, more.roles ?? ["approver"], more.groups ?? []],
  );
  await pool.query("INSERT INTO sign_in (id, person_id, expires_at) VALUES ($1, $2, now() + interval '1 hour')", [
    signInId,
    id,
  ]);
  return { id, signInId, revision: 1 };
}

export async function count(pool: Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0]?.n ?? 0;
}

/** Empties what tests of the journal write: much cheaper than a database for each of them. */
export async function emptyTables(pool: Pool): Promise<void> {
  const tables =
    "vote presentation served_view approval envelope entry reservation session agent_key agent sign_in person audit refusal";
  const deletes = tables.split(" ").map((table) => `DELETE FROM ${table}`);
  await pool.query(
    [...deletes, "UPDATE tenant SET policy_epoch = 1, bundle_digest = NULL", "DELETE FROM bundle"].join("; "),
  );
}
