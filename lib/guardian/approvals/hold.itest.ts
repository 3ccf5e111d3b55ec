/** A client that cannot ASK: its step is held, or answered by what ACS §9.2 puts in place of ASK (R8, R13). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditActions, chainOf, defaultAnd, rowsOf, rule, sql, verified } from "../../testing/probes";
import { type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import {
  type AgentOptions,
  type Answer,
  decide,
  openSession,
  send,
  type TestPerson,
  type World,
  world,
} from "../../testing/world";

const CALL = "steps/toolCallRequest";
const REFUND = toolCall("refund_payment", { customer: "cust_1042", amount: 840 });
let w: World;
let person: TestPerson;
beforeAll(async () => {
  w = await world();
  person = await w.person({ groups: ["finance"] });
});
beforeEach(() => w.publish(defaultAnd("as before")));
afterAll(() => w.close());

const sessionOf = async (options: AgentOptions = {}) =>
  openSession(w.guardian, await w.agent({ canAsk: false, ...options }));
const call = (session: ScriptedSession, payload: unknown = REFUND) => send(w.guardian, session.message(CALL, payload));

/** The newest pending item of the session, as soon as there is one. */
async function itemOf(session: ScriptedSession, not = ""): Promise<string> {
  const { key } = await rowsOf(w, session);
  for (;;) {
    const where = { sessionKey: key, state: "pending", id: { not } };
    const row = await w.container.prisma.approval.findFirst({ where, orderBy: { createdAt: "desc" } });
    if (row) return row.id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** How the chain tells of the call: one entry, with the decision that was sent. */
async function expectOneEntry(session: ScriptedSession, answer: Answer): Promise<void> {
  const calls = (await chainOf(w, session)).filter((entry) => entry.stepType === CALL);
  expect(calls.map((entry) => entry.decision)).toEqual([answer.decision]);
  expect(answer.result.chain_hash).toBe(calls[0]?.entryHash);
  expect((await verified(w, session)).findings).toEqual([]);
}

describe("a held step", () => {
  it("is answered with ALLOW when it is approved", async () => {
    const session = await sessionOf();
    const waiting = call(session);
    await decide(w.deps, person, await itemOf(session));
    const answer = await waiting;
    expect(answer.decision).toBe("allow");
    expect(session.verifies(answer.raw)).toBe(true);
    await expectOneEntry(session, answer);
    expect((await call(session)).codes).toEqual(["approval_consumed"]);
  });

  it("is answered with DENY when it is rejected", async () => {
    const session = await sessionOf();
    const waiting = call(session);
    await decide(w.deps, person, await itemOf(session), { verdict: "deny", reason: "no" });
    const answer = await waiting;
    expect(answer).toMatchObject({ decision: "deny", codes: ["approval_rejected"] });
    await expectOneEntry(session, answer);
  });

  it("is answered with the edits of its approver", async () => {
    const session = await sessionOf();
    const waiting = call(session);
    await decide(w.deps, person, await itemOf(session), { edits: { amount: 600 } });
    const answer = await waiting;
    expect(answer.decision).toBe("modify");
    await expectOneEntry(session, answer);
  });

  it("becomes DEFER before its timeout when nobody decides, with an audit event, and can be approved later", async () => {
    const session = await sessionOf({ timeoutMs: 3_000 });
    const answer = await call(session);
    expect(answer).toMatchObject({ decision: "defer" });
    expect(answer.codes).toContain("approver_unavailable");
    expect(answer.result.defer_details).toMatchObject({
      reason: "pending_dependency",
      resolution_method: "human_approval",
      timeout_decision: "deny",
    });
    expect(await auditActions(w, session)).toContain("ask_substituted");
    await expectOneEntry(session, answer);
    await decide(w.deps, person, await itemOf(session));
    expect((await call(session)).decision).toBe("allow");
  });

  it("leaves its lane free for other steps of the session", async () => {
    const session = await sessionOf();
    const waiting = call(session);
    const id = await itemOf(session);
    expect((await call(session, toolCall("lookup_account", { id: "c1" }))).decision).toBe("allow");
    await decide(w.deps, person, id);
    expect((await waiting).decision).toBe("allow");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("is remembered: its request_id is taken while it waits", async () => {
    const session = await sessionOf();
    const message = session.message(CALL, REFUND);
    const waiting = send(w.guardian, message);
    const id = await itemOf(session);
    expect(await send(w.guardian, message)).toMatchObject({ code: -32005 });
    await decide(w.deps, person, id);
    expect((await waiting).decision).toBe("allow");
  });

  it("ends with its session", async () => {
    const session = await sessionOf();
    const waiting = call(session);
    await itemOf(session);
    await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
    expect(await waiting).toMatchObject({ decision: "deny", codes: ["session_closed"] });
  });

  it("goes on waiting for the new item when policy asks for more than was approved", async () => {
    const session = await sessionOf();
    const waiting = call(session);
    const first = await itemOf(session);
    await w.publish(defaultAnd("more", rule("ask-finance", { disposition: "ask", approvers: "finance" })));
    await decide(w.deps, person, first);
    await decide(w.deps, person, await itemOf(session, first));
    const answer = await waiting;
    expect(answer.decision).toBe("allow");
    await expectOneEntry(session, answer);
  });

  it("obeys a rule that denies by the time it was approved", async () => {
    const session = await sessionOf();
    const waiting = call(session);
    const id = await itemOf(session);
    await w.publish(defaultAnd("freeze", rule("freeze", { disposition: "deny", code: "frozen" })));
    await decide(w.deps, person, id);
    expect(await waiting).toMatchObject({ decision: "deny", codes: expect.arrayContaining(["frozen"]) });
  });

  it("is answered when its item expires", async () => {
    const session = await sessionOf();
    const waiting = call(session);
    const id = await itemOf(session);
    await sql(w, "UPDATE approval SET expires_at = clock_timestamp() WHERE id = $1", [id]);
    const second = await itemOf(session, id);
    await sql(w, "UPDATE approval SET expires_at = clock_timestamp() WHERE id = $1", [second]);
    expect(await waiting).toMatchObject({ decision: "deny", codes: ["approval_expired"] });
  });

  it("is not held beyond the agent's cap", async () => {
    const agent = await w.agent({ canAsk: false });
    await w.container.prisma.agent.update({ where: { key: agent.key }, data: { holdCap: 1 } });
    const [first, second] = [await openSession(w.guardian, agent), await openSession(w.guardian, agent)];
    const waiting = call(first);
    const id = await itemOf(first);
    expect((await call(second)).decision).toBe("defer");
    await decide(w.deps, person, id);
    expect((await waiting).decision).toBe("allow");
  });
});

describe("an agent that is set to", () => {
  it("deny in place of ASK opens no item", async () => {
    const session = await sessionOf({ askSubstitute: "deny" });
    expect(await call(session)).toMatchObject({ decision: "deny", codes: ["approver_unavailable"] });
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 0 });
    expect(await auditActions(w, session)).toContain("ask_substituted");
  });

  it("defer in place of ASK gets the same deferral until somebody decides", async () => {
    const session = await sessionOf({ askSubstitute: "defer" });
    for (let time = 0; time < 3; time += 1) expect((await call(session)).decision).toBe("defer");
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 1 });
    await decide(w.deps, person, await itemOf(session));
    expect((await call(session)).decision).toBe("allow");
  });
});
