import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../testing/database";
import { addSessions, barePlan } from "../testing/store-builders";
import { headCursor, pruneEvents, readEvents } from "./events";
import { createJournal } from "./journal";
import { createWakeups } from "./wakeups";

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.drop());

const INSERT = "INSERT INTO event (tenant_id, topic) VALUES ('default', $1)";
const say = (topic: string) => db.pool.query(INSERT, [topic]);
const read = (after: string | null, limit?: number) => readEvents(db.pool, { tenantId: "default", after, limit });
/** Transactions of other databases on the server hold the feed back as well: waits until all that was said may be read. */
const settled = () =>
  expect
    .poll(async () => {
      const sql = "SELECT bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())) AS all FROM event";
      return (await db.pool.query(sql)).rows[0].all;
    }, WAIT)
    .toBe(true);
const WAIT = { interval: 10, timeout: 20_000 };
const topics = (page: Awaited<ReturnType<typeof read>>) =>
  page.kind === "events" ? page.events.map((event) => event.topic) : page.kind;

describe("the live feed", () => {
  it("gives every event once, page by page", async () => {
    let cursor = await headCursor(db.pool, "default");
    for (const topic of ["a", "b", "c", "d", "e"]) await say(topic);
    await settled();
    const seen: unknown[] = [];
    for (let page = 0; page < 4; page += 1) {
      const next = await read(cursor, 2);
      seen.push(topics(next));
      cursor = next.cursor;
    }
    expect(seen).toEqual([["a", "b"], ["c", "d"], ["e"], []]);
  });

  it("holds back what came after a transaction that is still open, so that nothing is overtaken", async () => {
    const cursor = await headCursor(db.pool, "default");
    const slow = await db.pool.connect();
    await slow.query("BEGIN");
    await slow.query(INSERT, ["slow"]);
    await say("fast");
    expect(topics(await read(cursor))).toEqual([]);
    await slow.query("COMMIT");
    slow.release();
    await settled();
    expect(topics(await read(cursor))).toEqual(["slow", "fast"]);
  });

  it("loses and repeats nothing while 6 writers commit out of order", async () => {
    let cursor = await headCursor(db.pool, "default");
    const seen: string[] = [];
    const writer = async (name: number) => {
      for (let index = 0; index < 20; index += 1) {
        const client = await db.pool.connect();
        await client.query("BEGIN");
        await client.query(INSERT, [`${name}.${index}`]);
        await client.query("SELECT pg_sleep(random() * 0.01)");
        await client.query("COMMIT");
        client.release();
      }
    };
    let writing = true;
    const writers = Promise.all([0, 1, 2, 3, 4, 5].map(writer)).then(() => {
      writing = false;
    });
    const drain = async () => {
      const page = await read(cursor, 7);
      if (page.kind === "events") seen.push(...page.events.map((event) => event.topic));
      cursor = page.cursor;
      return page.kind === "events" && page.events.length > 0;
    };
    while (writing) await drain();
    await writers;
    await settled();
    while (await drain());
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });

  it("asks for a snapshot without a cursor, with a foreign or impossible one, and after the epoch was raised", async () => {
    const head = await headCursor(db.pool, "default");
    const [epoch, xid, id] = head.split(".");
    for (const after of [
      null,
      "",
      "x",
      `foreign.${xid}.${id}`,
      `${epoch}.9999999999.1`,
      `${epoch}.0.0`,
      "a.b.c",
      `${head}.1`,
    ]) {
      expect(await read(after)).toEqual({ kind: "snapshot", cursor: head });
    }
    expect(topics(await read(head))).toEqual([]);
    await db.pool.query("UPDATE store SET epoch = 'next'");
    expect(await read(head)).toEqual({ kind: "snapshot", cursor: `next.${xid}.${id}` });
  });

  it("asks for a snapshot when events after the cursor were pruned, and goes on when none were", async () => {
    const old = await headCursor(db.pool, "default");
    for (const topic of ["a", "b", "c"]) await say(topic);
    await settled();
    const kept = await headCursor(db.pool, "default");
    await db.pool.query("UPDATE event SET at = now() - interval '2 days'");
    await say("d");
    await settled();
    expect(await pruneEvents(db.pool, 86_400)).toBe(3);
    expect(topics(await read(old))).toBe("snapshot");
    expect(topics(await read(kept))).toEqual(["d"]);
  });
});

describe("wake-ups", () => {
  const stay = 20_000;

  it("wake who waits for a topic when the journal commits it, and nobody else", async () => {
    const [key] = (await addSessions(db.pool, 1)) as [string];
    const journal = createJournal(db.pool);
    const wakeups = createWakeups(db.url);
    await wakeups.wait("warm-up", stay); // the first LISTEN wakes everybody
    const woken: string[] = [];
    const waits = ["approvals", `session:${key}`, "other"].map((topic) =>
      wakeups.wait(topic, stay).then(() => woken.push(topic)),
    );
    await journal.commit(barePlan(key, { events: [{ topic: "approvals" }, { topic: `session:${key}` }] }));
    await Promise.all(waits.slice(0, 2));
    expect(woken.sort()).toEqual(["approvals", `session:${key}`]);
    await wakeups.close();
    await Promise.all(waits);
  });

  it("end with the time, and with the signal", async () => {
    const wakeups = createWakeups(db.url);
    await wakeups.wait("a", stay);
    await wakeups.wait("a", 10);
    await wakeups.wait("a", stay, AbortSignal.abort());
    await wakeups.wait("a", stay, AbortSignal.timeout(20));
    await wakeups.close();
  });

  it("tell everybody to look again when the connection had been lost", async () => {
    const wakeups = createWakeups(db.url);
    await wakeups.wait("a", stay);
    const waiting = wakeups.wait("a", stay);
    await db.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'guardian-wakeups' AND datname = current_database()",
    );
    await waiting;
    const again = wakeups.wait("b", stay);
    await db.pool.query("SELECT pg_notify('guardian_wakeups', 'b')");
    await again;
    await wakeups.close();
  });
});
