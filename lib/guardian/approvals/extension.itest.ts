/** acs-approval/1: how an agent learns an outcome, and how it learns nothing else (design: three ways, R12, F34). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusalsDuring, rowsOf } from "../../testing/probes";
import { type ScriptedSession, scriptedSession, toolCall } from "../../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type TestPerson, type World, world } from "../../testing/world";

const CALL = "steps/toolCallRequest";
const REFUND = toolCall("refund_payment", { customer: "cust_1042", amount: 840 });
let w: World;
let person: TestPerson;
beforeAll(async () => {
  w = await world();
  person = await w.person();
});
afterAll(() => w.close());

const ask = (session: ScriptedSession, payload: unknown) =>
  send(w.guardian, session.message("guardian/approval", payload));

async function asked(): Promise<{ session: ScriptedSession; id: string }> {
  const session = await openSession(w.guardian, await w.agent());
  const answer = await send(w.guardian, session.message(CALL, REFUND));
  return { session, id: approvalOf(answer).approval_id };
}

describe("asking for an outcome", () => {
  it("says at once what the item is, signed, and writes no entry", async () => {
    const { session, id } = await asked();
    const before = await rowsOf(w, session);
    const answer = await ask(session, { approval_id: id });
    expect(answer.result).toMatchObject({ extension: "acs-approval/1", state: "pending", approval_id: id });
    expect(answer.result.decision).toBeUndefined();
    expect(session.verifies(answer.raw)).toBe(true);
    expect(await rowsOf(w, session)).toMatchObject({ headSeq: before.headSeq, entries: before.entries });
  });

  it("waits until somebody decides, here or on another replica", async () => {
    const other = await w.replica();
    for (const deps of [w.deps, other.deps]) {
      const { session, id } = await asked();
      const waiting = ask(session, { approval_id: id, wait_ms: 25_000 });
      await decide(deps, person, id, { verdict: "deny", reason: "no such customer" });
      expect((await waiting).result).toMatchObject({
        state: "rejected",
        reason_code: "approval_rejected",
        reason: "no such customer",
      });
    }
  });

  it("learns of an approval by the request that asked, and authorises nothing by itself", async () => {
    const { session, id } = await asked();
    await decide(w.deps, person, id);
    const row = await w.container.prisma.approval.findUniqueOrThrow({ where: { id } });
    const answer = await ask(session, { request_id: row.requestId });
    expect(answer.result).toMatchObject({ state: "approved", approval_id: id });
    expect(typeof answer.result.use_by).toBe("string");
    expect((await w.container.prisma.approval.findUniqueOrThrow({ where: { id } })).state).toBe("approved");
    expect(JSON.parse(String(answer.result.answer)).result.decision).toBe("ask");
  });

  it("works after the session ended, and never for a revoked key", async () => {
    const { session, id } = await asked();
    await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
    expect((await ask(session, { approval_id: id })).result.state).toBe("cancelled");
  });

  it("is replay-protected and time-bound like a step", async () => {
    const { session, id } = await asked();
    const message = session.message("guardian/approval", { approval_id: id });
    expect((await send(w.guardian, message)).result.state).toBe("pending");
    expect(await send(w.guardian, message)).toMatchObject({ code: -32005, reason: "replay_detected" });
    const stale = session.message("guardian/approval", { approval_id: id }, { timestamp: "2019-06-30T00:00:00Z" });
    expect(await send(w.guardian, stale)).toMatchObject({ code: -32006 });
    const forged = session.sign(session.unsigned("guardian/approval", { approval_id: id }), new Uint8Array(32));
    expect(await send(w.guardian, forged)).toMatchObject({ code: -32004 });
    expect(await send(w.guardian, session.unsigned("guardian/approval", { approval_id: id }))).toMatchObject({
      code: -32004,
    });
  });

  it.each([
    [{}],
    [{ approval_id: 7 }],
    [{ approval_id: "x".repeat(201) }],
    [{ approval_id: "apr_1", wait_ms: -1 }],
    [{ approval_id: "apr_1", wait_ms: 1.5 }],
    [{ approval_id: "apr_1", wait_ms: "long" }],
  ])("is refused for the payload %j", async (payload) => {
    const { session } = await asked();
    const rows = await refusalsDuring(w, async () => {
      expect(await ask(session, payload)).toMatchObject({ code: -32602, reason: "payload_invalid" });
    });
    expect(rows).toMatchObject([{ code: -32602, method: "guardian/approval" }]);
  });

  it("is refused before a hello, and in another agent's session", async () => {
    const { session, id } = await asked();
    const fresh = scriptedSession(await w.agent());
    expect(await ask(fresh, { approval_id: id })).toMatchObject({ code: -32003, reason: "session_missing" });
    const intruder = scriptedSession(await w.agent(), session.sessionId);
    expect(await ask(intruder, { approval_id: id })).toMatchObject({ code: -32004, reason: "key_not_bound" });
  });

  it("can decide nothing: whatever an agent adds to its question has no effect", async () => {
    const { session, id } = await asked();
    const pushy = { approval_id: id, verdict: "approve", state: "approved", decision: "allow" };
    expect((await ask(session, pushy)).result.state).toBe("pending");
    expect((await send(w.guardian, session.message(CALL, REFUND))).decision).toBe("ask");
  });

  it("holds no address or token with which an agent could decide", async () => {
    const { session, id } = await asked();
    const answers = [await send(w.guardian, session.message(CALL, REFUND)), await ask(session, { approval_id: id })];
    for (const { text } of answers) expect(text).not.toMatch(/https?:|token|sign_in|nonce/i);
  });

  it("ends when the Guardian stops", async () => {
    const leaving = await w.replica();
    const { session, id } = await asked();
    const message = session.message("guardian/approval", { approval_id: id, wait_ms: 25_000 });
    const waiting = send(leaving.guardian, message);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await leaving.guardian.close();
    expect((await waiting).result.state).toBe("pending");
  });
});
