import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../testing/database";
import { addAgent, count, emptyTables, TENANT } from "../testing/store-builders";
import { createJournal, type PgJournal } from "./journal";

let db: TestDatabase;
let journal: PgJournal;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  await emptyTables(db.pool);
  journal = createJournal(db.pool);
});
afterEach(() => journal.close());

const kinds = (outcomes: readonly { kind: string }[]) => outcomes.map((outcome) => outcome.kind);

describe("openSession", () => {
  const hello = (agent: { agentKey: string; keyId: string }, sessionId: string) => ({
    session: {
      ...agent,
      key: randomUUID(),
      tenantId: TENANT,
      sessionId,
      terms: "{}",
      helloRequestId: "r",
      helloAnswer: "{}",
    },
    reservations: [{ kind: "request_id", value: "r" }] as const,
    request: "{}",
    audits: [],
    events: [],
  });

  it("gives an id to one session only, in whatever spelling", async () => {
    const agent = await addAgent(db.pool);
    const ids = ["Session-A", "session-a", "SESSION-A"];
    const opened = await Promise.all(ids.map((id) => journal.openSession(hello(agent, id))));
    expect(kinds(opened).sort()).toEqual(["committed", "exists", "exists"]);
    expect(await count(db.pool, "reservation")).toBe(1);
  });

  it("opens none under a key that ended", async () => {
    const agent = await addAgent(db.pool);
    await db.pool.query("UPDATE agent_key SET state = 'retired', overlap_until = now() + interval '1 hour'");
    expect(await journal.openSession(hello(agent, "s"))).toMatchObject({ kind: "failed" });
    expect(await count(db.pool, "session")).toBe(0);
  });
});

describe("refusals", () => {
  it("are written in bulk, with what a stranger may send", async () => {
    for (let index = 0; index < 1200; index += 1) {
      journal.refused({
        code: -32700,
        reason: "parse_error",
        bodyBytes: index,
        bodyHash: "h",
        keyId: "k\u0000".repeat(300),
      });
    }
    await journal.flush();
    expect(await count(db.pool, "refusal")).toBe(1200);
    expect(journal.lostRefusals()).toBe(0);
  });
});
