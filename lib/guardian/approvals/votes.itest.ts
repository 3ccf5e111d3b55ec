/** The first decision wins (R10, F29), and a rule that wants two people gets two (R12). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleOf, chainOf, decisionForm, defaultAnd, PERMIT_ALL, rule, sql, verified } from "../../testing/probes";
import { type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import {
  type AgentOptions,
  approvalOf,
  decide,
  openSession,
  send,
  type TestPerson,
  type World,
  world,
} from "../../testing/world";
import { type ResolveInput, resolveApproval } from "./resolve";

const CALL = "steps/toolCallRequest";
const REFUND = toolCall("refund_payment", { customer: "cust_1042", amount: 840 });
let w: World;
let person: TestPerson;
beforeAll(async () => {
  w = await world();
  person = await w.person();
});
beforeEach(() => w.publish(defaultAnd("as before")));
afterAll(() => w.close());

async function asked(agent: AgentOptions = {}, userId?: string): Promise<{ session: ScriptedSession; id: string }> {
  const session = await openSession(w.guardian, await w.agent(agent));
  const metadata = userId === undefined ? {} : { user_context: { user_id: userId } };
  const answer = await send(w.guardian, session.message(CALL, REFUND, { metadata }));
  return { session, id: approvalOf(answer).approval_id };
}
const rowOf = (id: string) => w.container.prisma.approval.findUniqueOrThrow({ where: { id } });
const decisionEntries = async (session: ScriptedSession) =>
  (await chainOf(w, session)).filter((entry) => entry.stepType === "guardian/approval_resolution");

describe("deciding at once", () => {
  it("has one winner among 20; the others are told who won", async () => {
    const { session, id } = await asked();
    const people = await Promise.all(Array.from({ length: 20 }, () => w.person()));
    const forms = await Promise.all(people.map((by) => decisionForm(w.deps, id, by)));
    const results = await Promise.all(
      forms.map((form, at) =>
        resolveApproval(w.deps, at % 2 === 0 ? form : { ...form, verdict: "deny", reason: "not today" }),
      ),
    );
    const won = results.flatMap((result, at) => (result.ok ? [at] : []));
    expect(won).toHaveLength(1);
    const winner = people[won[0] ?? -1];
    const state = (won[0] ?? 0) % 2 === 0 ? "approved" : "rejected";
    const lost = results.filter((result) => !result.ok);
    for (const result of lost) {
      expect(result).toMatchObject({ ok: false, failure: { kind: "conflict", state, decidedBy: winner?.id } });
    }
    expect(await decisionEntries(session)).toHaveLength(1);
    expect(await w.container.prisma.vote.count({ where: { approvalId: id } })).toBe(1);
    expect((await verified(w, session)).findings).toEqual([]);
    const after = await send(w.guardian, session.message(CALL, REFUND));
    expect(after.decision).toBe(state === "approved" ? "allow" : "deny");
  });

  it("on two replicas has one winner too", async () => {
    const { session, id } = await asked();
    const other = await w.replica();
    const forms = await Promise.all([person, await w.person()].map((by) => decisionForm(w.deps, id, by)));
    const results = await Promise.all([
      resolveApproval(w.deps, forms[0] as ResolveInput),
      resolveApproval(other.deps, { ...(forms[1] as ResolveInput), verdict: "deny", reason: "no" }),
    ]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(await decisionEntries(session)).toHaveLength(1);
  });
});

describe("a rule that wants two people", () => {
  const two = bundleOf("two", [PERMIT_ALL, rule("ask-two", { disposition: "ask", votes: "2" })]);

  it("counts distinct people, each on what they saw", async () => {
    await w.publish(two);
    const { session, id } = await asked();
    const second = await w.person();
    expect(await decide(w.deps, person, id)).toMatchObject({
      ok: true,
      value: { state: "pending", votes: 1, needed: 2 },
    });
    const twice = await decide(w.deps, person, id);
    expect(twice).toMatchObject({ ok: false, failure: { kind: "conflict", reason: "already_voted" } });
    expect((await send(w.guardian, session.message(CALL, REFUND))).decision).toBe("ask");
    const other = await decide(w.deps, second, id, { edits: { amount: 700 } });
    expect(other).toMatchObject({ ok: true, value: { state: "pending" } });
    expect(await decide(w.deps, await w.person(), id)).toMatchObject({
      ok: true,
      value: { state: "approved", votes: 2 },
    });
    const { receipt } = await rowOf(id);
    expect(JSON.parse(receipt ?? "{}").statements).toHaveLength(2);
    expect((await send(w.guardian, session.message(CALL, REFUND))).decision).toBe("allow");
  });

  it("takes one denial as the end, and no vote of somebody who lost the role since", async () => {
    await w.publish(two);
    const denied = await asked();
    await decide(w.deps, person, denied.id);
    expect(await decide(w.deps, await w.person(), denied.id, { verdict: "deny" })).toMatchObject({
      value: { state: "rejected" },
    });
    const { id } = await asked();
    const leaver = await w.person();
    await decide(w.deps, leaver, id);
    await sql(w, "UPDATE person SET roles = '{}', revision = revision + 1 WHERE id = $1", [leaver.id]);
    expect(await decide(w.deps, person, id)).toMatchObject({ ok: true, value: { state: "pending", votes: 1 } });
    expect(await decide(w.deps, await w.person(), id)).toMatchObject({ ok: true, value: { state: "approved" } });
  });
});
