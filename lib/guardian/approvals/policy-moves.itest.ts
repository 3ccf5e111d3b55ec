/** Policy that moves between approval and re-send, or between evaluation and commit, is obeyed (design: release, stage 7). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleOf, chainOf, defaultAnd, PERMIT_ALL, rowsOf, rule, verified } from "../../testing/probes";
import { type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type TestPerson, type World, world } from "../../testing/world";

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

const resend = (session: ScriptedSession, payload: unknown = REFUND) =>
  send(w.guardian, session.message(CALL, payload));
const rowOf = (id: string) => w.container.prisma.approval.findUniqueOrThrow({ where: { id } });

async function approved(): Promise<{ session: ScriptedSession; id: string }> {
  const session = await openSession(w.guardian, await w.agent());
  const { approval_id: id } = approvalOf(await resend(session));
  expect((await decide(w.deps, person, id)).ok).toBe(true);
  return { session, id };
}

describe("a rule published between approval and re-send", () => {
  it("that denies wins, and the approval stays unused until policy allows it again", async () => {
    const { session, id } = await approved();
    await w.publish(defaultAnd("freeze", rule("freeze", { disposition: "deny", code: "payments_frozen" })));
    expect(await resend(session)).toMatchObject({
      decision: "deny",
      codes: expect.arrayContaining(["payments_frozen"]),
    });
    expect(await rowOf(id)).toMatchObject({ state: "approved", consumedAt: null });
    await w.publish(defaultAnd("thawed"));
    expect((await resend(session)).decision).toBe("allow");
    expect(await rowOf(id)).toMatchObject({ state: "consumed" });
  });

  it("that also asks makes the approval void and opens a new question", async () => {
    const { session, id } = await approved();
    await w.publish(defaultAnd("more", rule("ask-finance", { disposition: "ask", approvers: "finance" })));
    const again = await resend(session);
    expect(again.decision).toBe("ask");
    expect(approvalOf(again).approval_id).not.toBe(id);
    expect(await rowOf(id)).toMatchObject({ state: "void" });
    await decide(w.deps, person, approvalOf(again).approval_id);
    expect((await resend(session)).decision).toBe("allow");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("that wants more votes for the same rule makes the approval void", async () => {
    const terms = { disposition: "ask" };
    await w.publish(bundleOf("one", [PERMIT_ALL, rule("ask-all", terms)]));
    const { session, id } = await approved();
    await w.person();
    await w.publish(bundleOf("two", [PERMIT_ALL, rule("ask-all", { ...terms, votes: "2" })]));
    expect((await resend(session)).decision).toBe("ask");
    expect(await rowOf(id)).toMatchObject({ state: "void" });
  });

  it("that edits the action makes the approval void: something else would run", async () => {
    const { session, id } = await approved();
    await w.publish(defaultAnd("capped", rule("cap", { disposition: "modify", override: '{"amount":600}' })));
    const again = await resend(session);
    expect(again.decision).toBe("ask");
    expect(await rowOf(id)).toMatchObject({ state: "void" });
    await decide(w.deps, person, approvalOf(again).approval_id);
    const released = await resend(session);
    expect(released.decision).toBe("modify");
    expect(released.result.modifications).toEqual({ parameter_overrides: { amount: 600 } });
  });

  it("that takes away the base permission denies", async () => {
    const { session, id } = await approved();
    const bare = defaultAnd("no tools");
    const policies = bare.policies.filter((policy) => policy.id !== "allow-tool-calls");
    await w.publish({ ...bare, policies });
    expect(await resend(session)).toMatchObject({ decision: "deny", codes: expect.arrayContaining(["no_permit"]) });
    expect(await rowOf(id)).toMatchObject({ state: "approved" });
  });

  it("supersedes a pending question when something else would run", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const { approval_id: first } = approvalOf(await resend(session));
    await w.publish(defaultAnd("capped", rule("cap", { disposition: "modify", override: '{"amount":600}' })));
    const again = await resend(session);
    expect(again.decision).toBe("ask");
    expect(approvalOf(again).approval_id).not.toBe(first);
    expect(await rowOf(first)).toMatchObject({ state: "superseded" });
    expect(await decide(w.deps, person, first)).toMatchObject({ ok: false, failure: { kind: "conflict" } });
  });
});

describe("a bundle published while steps are under way", () => {
  it("is obeyed by every step that commits after it", async () => {
    const lookup = toolCall("lookup_account", { id: "c1" });
    const sessions = await Promise.all(Array.from({ length: 6 }, async () => openSession(w.guardian, await w.agent())));
    const flood = sessions.flatMap((session) => Array.from({ length: 20 }, () => resend(session, lookup)));
    await flood[10];
    await w.publish(defaultAnd("closed", rule("stop", { disposition: "deny", code: "stopped" })));
    const published = await w.container.prisma.bundle.findFirstOrThrow({ orderBy: { version: "desc" } });
    const answers = await Promise.all(flood);
    const after = await Promise.all(sessions.map((session) => resend(session, lookup)));
    expect(after.map((answer) => answer.codes)).toEqual(sessions.map(() => ["stopped"]));
    expect(answers.some((answer) => answer.codes.includes("stopped"))).toBe(true);
    for (const session of sessions) {
      const calls = (await chainOf(w, session)).filter((entry) => entry.stepType === CALL);
      const turned = calls.findIndex((entry) => entry.bundleDigest === published.digest);
      expect(turned).toBeGreaterThanOrEqual(0);
      for (const [at, entry] of calls.entries()) {
        expect(entry.decision).toBe(at < turned ? "allow" : "deny");
        expect(entry.bundleDigest === published.digest).toBe(at >= turned);
      }
      expect((await verified(w, session)).findings).toEqual([]);
    }
  });

  it("is obeyed on a replica that had the old one loaded", async () => {
    const other = await w.replica();
    const session = await openSession(other.guardian, await w.agent());
    const lookup = () => session.message(CALL, toolCall("lookup_account", { id: "c1" }));
    expect((await send(other.guardian, lookup())).decision).toBe("allow");
    await w.publish(defaultAnd("closed again", rule("stop", { disposition: "deny", code: "stopped" })));
    expect(await send(other.guardian, lookup())).toMatchObject({ decision: "deny", codes: ["stopped"] });
    expect(await rowsOf(w, session)).toMatchObject({ entries: 3 });
  });
});
