/** Expiry is judged by the database clock at the moment of decision (R11, F31, F32); a session's end withdraws (R15, F39). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOf, chainOf, defaultAnd, PERMIT_ALL, rowsOf, rule, sql, verified } from "../../testing/probes";
import { type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type TestPerson, type World, world } from "../../testing/world";
import { closeIdle } from "./close-session";

const CALL = "steps/toolCallRequest";
const REFUND = toolCall("refund_payment", { customer: "cust_1042", amount: 840 });
let w: World;
let person: TestPerson;
beforeAll(async () => {
  w = await world();
  person = await w.person();
});
afterAll(() => w.close());

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const resend = (session: ScriptedSession) => send(w.guardian, session.message(CALL, REFUND));
const rowOf = (id: string) => w.container.prisma.approval.findUniqueOrThrow({ where: { id } });
const outcomes = async (session: ScriptedSession) =>
  (await chainOf(w, session))
    .filter((entry) => entry.stepType === "guardian/approval_resolution")
    .map((entry) => JSON.parse(entry.content).outcome);

async function asked(): Promise<{ session: ScriptedSession; id: string }> {
  const session = await openSession(w.guardian, await w.agent());
  return { session, id: approvalOf(await resend(session)).approval_id };
}
const expireNow = (id: string) => sql(w, "UPDATE approval SET expires_at = clock_timestamp() WHERE id = $1", [id]);
const expirePast = (id: string) =>
  sql(w, "UPDATE approval SET expires_at = clock_timestamp() - interval '5 seconds' WHERE id = $1", [id]);
const useByPast = (id: string) =>
  sql(w, "UPDATE approval SET use_by = clock_timestamp() - interval '1 second' WHERE id = $1", [id]);

describe("an approval that expired", () => {
  it.each([
    ["seconds ago", expirePast],
    ["at this very instant", expireNow],
  ])("%s cannot be approved any more, and is recorded as expired, not as denied", async (_when, expire) => {
    const { session, id } = await asked();
    await expire(id);
    const late = await decide(w.deps, person, id);
    expect(late).toMatchObject({ ok: false, failure: { kind: "conflict", state: "expired", decidedBy: null } });
    expect(await rowOf(id)).toMatchObject({ state: "expired", decidedBy: null });
    expect(await w.container.prisma.vote.count({ where: { approvalId: id } })).toBe(0);
    expect(await outcomes(session)).toEqual(["expired"]);
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("is asked once more, and then denied", async () => {
    await w.publish(bundleOf("hasty", [PERMIT_ALL, rule("ask-all", { disposition: "ask", timeout: "1" })]));
    const { session, id } = await asked();
    await sleep(1_100);
    const again = await resend(session);
    expect(again.decision).toBe("ask");
    expect(approvalOf(again).approval_id).not.toBe(id);
    await sleep(1_100);
    expect(await resend(session)).toMatchObject({ decision: "deny", codes: ["approval_expired"] });
    expect(await resend(session)).toMatchObject({ decision: "deny", codes: ["approval_expired"] });
    const restarted = await w.replica();
    const fresh = await send(restarted.guardian, session.message(CALL, REFUND));
    expect(fresh).toMatchObject({ decision: "deny", codes: ["approval_expired"] });
    expect(await outcomes(session)).toEqual(["expired", "expired"]);
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 2 });
    await w.publish(defaultAnd("as before"));
  });

  it("is told to the agent that waits, and recorded by whoever sees it first", async () => {
    const { session, id } = await asked();
    await sql(w, "UPDATE approval SET expires_at = clock_timestamp() + interval '300 ms' WHERE id = $1", [id]);
    const answer = await send(w.guardian, session.message("guardian/approval", { approval_id: id, wait_ms: 20_000 }));
    expect(answer.result).toMatchObject({ state: "expired", reason_code: "approval_expired" });
    expect(await outcomes(session)).toEqual(["expired"]);
  });

  it("unused after it was approved is asked once more", async () => {
    const { session, id } = await asked();
    await decide(w.deps, person, id);
    await useByPast(id);
    const again = await resend(session);
    expect(again.decision).toBe("ask");
    expect(await rowOf(id)).toMatchObject({ state: "expired", decidedBy: person.id, consumedAt: null });
    expect(await outcomes(session)).toEqual(["approved", "expired"]);
  });

  it("unused is reported as expired to the agent that asks for it", async () => {
    const { session, id } = await asked();
    await decide(w.deps, person, id);
    await useByPast(id);
    const answer = await send(w.guardian, session.message("guardian/approval", { approval_id: id }));
    expect(answer.result).toMatchObject({ state: "expired", reason_code: "approval_expired" });
    expect(answer.result.use_by).toBeUndefined();
  });
});

describe("a rejection", () => {
  it("lasts for the rest of the session, whatever policy says later, and says why", async () => {
    const { session, id } = await asked();
    await decide(w.deps, person, id, { verdict: "deny", reason: "wrong customer" });
    for (let time = 0; time < 3; time += 1) {
      const answer = await resend(session);
      expect(answer).toMatchObject({ decision: "deny", codes: ["approval_rejected"] });
      expect(String(answer.result.reasoning)).toContain("wrong customer");
    }
    await w.publish(bundleOf("everything goes", [PERMIT_ALL]));
    expect((await resend(session)).codes).toEqual(["approval_rejected"]);
    const other = await openSession(w.guardian, await w.agent());
    expect((await resend(other)).decision).toBe("allow");
    await w.publish(defaultAnd("as before"));
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 1 });
  });
});

describe("the end of a session", () => {
  async function withTwo() {
    const { session, id } = await asked();
    const second = await send(w.guardian, session.message(CALL, toolCall("deploy", { to: "production" })));
    await decide(w.deps, person, id);
    return { session, unused: id, pending: approvalOf(second).approval_id };
  }

  async function expectWithdrawn(facts: Awaited<ReturnType<typeof withTwo>>): Promise<void> {
    const { session, unused, pending } = facts;
    for (const id of [unused, pending]) expect(await rowOf(id)).toMatchObject({ state: "cancelled" });
    const click = await decide(w.deps, person, pending, { verdict: "approve" });
    expect(click).toMatchObject({ ok: false, failure: { kind: "conflict", state: "cancelled" } });
    expect(await resend(session)).toMatchObject({ decision: "deny", codes: ["session_closed"] });
    const told = await send(w.guardian, session.message("guardian/approval", { approval_id: pending }));
    expect(told.result).toMatchObject({ state: "cancelled", reason_code: "approval_cancelled" });
    const { headSeq, entries, state } = await rowsOf(w, session);
    expect({ headSeq, state }).toEqual({ headSeq: entries, state: "closed" });
    expect((await verified(w, session)).findings).toEqual([]);
  }

  it("withdraws what is pending and what is approved and unused, before its own entry", async () => {
    const facts = await withTwo();
    await send(w.guardian, facts.session.message("steps/sessionEnd", { reason: "completed" }));
    await expectWithdrawn(facts);
    const types = (await chainOf(w, facts.session)).map((entry) => entry.stepType);
    expect(types.at(-1)).toBe("steps/sessionEnd");
    expect(types.slice(-3, -1)).toEqual(["guardian/approval_resolution", "guardian/approval_resolution"]);
  });

  it("by the idle limit does the same", async () => {
    const facts = await withTwo();
    const { key } = await rowsOf(w, facts.session);
    await sql(w, "UPDATE session SET last_step_at = clock_timestamp() - interval '2 hours' WHERE key = $1", [key]);
    expect(await closeIdle(w.deps)).toBe(1);
    expect(await closeIdle(w.deps)).toBe(0);
    await expectWithdrawn(facts);
    expect((await chainOf(w, facts.session)).at(-1)?.stepType).toBe("guardian/session_closed");
  });

  it("is not put off by people who look at its items", async () => {
    const { session, id } = await asked();
    const { key } = await rowsOf(w, session);
    await sql(w, "UPDATE session SET last_step_at = clock_timestamp() - interval '2 hours' WHERE key = $1", [key]);
    await decide(w.deps, person, id);
    expect(await closeIdle(w.deps)).toBe(1);
    expect(await rowOf(id)).toMatchObject({ state: "cancelled" });
  });
});

describe("a rule's own times", () => {
  it("bound how long people have and how long an approval may wait", async () => {
    const terms = { disposition: "ask", timeout: "60", use_within: "30" };
    await w.publish(bundleOf("short", [PERMIT_ALL, rule("ask-all", terms)]));
    const { session, id } = await asked();
    const row = await rowOf(id);
    expect(Math.abs(row.expiresAt.getTime() - row.createdAt.getTime() - 60_000)).toBeLessThan(5_000);
    await decide(w.deps, person, id);
    const after = await rowOf(id);
    expect(Math.abs((after.useBy?.getTime() ?? 0) - (after.decidedAt?.getTime() ?? 0) - 30_000)).toBeLessThan(5_000);
    expect((await resend(session)).decision).toBe("allow");
    await w.publish(defaultAnd("as before"));
  });
});
