import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../testing/database";
import {
  addAgent,
  addPerson,
  addSession,
  addSessions,
  barePlan,
  count,
  emptyTables,
  entryAfter,
  headAfter,
  NO_HEAD,
  stepPlan,
} from "../testing/store-builders";
import { createJournal, type PgJournal } from "./journal";

let db: TestDatabase;
let journal: PgJournal;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  await emptyTables(db.pool);
  journal = createJournal(db.pool, { lanes: 1 });
});
afterEach(async () => {
  await journal.close();
});

const kinds = (outcomes: readonly { kind: string }[]) => outcomes.map((outcome) => outcome.kind);

describe("a batch", () => {
  it("commits 30 good steps beside a duplicate and a lost head", async () => {
    const keys = await addSessions(db.pool, 32);
    const [replayed, lost, ...good] = keys as [string, string, ...string[]];
    const first = stepPlan(replayed);
    expect(await journal.commit(first)).toMatchObject({ kind: "committed" });
    const last = (await db.pool.query("SELECT max(id) AS id FROM event")).rows[0].id;

    const duplicate = stepPlan(replayed, headAfter(first), { reservations: first.reservations });
    const stale = stepPlan(lost, { seq: 4, hash: "elsewhere" });
    const outcomes = await Promise.all(
      [duplicate, stale, ...good.map((key) => stepPlan(key))].map((p) => journal.commit(p)),
    );

    expect(outcomes[0]).toEqual({ kind: "replay", which: "request_id" });
    expect(outcomes[1]).toEqual({ kind: "head_lost" });
    expect(kinds(outcomes.slice(2))).toEqual(good.map(() => "committed"));
    expect(await count(db.pool, "entry")).toBe(31);
    expect(await count(db.pool, "envelope")).toBe(32 + 31);
    const { rows } = await db.pool.query("SELECT DISTINCT xid FROM event WHERE id > $1", [last]);
    expect(rows).toHaveLength(1);
  });

  it("judges a replay before everything else", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    const first = stepPlan(key);
    await journal.commit(first);
    await journal.commit(barePlan(key, { session: { state: "closed", closeReason: "ended" } }));
    await db.pool.query("UPDATE tenant SET policy_epoch = 9");
    expect(await journal.commit({ ...first, entries: [] })).toEqual({ kind: "replay", which: "request_id" });
  });

  it("refuses a nonce used before, also one that holds U+0000, and tells near values apart", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    const nonce = (value: string) => barePlan(key, { reservations: [{ kind: "nonce", value }] });
    const outcomes = [];
    for (const value of ["a\u0000", "a\u2400", "a\u24000", "a\u0000", "a\u2400"]) {
      outcomes.push(await journal.commit(nonce(value)));
    }
    expect(kinds(outcomes)).toEqual(["committed", "committed", "committed", "replay", "replay"]);
  });

  it("obeys a bundle published between evaluation and commit", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    await db.pool.query("UPDATE tenant SET policy_epoch = policy_epoch + 1");
    expect(await journal.commit(stepPlan(key))).toEqual({ kind: "policy_moved" });
    expect(await journal.commit(stepPlan(key, NO_HEAD, { policyEpoch: 2n }))).toMatchObject({ kind: "committed" });
    expect(await count(db.pool, "reservation")).toBe(2);
  });

  it("waits for a bundle that is being published and then refuses what was evaluated before", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    const publisher = await db.pool.connect();
    await publisher.query("BEGIN; UPDATE tenant SET policy_epoch = policy_epoch + 1");
    const outcome = journal.commit(stepPlan(key));
    await publisher.query("SELECT pg_sleep(0.2)");
    await publisher.query("COMMIT");
    publisher.release();
    expect(await outcome).toEqual({ kind: "policy_moved" });
  });

  it("closes a session once and lets nothing follow", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    const closing = stepPlan(key, NO_HEAD, { session: { state: "closed", closeReason: "agent_ended" } });
    expect(await journal.commit(closing)).toMatchObject({ kind: "committed" });
    expect(await journal.commit(stepPlan(key, headAfter(closing)))).toEqual({ kind: "session_closed" });
    const again = { requireOpen: false, session: { state: "closed", closeReason: "idle" } } as const;
    expect(await journal.commit(barePlan(key, again))).toEqual({ kind: "session_closed" });
    const late = barePlan(key, { requireOpen: false, audits: [{ actorKind: "guardian", action: "late" }] });
    expect(await journal.commit(late)).toMatchObject({ kind: "committed" });
  });

  it("ends the sessions of a revoked key, and of a retired one when its overlap is over", async () => {
    const agent = await addAgent(db.pool);
    const key = await addSession(db.pool, agent);
    const retire = "UPDATE agent_key SET state = 'retired', overlap_until = now() + $1::interval";
    await db.pool.query(retire, ["1 hour"]);
    const first = stepPlan(key);
    expect(await journal.commit(first)).toMatchObject({ kind: "committed" });
    await db.pool.query(retire, ["-1 second"]);
    expect(await journal.commit(stepPlan(key, headAfter(first)))).toEqual({ kind: "key_ended" });
    await db.pool.query("UPDATE agent_key SET state = 'revoked'");
    expect(await journal.commit(stepPlan(key, headAfter(first)))).toEqual({ kind: "key_ended" });
  });

  it("notices a person whose row, state or sign-in changed", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    const person = await addPerson(db.pool);
    const by = (more: Partial<typeof person>) => journal.commit(barePlan(key, { person: { ...person, ...more } }));
    expect(await by({})).toMatchObject({ kind: "committed" });
    expect(await by({ revision: 2 })).toEqual({ kind: "person_changed" });
    expect(await by({ signInId: "si_other" })).toEqual({ kind: "person_changed" });
    const other = await addPerson(db.pool);
    expect(await by({ signInId: other.signInId })).toEqual({ kind: "person_changed" });
    await db.pool.query("UPDATE sign_in SET ended_at = now() WHERE person_id = $1", [person.id]);
    expect(await by({})).toEqual({ kind: "person_changed" });
    await db.pool.query("UPDATE person SET state = 'disabled' WHERE id = $1", [other.id]);
    expect(await by(other)).toEqual({ kind: "person_changed" });
  });

  it("never takes the chain on trust", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    const gap = barePlan(key, { entries: [entryAfter({ seq: 1, hash: "x" })] });
    expect(await journal.commit(gap)).toEqual({ kind: "head_lost" });
    const first = entryAfter(NO_HEAD);
    const torn = barePlan(key, { entries: [first, entryAfter(NO_HEAD)] });
    expect(await journal.commit(torn)).toMatchObject({ kind: "failed" });
    const second = entryAfter({ seq: 1, hash: first.entryHash });
    expect(await journal.commit(barePlan(key, { entries: [first, second] }))).toMatchObject({ kind: "committed" });
    const { rows } = await db.pool.query("SELECT head_seq, head_hash FROM session");
    expect(rows).toEqual([{ head_seq: 2, head_hash: second.entryHash }]);
  });

  it("tells the database clock, and stamps the session with it", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    const outcome = await journal.commit(stepPlan(key, NO_HEAD, { session: { userId: "u1", platform: "cli" } }));
    const { rows } = await db.pool.query(
      "SELECT user_id, platform, floor(extract(epoch FROM last_step_at) * 1000)::float8 AS at FROM session",
    );
    expect(rows[0]).toMatchObject({ user_id: "u1", platform: "cli" });
    expect(outcome.kind === "committed" && rows[0].at - outcome.at).toBeLessThan(1000);
    expect(outcome.kind === "committed" && rows[0].at - outcome.at).toBeGreaterThanOrEqual(0);
  });
});
