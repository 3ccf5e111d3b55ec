/** An item handed on to other approvers: who may do it, and that nothing else about it gets weaker. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditActions, bundleOf, chainOf, PERMIT_ALL, rule, sql, verified } from "../../testing/probes";
import { toolCall } from "../../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type TestPerson, type World, world } from "../../testing/world";
import { rerouteApproval } from "./reroute";

const CALL = "steps/toolCallRequest";
let w: World;
beforeAll(async () => {
  w = await world();
  const marks = { disposition: "ask", approvers: "finance", votes: "2", code: "two_people" };
  await w.publish(bundleOf("finance", [PERMIT_ALL, rule("ask-finance", marks)]));
});
afterAll(() => w.close());
beforeEach(() => sql(w, "UPDATE person SET state = 'disabled'"));

async function asked(ownerId?: string) {
  const people = { finance: [] as TestPerson[], legal: [] as TestPerson[] };
  for (const group of ["finance", "legal"] as const)
    for (let index = 0; index < 2; index += 1) people[group].push(await w.person({ groups: [group] }));
  const session = await openSession(w.guardian, await w.agent(ownerId ? { ownerId } : {}));
  const call = () => session.message(CALL, toolCall("pay", { amount: 1 }));
  const answer = await send(w.guardian, call());
  expect([answer.decision, answer.codes]).toEqual(["ask", ["two_people"]]);
  return { session, call, id: approvalOf(answer).approval_id, ...people };
}

const handOn = async (
  approvalId: string,
  person: TestPerson,
  more: { approvers?: string; revision?: number; reason?: string } = {},
) => {
  const row = await w.container.store.approval(approvalId);
  return rerouteApproval(w.deps, {
    approvalId,
    personId: person.id,
    signInId: person.signInId,
    approvers: more.approvers ?? "legal",
    reason: more.reason ?? "a matter of law",
    revision: more.revision ?? row?.revision ?? 0,
    channel: "console",
  });
};

describe("a re-route", () => {
  it("supersedes who decides, keeps votes, is chained, and the action is released by the new ones", async () => {
    const { session, call, id, finance, legal } = await asked();
    expect((await decide(w.deps, finance[0] as TestPerson, id)).ok).toBe(true);
    const moved = await handOn(id, finance[1] as TestPerson);
    expect(moved.ok && moved.value).toMatchObject({ state: "pending", approvers: "legal" });
    const again = await send(w.guardian, call());
    expect([again.decision, approvalOf(again).approval_id]).toEqual(["ask", id]);
    expect(again.result.ask_details).toMatchObject({ approver: { type: "human", id: "legal" } });

    const old = await decide(w.deps, finance[1] as TestPerson, id);
    expect(old).toMatchObject({ ok: false, failure: { kind: "forbidden", reason: "not_in_group" } });
    const first = await decide(w.deps, legal[0] as TestPerson, id);
    expect(first.ok && first.value).toMatchObject({ state: "pending", votes: 1, needed: 2 });
    const second = await decide(w.deps, legal[1] as TestPerson, id);
    expect(second.ok && second.value.state).toBe("approved");
    expect((await send(w.guardian, call())).decision).toBe("allow");

    const entry = (await chainOf(w, session)).find((one) => one.stepType === "guardian/approval_reroute");
    expect(JSON.parse(entry?.content ?? "{}")).toMatchObject({
      approver: { type: "human", id: (finance[1] as TestPerson).id },
      approvers_before: "finance",
      approvers: "legal",
      reason: "a matter of law",
      approval_id: id,
    });
    expect(await auditActions(w, session)).toContain("approval.rerouted");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("is for those who could approve it, and for admins who are no party to it", async () => {
    const stranger = await w.person({ groups: ["sales"] });
    const analyst = await w.person({ roles: ["analyst"] });
    const admin = await w.person({ roles: ["admin"] });
    const owner = await w.person({ roles: ["admin", "approver"], groups: ["finance"] });
    const { id } = await asked(owner.id);
    expect(await handOn(id, stranger)).toMatchObject({ failure: { reason: "not_in_group" } });
    expect(await handOn(id, analyst)).toMatchObject({ failure: { reason: "not_approver" } });
    expect(await handOn(id, owner)).toMatchObject({ failure: { reason: "own_agent" } });
    expect((await handOn(id, admin)).ok).toBe(true);
  });

  it("needs people enough in the new groups, a change, and the row that was shown", async () => {
    const { id, finance, legal } = await asked();
    const [by] = finance as [TestPerson];
    expect(await handOn(id, by, { approvers: "sales" })).toMatchObject({ failure: { reason: "approver_unavailable" } });
    expect(await handOn(id, by, { approvers: "finance" })).toMatchObject({
      failure: { reason: "approvers_unchanged" },
    });
    for (const reason of [" ", "\u200b\u2800", "\u3164"])
      expect(await handOn(id, by, { reason })).toMatchObject({ failure: { reason: "reason_required" } });
    expect(await handOn(id, by, { approvers: "a b" })).toMatchObject({ failure: { reason: "approvers_invalid" } });
    expect(await handOn(id, by, { revision: 99 })).toMatchObject({ failure: { kind: "conflict", reason: "changed" } });
    expect((await handOn(id, by)).ok).toBe(true);
    await sql(w, "UPDATE approval SET expires_at = clock_timestamp() WHERE id = $1", [id]);
    expect(await handOn(id, legal[0] as TestPerson, { approvers: "finance" })).toMatchObject({
      failure: { reason: "expired" },
    });
  });
});
