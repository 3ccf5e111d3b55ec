import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StepPlan } from "../guardian/ports";
import { type CommitProxy, commitProxy } from "../testing/commit-proxy";
import { type TestDatabase, testDatabase } from "../testing/database";
import {
  addAgent,
  addSessions,
  barePlan,
  count,
  emptyTables,
  entryAfter,
  headAfter,
  NO_HEAD,
  stepPlan,
  TENANT,
} from "../testing/store-builders";
import { createJournal, type PgJournal } from "./journal";
import { createPool } from "./pool";

let db: TestDatabase;
let proxy: CommitProxy;
let pool: ReturnType<typeof createPool>;
let journal: PgJournal;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  await emptyTables(db.pool);
  proxy = await commitProxy(db.url);
  pool = createPool(proxy.url);
  journal = createJournal(pool, { lanes: 1, deadlineMs: 2000 });
});
afterEach(async () => {
  await journal.close();
  await pool.end();
  await proxy.close();
});

const commitAll = (plans: readonly StepPlan[]) => Promise.all(plans.map((plan) => journal.commit(plan)));
const kinds = (outcomes: readonly { kind: string }[]) => outcomes.map((outcome) => outcome.kind);

describe("an SQL error", () => {
  it("costs only the step that caused it", async () => {
    const keys = await addSessions(db.pool, 12);
    const plans = keys.map((key, index) => {
      const plan = stepPlan(key);
      const broken = { ...entryAfter(NO_HEAD), content: "a\u0000b" };
      return index === 5 ? { ...plan, entries: [broken] } : plan;
    });
    const outcomes = await commitAll(plans);
    expect(kinds(outcomes)).toEqual(keys.map((_, index) => (index === 5 ? "failed" : "committed")));
    expect(await count(db.pool, "entry")).toBe(11);
    expect(await count(db.pool, "reservation")).toBe(22);
  });

  it("costs only the step whose session is held by somebody else for too long", async () => {
    const keys = await addSessions(db.pool, 6);
    const holder = await db.pool.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT * FROM session WHERE key = $1 FOR UPDATE", [keys[2]]);
    const outcomes = await commitAll(keys.map((key) => stepPlan(key)));
    await holder.query("ROLLBACK");
    holder.release();
    expect(kinds(outcomes)).toEqual(keys.map((_, index) => (index === 2 ? "failed" : "committed")));
  });

  it("is not caused by U+0000 in what people read", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    const entry = {
      ...entryAfter(NO_HEAD),
      tool: "grep\u0000",
      reason: "a\u0000b",
      reasonCodes: ["c\u0000", '"quoted"', "{}"],
      content: '{"pattern":"a\\u0000b"}',
    };
    const plan = stepPlan(key, NO_HEAD, {
      entries: [entry],
      envelope: { requestId: "r", seq: 1, method: "m", request: '{"v":"\\u0000 \ud83d\ude00"}', response: "{}" },
      audits: [{ actorKind: "agent", actorId: "a\u0000", action: "x", detail: { text: "a\u0000" } }],
      session: { userId: "u\u0000" },
    });
    expect(await journal.commit(plan)).toMatchObject({ kind: "committed" });
    const stored = (await db.pool.query("SELECT tool, reason, reason_codes, content FROM entry")).rows[0];
    expect(stored).toEqual({
      tool: "grep\u2400",
      reason: "a\u2400b",
      reason_codes: ["c\u2400", '"quoted"', "{}"],
      content: entry.content,
    });
    expect((await db.pool.query("SELECT request FROM envelope WHERE seq = 1")).rows[0].request).toBe(
      plan.envelope?.request,
    );
  });
});

describe("a connection lost at COMMIT", () => {
  it("is reported committed when the server had carried it out", async () => {
    const keys = await addSessions(db.pool, 5);
    proxy.cutNextCommit("after");
    expect(kinds(await commitAll(keys.map((key) => stepPlan(key))))).toEqual(keys.map(() => "committed"));
    expect(await count(db.pool, "entry")).toBe(5);
  });

  it("is run again when the server had not, and is written once", async () => {
    const keys = await addSessions(db.pool, 5);
    proxy.cutNextCommit("before");
    expect(kinds(await commitAll(keys.map((key) => stepPlan(key))))).toEqual(keys.map(() => "committed"));
    expect(await count(db.pool, "entry")).toBe(5);
  });

  it("finds plans without an entry by their other rows", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    const plans = [
      barePlan(key, { reservations: [{ kind: "nonce", value: "n\u0000" }] }),
      barePlan(key, { envelope: { requestId: "r", seq: null, method: "m", request: "q", response: "a" } }),
      barePlan(key, { session: { state: "closed", closeReason: "idle" } }),
    ];
    for (const plan of plans) {
      proxy.cutNextCommit("after");
      expect(await journal.commit(plan)).toMatchObject({ kind: "committed" });
    }
    expect(await count(db.pool, "envelope WHERE request_id = 'r'")).toBe(1);
  });

  it("leaves a session opened that the server had opened", async () => {
    const agent = await addAgent(db.pool);
    const session = { ...agent, key: "se_cut", tenantId: TENANT, sessionId: "cut", terms: "{}" };
    const hello = { helloRequestId: "r", helloAnswer: "{}" };
    const plan = { session: { ...session, ...hello }, reservations: [], request: "{}", audits: [], events: [] };
    proxy.cutNextCommit("before");
    expect(await journal.openSession(plan)).toMatchObject({ kind: "failed" });
    proxy.cutNextCommit("after");
    expect(await journal.openSession(plan)).toEqual({ kind: "committed" });
  });

  it("is unknown when nobody can be asked", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    proxy.cutNextCommit("after", { thenRefuse: true });
    expect(await journal.commit(stepPlan(key))).toMatchObject({ kind: "unknown" });
    expect(await journal.commit(stepPlan(key))).toMatchObject({ kind: "failed" });
  });

  it("is honest when the backend is terminated while it commits", async () => {
    const keys = await addSessions(db.pool, 4);
    await db.pool.query(
      `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.4); RETURN NULL; END'`,
    );
    await db.pool.query(
      "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.seq = 1) EXECUTE FUNCTION slow()",
    );
    const plans = keys.map((key, index) =>
      stepPlan(key, NO_HEAD, { events: [{ topic: "t", seq: index === 0 ? 1 : 2 }] }),
    );
    const committed = commitAll(plans);
    const committing = "state = 'active' AND query = 'COMMIT'";
    await expect.poll(() => count(db.pool, `pg_stat_activity WHERE ${committing}`), { interval: 20 }).toBe(1);
    await db.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${committing}`);
    expect(kinds(await committed)).toEqual(keys.map(() => "committed"));
    await db.pool.query("DROP FUNCTION slow CASCADE");
    expect(await count(db.pool, "entry")).toBe(4);
  });
});

describe("two journals on one session", () => {
  it("interleave 48 steps without a fork or a gap", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    const other = createPool(db.url);
    const journals = [createJournal(db.pool), createJournal(other)];
    let head = NO_HEAD;
    const worker = async (mine: PgJournal, steps: number) => {
      for (let done = 0; done < steps; ) {
        const plan = stepPlan(key, head);
        const outcome = await mine.commit(plan);
        expect(["committed", "head_lost"]).toContain(outcome.kind);
        if (outcome.kind === "committed") {
          head = headAfter(plan);
          done += 1;
        } else {
          const { rows } = await db.pool.query("SELECT head_seq, head_hash FROM session");
          head = { seq: rows[0].head_seq, hash: rows[0].head_hash };
        }
      }
    };
    await Promise.all([0, 1, 2, 3].map((index) => worker(journals[index % 2] ?? journal, 12)));
    const { rows } = await db.pool.query("SELECT seq, previous_hash, entry_hash FROM entry ORDER BY seq");
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
    expect(rows.slice(1).map((row) => row.previous_hash)).toEqual(rows.slice(0, -1).map((row) => row.entry_hash));
    await other.end();
  });
});
