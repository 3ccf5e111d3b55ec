import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NewApproval } from "../guardian/ports";
import { type TestDatabase, testDatabase } from "../testing/database";
import {
  addAgent,
  addPerson,
  addSession,
  barePlan,
  entryAfter,
  headAfter,
  NO_HEAD,
  newApproval,
  stepPlan,
  TENANT,
} from "../testing/store-builders";
import { createJournal, type PgJournal } from "./journal";
import { createStore } from "./store";

let db: TestDatabase;
let journal: PgJournal;
let store: ReturnType<typeof createStore>;
beforeAll(async () => {
  db = await testDatabase();
  journal = createJournal(db.pool);
  store = createStore(db.pool, { unseal: (sealed) => new TextEncoder().encode(`open:${sealed}`) });
});
afterAll(async () => {
  await journal.close();
  await db.drop();
});

describe("a session snapshot", () => {
  it("holds session, agent, approvals and the released steps without a result", async () => {
    const agent = await addAgent(db.pool, "support");
    const key = await addSession(db.pool, agent);
    const approval = newApproval(key, agent.agentKey, { expiresAt: 1_800_000_000_123 });
    const first = stepPlan(key, NO_HEAD, { newApprovals: [approval] });
    await journal.commit(first);
    const second = stepPlan(key, headAfter(first));
    await journal.commit(second);
    const result = entryAfter(headAfter(second), {
      stepType: "toolCallResult",
      released: false,
      resultOf: first.envelope?.requestId,
    });
    await journal.commit(stepPlan(key, headAfter(second), { entries: [result], session: { ackSeq: 2 } }));

    const snapshot = await store.sessionByKey(key);
    expect(snapshot?.session).toMatchObject({ key, headSeq: 3, headHash: result.entryHash, ackSeq: 2, state: "open" });
    expect(snapshot?.agent).toMatchObject({
      key: agent.agentKey,
      disabled: false,
      requiredMethods: ["steps/toolCallRequest"],
    });
    expect(snapshot?.released.map((step) => step.requestId)).toEqual([second.envelope?.requestId]);
    expect(snapshot?.approvals).toHaveLength(1);
    expect(snapshot?.approvals[0]).toMatchObject({ ...approval, revision: 1, useBy: null, receipt: null, retries: 0 });
    const byId = await store.session(TENANT, snapshot?.session.sessionId.toLowerCase() ?? "");
    expect(byId).toEqual(snapshot);
    expect(await store.approval(approval.id)).toEqual(snapshot?.approvals[0]);
  });

  it("keeps stored text byte for byte, in every column that is evidence", async () => {
    const agent = await addAgent(db.pool);
    const key = await addSession(db.pool, agent);
    const text = '{"a":"\\u0000","b":"\u202e\ud83d\ude00\\"\\\\","c":" \t","d":"{NULL,x}"}';
    const evidence: Partial<NewApproval> = {
      requestedAction: text,
      effectiveAction: text,
      findings: text,
      modifications: text,
    };
    const approval = newApproval(key, agent.agentKey, evidence);
    const entry = entryAfter(NO_HEAD, { content: text });
    const envelope = { requestId: randomUUID(), seq: 1, method: "m", request: ` ${text}\n`, response: text };
    await journal.commit(stepPlan(key, NO_HEAD, { newApprovals: [approval], entries: [entry], envelope }));
    expect(await store.approval(approval.id)).toMatchObject(evidence);
    expect(await store.answer(key, envelope.requestId)).toBe(text);
    const { rows } = await db.pool.query(
      "SELECT content, request FROM entry JOIN envelope USING (session_key, seq) WHERE session_key = $1",
      [key],
    );
    expect(rows).toEqual([{ content: text, request: ` ${text}\n` }]);
  });
});

describe("look-ups", () => {
  it("answer null to what nobody stored, also to text that PostgreSQL refuses", async () => {
    for (const id of ["nobody", "a\u0000b", "", "'; DROP TABLE entry; --"]) {
      expect(await store.agentKey(id)).toBeNull();
      expect(await store.session(TENANT, id)).toBeNull();
      expect(await store.sessionByKey(id)).toBeNull();
      expect(await store.approval(id)).toBeNull();
      expect(await store.answer(id, id)).toBeNull();
      expect(await store.seqOfHead(id, id)).toBeNull();
      expect(await store.person(id)).toBeNull();
      expect(await store.signInIsLive(id)).toBe(false);
      expect(await store.isReserved(id, "nonce", id)).toBe(false);
      expect(await store.openApprovals(id)).toBe(0);
    }
  });

  it("unseal an agent's secret and tell the end of its overlap", async () => {
    const { keyId, agentKey } = await addAgent(db.pool);
    await db.pool.query(
      "UPDATE agent_key SET state = 'retired', overlap_until = to_timestamp(1800000000.5) WHERE key_id = $1",
      [keyId],
    );
    const key = await store.agentKey(keyId);
    expect(key).toMatchObject({ keyId, agentKey, tenantId: TENANT, state: "retired", overlapUntil: 1_800_000_000_500 });
    expect(new TextDecoder().decode(key?.secret ?? undefined)).toBe("open:sealed");
    expect(key).not.toHaveProperty("sealed");
  });

  it("find heads and reservations of one session only", async () => {
    const agent = await addAgent(db.pool);
    const [one, two] = [await addSession(db.pool, agent), await addSession(db.pool, agent)];
    const plan = stepPlan(one);
    await journal.commit(plan);
    const hash = headAfter(plan).hash ?? "";
    expect([await store.seqOfHead(one, hash), await store.seqOfHead(two, hash)]).toEqual([1, null]);
    const id = plan.reservations[0]?.value ?? "";
    expect([await store.isReserved(one, "request_id", id), await store.isReserved(two, "request_id", id)]).toEqual([
      true,
      false,
    ]);
  });

  it("give the current bundle with its epoch, and none before one is published", async () => {
    expect(await store.policy(TENANT)).toBeNull();
    await db.pool.query(
      "INSERT INTO bundle (digest, tenant_id, content, version) VALUES ('sha256:b', 'default', '{}', 1)",
    );
    await db.pool.query("UPDATE tenant SET bundle_digest = 'sha256:b', policy_epoch = 9007199254740993");
    expect(await store.policy(TENANT)).toEqual({
      epoch: 9007199254740993n,
      digest: "sha256:b",
      content: "{}",
      bans: [],
    });
    expect(await store.policyEpoch(TENANT)).toBe(9007199254740993n);
    await db.pool.query("UPDATE tenant SET policy_epoch = 1");
  });
});

describe("eligible people", () => {
  it("are active approvers, in the group named; the group approvers is all of them", async () => {
    const finance = await addPerson(db.pool, { name: "a", groups: ["finance"] });
    const anybody = await addPerson(db.pool, { name: "b" });
    const analyst = await addPerson(db.pool, { name: "c", roles: ["analyst"], groups: ["finance"] });
    const disabled = await addPerson(db.pool, { name: "d", groups: ["finance"] });
    await db.pool.query("UPDATE person SET state = 'disabled' WHERE id = $1", [disabled.id]);
    const ids = async (group: string) => (await store.eligible(TENANT, group)).map((person) => person.id);
    expect(await ids("approvers")).toEqual([finance.id, anybody.id]);
    expect(await ids("finance")).toEqual([finance.id]);
    expect(await ids("legal")).toEqual([]);
    expect(await store.signInIsLive(analyst.signInId)).toBe(true);
    expect(await store.signInIsLive(disabled.signInId)).toBe(false);
  });
});

describe("a served view", () => {
  it("is stored once for a person and sign-in, and only found for them", async () => {
    const view = {
      approvalId: "apr",
      personId: "p",
      signInId: "s",
      viewDigest: "d",
      revision: 1,
      view: "v",
      statement: "first",
    };
    const served = await Promise.all(
      [1, 2, 3].map((n) => store.serveView({ ...view, statement: n === 1 ? "first" : `${n}` })),
    );
    expect(new Set(served.map((one) => one.statement)).size).toBe(1);
    expect(await store.servedView("apr", "p", "s", "d")).toEqual(served[0]);
    expect(await store.servedView("apr", "p", "other", "d")).toBeNull();
  });
});

describe("idle sessions", () => {
  it("are the open ones whose last message is older than their agent's limit", async () => {
    const agent = await addAgent(db.pool);
    const [idle, busy, closed] = [
      await addSession(db.pool, agent),
      await addSession(db.pool, agent),
      await addSession(db.pool, agent),
    ];
    await journal.commit(barePlan(closed, { session: { state: "closed", closeReason: "ended" } }));
    await db.pool.query("UPDATE session SET last_step_at = now() - interval '2 hours' WHERE key = ANY($1)", [
      [idle, closed],
    ]);
    expect(await store.idleSessions(10)).toEqual([idle]);
    await journal.commit(barePlan(idle, { audits: [{ actorKind: "person", action: "seen" }] }));
    expect(await store.idleSessions(10)).toEqual([idle]);
    await journal.commit(stepPlan(idle));
    expect(await store.idleSessions(10)).not.toContain(idle);
    expect(await store.idleSessions(10)).not.toContain(busy);
  });
});
