import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApprovalMove, NewApproval } from "../guardian/ports";
import { type TestDatabase, testDatabase } from "../testing/database";
import {
  addAgent,
  addPerson,
  addSession,
  barePlan,
  count,
  emptyTables,
  newApproval,
  stepPlan,
} from "../testing/store-builders";
import { createJournal, type PgJournal } from "./journal";
import { createPool } from "./pool";

let db: TestDatabase;
let journal: PgJournal;
let agent: { agentKey: string; keyId: string };
let key: string;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  await emptyTables(db.pool);
  journal = createJournal(db.pool);
  agent = await addAgent(db.pool);
  key = await addSession(db.pool, agent);
});
afterEach(async () => {
  await journal.close();
});

async function open(more: Partial<NewApproval> = {}, sessionKey = key): Promise<NewApproval> {
  const approval = newApproval(sessionKey, agent.agentKey, more);
  expect(await journal.commit(barePlan(sessionKey, { newApprovals: [approval] }))).toMatchObject({ kind: "committed" });
  return approval;
}

const approve = (id: string): ApprovalMove => ({
  id,
  from: ["pending"],
  to: "approved",
  when: "before_expiry",
  stamp: ["decidedAt"],
  set: { decidedBy: "p1", decisionReason: "fine\u0000", useBy: Date.now() + 60_000 },
});

const consume = (id: string): ApprovalMove => ({
  id,
  from: ["approved"],
  to: "consumed",
  when: "before_use_by",
  stamp: ["consumedAt"],
  set: { consumedRequestId: randomUUID() },
});

const row = async (id: string) => (await db.pool.query("SELECT * FROM approval WHERE id = $1", [id])).rows[0];

describe("moving an approval", () => {
  it("happens exactly once under 100 parallel commits on two pools", async () => {
    const approval = await open();
    const other = createPool(db.url);
    const journals = [journal, createJournal(other)];
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        journals[index % 2]?.commit(barePlan(key, { moves: [approve(approval.id)] })),
      ),
    );
    const won = outcomes.filter((outcome) => outcome?.kind === "committed");
    const lost = outcomes.filter((outcome) => outcome?.kind === "approval_moved");
    expect([won.length, lost.length]).toEqual([1, 99]);
    expect(await row(approval.id)).toMatchObject({
      state: "approved",
      revision: 2,
      decided_by: "p1",
      decision_reason: "fine\u2400",
    });
    await other.end();
  });

  it("writes nothing else of a step whose approval had moved", async () => {
    const approval = await open();
    const consumption = stepPlan(key, undefined, { moves: [consume(approval.id)] });
    expect(await journal.commit(consumption)).toEqual({ kind: "approval_moved", id: approval.id });
    expect(await count(db.pool, "entry")).toBe(0);
    expect(await count(db.pool, "reservation")).toBe(0);
  });

  it("is refused from the instant of expiry on, which then can be recorded", async () => {
    const approval = await open();
    await db.pool.query("UPDATE approval SET expires_at = clock_timestamp()");
    const expire: ApprovalMove = { id: approval.id, from: ["pending"], to: "expired", when: "after_expiry" };
    expect(await journal.commit(barePlan(key, { moves: [approve(approval.id)] }))).toEqual({
      kind: "approval_moved",
      id: approval.id,
    });
    expect(await journal.commit(barePlan(key, { moves: [expire] }))).toMatchObject({ kind: "committed" });
    expect(await row(approval.id)).toMatchObject({ state: "expired", decided_by: null });
  });

  it("is judged by the clock after waiting for the row, not when it began to wait", async () => {
    const approval = await open();
    await db.pool.query("UPDATE approval SET expires_at = clock_timestamp() + interval '150 milliseconds'");
    const holder = await db.pool.connect();
    await holder.query("BEGIN; SELECT * FROM approval FOR UPDATE");
    const outcome = journal.commit(barePlan(key, { moves: [approve(approval.id)] }));
    await holder.query("SELECT pg_sleep(0.3)");
    await holder.query("COMMIT");
    holder.release();
    expect(await outcome).toEqual({ kind: "approval_moved", id: approval.id });
  });

  it("does not expire what is still open, nor use what is past its use_by", async () => {
    const approval = await open();
    const expire: ApprovalMove = { id: approval.id, from: ["pending"], to: "expired", when: "after_expiry" };
    expect(await journal.commit(barePlan(key, { moves: [expire] }))).toMatchObject({ kind: "approval_moved" });
    await journal.commit(barePlan(key, { moves: [approve(approval.id)] }));
    await db.pool.query("UPDATE approval SET use_by = clock_timestamp()");
    expect(await journal.commit(barePlan(key, { moves: [consume(approval.id)] }))).toMatchObject({
      kind: "approval_moved",
    });
    const late: ApprovalMove = { id: approval.id, from: ["approved"], to: "expired", when: "after_use_by" };
    expect(await journal.commit(barePlan(key, { moves: [late] }))).toMatchObject({ kind: "committed" });
  });

  it("names exactly the revision that was seen", async () => {
    const approval = await open();
    const at = (revision: number) => journal.commit(barePlan(key, { moves: [{ ...approve(approval.id), revision }] }));
    expect(await at(2)).toMatchObject({ kind: "approval_moved" });
    expect(await at(1)).toMatchObject({ kind: "committed" });
  });

  it("may take two steps in one plan, and undoes the first when the clock refuses the second", async () => {
    const two = await open();
    expect(await journal.commit(barePlan(key, { moves: [approve(two.id), consume(two.id)] }))).toMatchObject({
      kind: "committed",
    });
    expect(await row(two.id)).toMatchObject({ state: "consumed", revision: 3 });

    const torn = await open();
    const used = { ...approve(torn.id), set: { decidedBy: "p1", useBy: Date.now() - 1 } };
    const good = await addSession(db.pool, agent);
    const outcomes = await Promise.all([
      journal.commit(barePlan(key, { moves: [used, consume(torn.id)] })),
      journal.commit(stepPlan(good)),
    ]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(["approval_moved", "committed"]);
    expect(await row(torn.id)).toMatchObject({ state: "pending", revision: 1 });
  });

  it("cancels several items of a session together, or none of them", async () => {
    const items = [await open(), await open(), await open()];
    const cancel = (id: string): ApprovalMove => ({ id, from: ["pending"], to: "cancelled", when: "none" });
    await journal.commit(barePlan(key, { moves: [approve(items[2]?.id ?? "")] }));
    const moves = items.map((item) => cancel(item.id));
    expect(await journal.commit(barePlan(key, { moves }))).toEqual({ kind: "approval_moved", id: items[2]?.id });
    expect(await row(items[0]?.id ?? "")).toMatchObject({ state: "pending" });
    expect(await journal.commit(barePlan(key, { moves: moves.slice(0, 2) }))).toMatchObject({ kind: "committed" });
  });
});

describe("opening an approval", () => {
  it("cannot make a second pending item for one action", async () => {
    const approval = await open();
    const twin = newApproval(key, agent.agentKey, { requestedDigest: approval.requestedDigest });
    expect(await journal.commit(barePlan(key, { newApprovals: [twin] }))).toMatchObject({ kind: "failed" });
    expect(await count(db.pool, "approval")).toBe(1);
    const renewed = barePlan(key, {
      moves: [{ id: approval.id, from: ["pending"], to: "void", when: "none" }],
      newApprovals: [twin],
    });
    expect(await journal.commit(renewed)).toMatchObject({ kind: "committed" });
  });
});

describe("voting", () => {
  it("counts one vote of a person, whatever they press", async () => {
    const approval = await open();
    const person = await addPerson(db.pool);
    const vote = {
      approvalId: approval.id,
      personId: person.id,
      verdict: "approve",
      effectiveDigest: approval.effectiveDigest,
      viewDigest: "sha256:view",
      reason: null,
      statement: "{}",
    } as const;
    const twice = await Promise.all([1, 2].map(() => journal.commit(barePlan(key, { person, votes: [vote] }))));
    expect(twice.map((outcome) => outcome.kind).sort()).toEqual(["committed", "failed"]);
    expect(await count(db.pool, "vote")).toBe(1);
  });
});
