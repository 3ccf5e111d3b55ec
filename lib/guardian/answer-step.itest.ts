/** Every step is answered before its negotiated timeout (ACS §6.4, F25), and a Guardian that stops leaves none open. */
import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { timelineRows } from "../storage/reads/timeline";
import { auditActions, chainOf, refusalsDuring, rowsOf, verified } from "../testing/probes";
import { type ScriptedSession, toolCall, userMessage } from "../testing/scripted-agent";
import { openSession, send, type World, world } from "../testing/world";
import { createGuardian, type Guardian } from "./handle";
import type { Journal } from "./ports";

const SAY = "steps/userMessage";
let w: World;
beforeAll(async () => {
  w = await world();
  await w.person();
});
afterAll(() => w.close());

const say = (session: ScriptedSession, guardian = w.guardian) =>
  send(guardian, session.message(SAY, userMessage("hello")));

/** Somebody else's transaction that keeps the session's row locked until it is let go. */
async function holdRow(session: ScriptedSession): Promise<() => Promise<void>> {
  const { key } = await rowsOf(w, session);
  const client: PoolClient = await w.container.pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT 1 FROM session WHERE key = $1 FOR UPDATE", [key]);
  return async () => {
    await client.query("ROLLBACK");
    client.release();
  };
}

/** A Guardian whose commits wait until they are let through. */
function gated(): { readonly guardian: Guardian; readonly open: () => void } {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { journal } = w.deps;
  const commit: Journal["commit"] = async (plan) => {
    await gate;
    return journal.commit(plan);
  };
  return { guardian: createGuardian({ ...w.deps, journal: { ...journal, commit } }), open };
}

describe("a slow database", () => {
  it("costs the step its decision, not its answer; what commits afterwards is audited as answered late", async () => {
    const session = await openSession(w.guardian, await w.agent({ timeoutMs: 4_000 }));
    const { guardian, open } = gated();
    const message = session.message(SAY, userMessage("hello"));
    const rows = await refusalsDuring(w, async () => {
      const answer = await send(guardian, message);
      expect(answer).toMatchObject({ decision: "deny", codes: ["decision_timeout"] });
      expect(answer.result.chain_hash).toBeUndefined();
      expect(session.verifies(answer.raw)).toBe(true);
    });
    expect(rows).toMatchObject([{ reason: "decision_timeout", code: 0 }]);
    expect(await rowsOf(w, session)).toMatchObject({ entries: 1 });
    open();
    await expect.poll(() => auditActions(w, session), { timeout: 10_000 }).toContain("answered_late");
    const { key, entries, headSeq } = await rowsOf(w, session);
    expect({ entries, headSeq }).toEqual({ entries: 2, headSeq: 2 });
    const [, late] = await timelineRows(w.container.prisma, key, [1, 2]);
    expect(late?.marks).toEqual(["answered_late"]);
    expect(await send(w.guardian, message)).toMatchObject({ code: -32005 });
    expect((await say(session)).decision).toBe("allow");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("is not written to on behalf of a step that was already answered", async () => {
    const session = await openSession(w.guardian, await w.agent({ timeoutMs: 4_000 }));
    const { guardian, open } = gated();
    const lookup = session.message("steps/toolCallRequest", toolCall("lookup_account", { id: "c1" }));
    const answers = await Promise.all([say(session, guardian), send(guardian, lookup)]);
    for (const answer of answers) expect(answer.codes).toEqual(["decision_timeout"]);
    open();
    await expect.poll(() => auditActions(w, session), { timeout: 10_000 }).toContain("answered_late");
    await guardian.close();
    const kinds = (await chainOf(w, session)).map((entry) => entry.stepType);
    expect(kinds).toEqual(["steps/sessionStart", SAY]);
    expect((await send(w.guardian, lookup)).decision).toBe("allow");
  });

  it("that keeps a row locked for good is a denial, and the session goes on afterwards", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const letGo = await holdRow(session);
    const message = session.message(SAY, userMessage("hello"));
    const answer = await send(w.guardian, message);
    expect(answer).toMatchObject({ decision: "deny", codes: ["store_unavailable"] });
    await letGo();
    expect((await send(w.guardian, message)).decision).toBe("allow");
    expect(await rowsOf(w, session)).toMatchObject({ entries: 2 });
  });
});

describe("a Guardian that stops", () => {
  it("finishes the steps under way and refuses new ones", async () => {
    const leaving = await w.replica();
    const session = await openSession(leaving.guardian, await w.agent());
    const letGo = await holdRow(session);
    const running = say(session, leaving.guardian);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const closed = leaving.guardian.close();
    const refused = await say(session, leaving.guardian);
    expect(refused).toMatchObject({ code: -32603, reason: "shutting_down" });
    await letGo();
    expect((await running).decision).toBe("allow");
    await closed;
    expect((await say(session)).decision).toBe("allow");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("answers held steps at once by what stands in place of ASK", async () => {
    const leaving = await w.replica();
    const session = await openSession(leaving.guardian, await w.agent({ canAsk: false }));
    const refund = toolCall("refund_payment", { customer: "cust_1042", amount: 840 });
    const held = send(leaving.guardian, session.message("steps/toolCallRequest", refund));
    await expect.poll(async () => (await rowsOf(w, session)).approvals).toBe(1);
    await leaving.guardian.close();
    const answer = await held;
    expect(answer.decision).toBe("defer");
    expect(answer.codes).toContain("approver_unavailable");
    expect((await verified(w, session)).findings).toEqual([]);
  });
});
