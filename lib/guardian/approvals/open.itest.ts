/** ASK and DEFER have an answer path, an end and a bound; nobody to ask is never yes (R8, R13, F24, F35, F36). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditActions, bundleOf, defaultAnd, PERMIT_ALL, rowsOf, rule } from "../../testing/probes";
import { type ScriptedSession, toolCall, userMessage } from "../../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type TestPerson, type World, world } from "../../testing/world";

const CALL = "steps/toolCallRequest";
const refund = (amount = 840) => toolCall("refund_payment", { customer: "cust_1042", amount });
let w: World;
let person: TestPerson;
beforeAll(async () => {
  w = await world();
  person = await w.person();
});
beforeEach(() => w.publish(defaultAnd("as before")));
afterAll(() => w.close());

const call = (session: ScriptedSession, payload: unknown = refund()) =>
  send(w.guardian, session.message(CALL, payload));

describe("an ASK", () => {
  it("carries what ACS asks for, and where its approval stands", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const answer = await call(session);
    expect(answer.result.ask_details).toMatchObject({
      approver: { type: "human", id: "approvers" },
      question: "Refund 840 to cust_1042 with refund_payment",
      timeout_disposition: "deny",
    });
    const row = await w.container.prisma.approval.findUniqueOrThrow({ where: { id: approvalOf(answer).approval_id } });
    expect(answer.result.policy_data).toMatchObject({
      approval: { action_digest: row.requestedDigest, expires_at: row.expiresAt.toISOString() },
    });
  });

  it.each([
    ["has no members", { approvers: "legal" }],
    ["has nobody in all of its groups", { approvers: "finance,legal" }],
    ["has fewer people than votes", { votes: "15" }],
  ])("whose group %s is a denial with an audit event", async (_what, terms) => {
    await w.publish(defaultAnd("asks", rule("ask-all", { disposition: "ask", ...terms })));
    const session = await openSession(w.guardian, await w.agent());
    expect(await call(session)).toMatchObject({ decision: "deny", codes: ["approver_unavailable"] });
    expect(await auditActions(w, session)).toContain("approver_unavailable");
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 0 });
  });

  it("that only its own people could answer is a denial", async () => {
    const owner = await w.person({ groups: ["payments"] });
    await w.publish(defaultAnd("asks", rule("ask-all", { disposition: "ask", approvers: "payments" })));
    const owned = await openSession(w.guardian, await w.agent({ ownerId: owner.id }));
    expect((await call(owned)).codes).toEqual(["approver_unavailable"]);
    const named = await openSession(w.guardian, await w.agent());
    const metadata = { user_context: { user_id: owner.email } };
    expect((await send(w.guardian, named.message(CALL, refund(), { metadata }))).codes).toEqual([
      "approver_unavailable",
    ]);
  });

  it("beyond the agent's backlog is a denial, and has room again when one is decided", async () => {
    const agent = await w.agent({ pendingCap: 2 });
    const [first, second] = [await openSession(w.guardian, agent), await openSession(w.guardian, agent)];
    const asked = await call(first, refund(801));
    expect((await call(second, refund(802))).decision).toBe("ask");
    expect(await call(first, refund(803))).toMatchObject({ decision: "deny", codes: ["approval_backlog"] });
    expect(await auditActions(w, first)).toContain("approval_backlog");
    await decide(w.deps, person, approvalOf(asked).approval_id);
    expect((await call(first, refund(803))).decision).toBe("ask");
  });

  it("at a hook that cannot ask is a denial that says so", async () => {
    const text = '@disposition("ask")\nforbid (principal, action == Action::"steps/userMessage", resource);';
    await w.publish(bundleOf("asks at messages", [PERMIT_ALL, { id: "ask-messages", text }]));
    const session = await openSession(w.guardian, await w.agent());
    const answer = await send(w.guardian, session.message("steps/userMessage", userMessage("hello")));
    expect(answer.decision).toBe("deny");
    expect(answer.codes).toContain("disposition_not_permitted");
    expect(await auditActions(w, session)).toContain("disposition_not_permitted");
  });
});

describe("a DEFER", () => {
  const defers = (timeout: string) =>
    bundleOf("defers", [
      PERMIT_ALL,
      rule("defer-all", { disposition: "defer", timeout, defer_reason: "low_confidence" }),
    ]);

  it("is the same item until somebody decides, and is then released", async () => {
    await w.publish(defers("600"));
    const session = await openSession(w.guardian, await w.agent());
    const first = await call(session);
    expect(first.decision).toBe("defer");
    expect(first.result.defer_details).toMatchObject({ reason: "low_confidence", timeout_decision: "deny" });
    const again = await call(session);
    expect(approvalOf(again).approval_id).toBe(approvalOf(first).approval_id);
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 1 });
    await decide(w.deps, person, approvalOf(first).approval_id);
    expect((await call(session)).decision).toBe("allow");
  });

  it("is told as such to a client that cannot ASK", async () => {
    await w.publish(defers("600"));
    for (const askSubstitute of ["deny", "hold", "defer"] as const) {
      const session = await openSession(w.guardian, await w.agent({ canAsk: false, askSubstitute }));
      const answer = await call(session);
      expect(answer.decision).toBe("defer");
      expect(answer.codes).not.toContain("approver_unavailable");
    }
  });

  it("is bounded for each session", async () => {
    await w.publish(defers("600"));
    const session = await openSession(w.guardian, await w.agent());
    const answers = [];
    for (let amount = 1; amount <= 10; amount += 1) answers.push(await call(session, refund(amount)));
    expect(answers.map((answer) => answer.decision)).toEqual([
      ...Array.from({ length: 3 }, () => "defer"),
      ...Array.from({ length: 7 }, () => "deny"),
    ]);
    expect(answers[3]?.codes).toEqual(["deferral_bound_exceeded"]);
    expect((await call(session, refund(1))).decision).toBe("defer");
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 3 });
  });

  it("ends in a denial when its time is over", async () => {
    await w.publish(defers("1"));
    const session = await openSession(w.guardian, await w.agent());
    expect((await call(session)).decision).toBe("defer");
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(await call(session)).toMatchObject({ decision: "deny", codes: ["deferral_expired"] });
    expect(await call(session)).toMatchObject({ decision: "deny", codes: ["deferral_expired"] });
  });
});
