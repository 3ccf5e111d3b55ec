/** Edits and policy's own changes: what is shown, what is bound, what is delivered (R8, R9, F22, F27). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonValue } from "../../core/json/value";
import { auditActions, chainOf, decisionForm, defaultAnd, rowsOf, rule } from "../../testing/probes";
import { type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import {
  type AgentOptions,
  approvalOf,
  decide,
  everyHook,
  openSession,
  send,
  type TestPerson,
  type World,
  world,
} from "../../testing/world";
import { createGuardian } from "../handle";
import { resolveApproval } from "./resolve";

const CALL = "steps/toolCallRequest";
let w: World;
let person: TestPerson;
beforeAll(async () => {
  w = await world();
  person = await w.person();
});
beforeEach(() => w.publish(defaultAnd("as before")));
afterAll(() => w.close());

const refund = (amount: JsonValue) => toolCall("refund_payment", { customer: "cust_1042", amount });
const resend = (session: ScriptedSession, amount: JsonValue = 840) =>
  send(w.guardian, session.message(CALL, refund(amount)));
const rowOf = (id: string) => w.container.prisma.approval.findUniqueOrThrow({ where: { id } });

async function asked(agent: AgentOptions = {}): Promise<{ session: ScriptedSession; id: string }> {
  const session = await openSession(w.guardian, await w.agent(agent));
  return { session, id: approvalOf(await resend(session)).approval_id };
}

describe("an approver's edit", () => {
  it("is bound by its own digest and delivered as MODIFY, once", async () => {
    const { session, id } = await asked();
    const before = await rowOf(id);
    expect(await decide(w.deps, person, id, { edits: { amount: 600 } })).toMatchObject({
      value: { state: "approved" },
    });
    const row = await rowOf(id);
    expect(row.requestedDigest).toBe(before.requestedDigest);
    expect(row.effectiveDigest).not.toBe(before.effectiveDigest);
    expect(JSON.parse(row.effectiveAction).payload.arguments.amount).toEqual({ value: 600 });
    expect((await resend(session, 600)).decision).toBe("ask");
    const released = await resend(session);
    expect(released.decision).toBe("modify");
    expect(released.result.modifications).toEqual({ parameter_overrides: { amount: 600 } });
    expect((await resend(session)).codes).toEqual(["approval_consumed"]);
    const entry = (await chainOf(w, session)).find((one) => one.released && one.approvalId === id);
    expect(entry?.decision).toBe("modify");
    const resolution = (await chainOf(w, session)).find((one) => one.stepType === "guardian/approval_resolution");
    expect(JSON.parse(resolution?.content ?? "{}")).toMatchObject({
      requested_digest: row.requestedDigest,
      effective_digest: row.effectiveDigest,
    });
  });

  it("into something small is delivered too, though policy would not have asked about it", async () => {
    const { session, id } = await asked();
    await decide(w.deps, person, id, { edits: { amount: 5 } });
    expect((await resend(session)).decision).toBe("modify");
  });

  it("of an argument that is not there is refused", async () => {
    const { id } = await asked();
    const form = await decisionForm(w.deps, id, person);
    for (const edits of [{ discount: 1 }, { Amount: 1 }, JSON.parse('{"__proto__":1}')]) {
      const refused = await resolveApproval(w.deps, { ...form, edits });
      expect(refused).toMatchObject({ ok: false, failure: { kind: "invalid", reason: "unknown_argument" } });
    }
    expect((await rowOf(id)).state).toBe("pending");
  });

  it("into another JSON type is refused, at a tool call and inside a wrapped one", async () => {
    const { id } = await asked();
    const form = await decisionForm(w.deps, id, person);
    for (const amount of ["1e9", "840", true, null, [840], { value: 840 }]) {
      const refused = await resolveApproval(w.deps, { ...form, edits: { amount } });
      expect(refused).toMatchObject({ ok: false, failure: { kind: "invalid", reason: "argument_kind_changed" } });
    }
    const method = "protocols/MCP/tools/call";
    const session = await openSession(w.guardian, await w.agent(), { hello: everyHook(method) });
    const params = { name: "refund_payment", arguments: { amount: 840 } };
    const wrapped = await send(
      w.guardian,
      session.message(method, { jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    );
    const other = await decisionForm(w.deps, approvalOf(wrapped).approval_id, person);
    expect(await resolveApproval(w.deps, { ...other, edits: { amount: "1e9" } })).toMatchObject({
      ok: false,
      failure: { kind: "invalid", reason: "argument_kind_changed" },
    });
    expect((await rowOf(id)).state).toBe("pending");
  });

  it("that policy denies is refused while deciding, and names the rule's reason", async () => {
    const limit = { disposition: "deny", reason: "Never above 1000.", code: "above_limit" };
    const when = 'context.numbers has amount && context.numbers.amount.greaterThan(decimal("1000.0"))';
    await w.publish(defaultAnd("limit", rule("limit", limit, when)));
    const { session, id } = await asked();
    const refused = await decide(w.deps, person, id, { edits: { amount: 5000 } });
    expect(refused).toMatchObject({ ok: false, failure: { kind: "invalid", reason: "policy_denies_edit" } });
    expect(JSON.stringify(refused)).toContain("Never above 1000.");
    expect(await decide(w.deps, person, id, { edits: { amount: 900 } })).toMatchObject({ ok: true });
    expect((await resend(session)).decision).toBe("modify");
  });

  it("that a rule published afterwards denies is not released", async () => {
    const { session, id } = await asked();
    await decide(w.deps, person, id, { edits: { amount: 700 } });
    const when = 'context.numbers has amount && context.numbers.amount == decimal("700.0")';
    await w.publish(defaultAnd("no 700", rule("no-700", { disposition: "deny", code: "no_700" }, when)));
    expect(await resend(session)).toMatchObject({ decision: "deny", codes: expect.arrayContaining(["no_700"]) });
    expect(await rowOf(id)).toMatchObject({ state: "approved" });
  });

  it("that another rule would ask about is refused while deciding", async () => {
    const when = 'context.args has customer && context.args.customer == "vip"';
    await w.publish(defaultAnd("vip", rule("ask-vip", { disposition: "ask" }, when)));
    const { id } = await asked();
    const refused = await decide(w.deps, person, id, { edits: { customer: "vip" } });
    expect(refused).toMatchObject({ ok: false, failure: { kind: "invalid", reason: "policy_asks_edit" } });
  });

  it("for a client that cannot apply edits is refused while deciding", async () => {
    const { session, id } = await asked({ canModify: false });
    const refused = await decide(w.deps, person, id, { edits: { amount: 600 } });
    expect(refused).toMatchObject({ ok: false, failure: { kind: "invalid", reason: "modify_unsupported" } });
    expect((await decide(w.deps, person, id)).ok).toBe(true);
    expect((await resend(session)).decision).toBe("allow");
  });
});

describe("policy that changes an action", () => {
  const cap = rule("cap", { disposition: "modify", override: '{"amount":500}' });

  it("and asks about it shows what will run and what was asked, and releases exactly that", async () => {
    await w.publish(defaultAnd("cap and ask", cap, rule("ask-all", { disposition: "ask" })));
    const { session, id } = await asked();
    const row = await rowOf(id);
    expect(JSON.parse(row.requestedAction).payload.arguments.amount).toEqual({ value: 840 });
    expect(JSON.parse(row.effectiveAction).payload.arguments.amount).toEqual({ value: 500 });
    expect(row.effectiveDigest).not.toBe(row.requestedDigest);
    await decide(w.deps, person, id);
    const { view } = await w.container.prisma.servedView.findFirstOrThrow({ where: { approvalId: id } });
    expect(JSON.parse(view)).toMatchObject({
      modified_by_policy: true,
      binding: { effective_digest: row.effectiveDigest },
    });
    expect(view).toContain("840");
    const released = await resend(session);
    expect(released.decision).toBe("modify");
    expect(released.result.modifications).toEqual({ parameter_overrides: { amount: 500 } });
    expect((await resend(session)).codes).toEqual(["approval_consumed"]);
  });

  it("cannot be edited around by an approver", async () => {
    await w.publish(defaultAnd("cap and ask", cap, rule("ask-all", { disposition: "ask" })));
    const { id } = await asked();
    const refused = await decide(w.deps, person, id, { edits: { amount: 840 } });
    expect(refused).toMatchObject({ ok: false, failure: { kind: "invalid", reason: "policy_overrides_edit" } });
  });

  it("for a client that cannot apply edits is a denial with an audit event, also where it would ask", async () => {
    for (const more of [[], [rule("ask-all", { disposition: "ask" })]]) {
      await w.publish(defaultAnd("cap", cap, ...more));
      const session = await openSession(w.guardian, await w.agent({ canModify: false }));
      expect(await resend(session, 100)).toMatchObject({ decision: "deny", codes: ["modify_unsupported"] });
      expect(await auditActions(w, session)).toContain("modify_unsupported");
      expect(await rowsOf(w, session)).toMatchObject({ approvals: 0 });
    }
  });

  it("in a way that does not fit the step is a denial", async () => {
    await w.publish(defaultAnd("odd", rule("odd", { disposition: "modify", override: '{"discount":1}' })));
    const session = await openSession(w.guardian, await w.agent());
    expect(await resend(session, 100)).toMatchObject({ decision: "deny", codes: ["modification_inapplicable"] });
  });

  it("by two rules that disagree is a denial", async () => {
    const other = rule("cap-two", { disposition: "modify", override: '{"amount":400}' });
    await w.publish(defaultAnd("two caps", cap, other));
    const session = await openSession(w.guardian, await w.agent());
    expect(await resend(session, 100)).toMatchObject({ decision: "deny", codes: ["conflicting_modifications"] });
  });

  it("follows an agent's changed settings in sessions that are open already", async () => {
    await w.publish(defaultAnd("cap", cap));
    let ahead = 0;
    const clock = { now: () => w.deps.clock.now() + ahead, observe: w.deps.clock.observe };
    const guardian = createGuardian({ ...w.deps, clock });
    const agent = await w.agent();
    const session = await openSession(guardian, agent);
    const call = () => send(guardian, session.message(CALL, refund(100)));
    expect((await call()).decision).toBe("modify");
    await w.container.prisma.agent.update({ where: { key: agent.key }, data: { canModify: false } });
    ahead = 6_000;
    expect((await call()).codes).toEqual(["modify_unsupported"]);
  });

  it("alone is answered MODIFY without anybody's approval", async () => {
    await w.publish(defaultAnd("cap", cap));
    const session = await openSession(w.guardian, await w.agent());
    const answer = await resend(session, 100);
    expect(answer.decision).toBe("modify");
    expect(answer.result.modifications).toEqual({ parameter_overrides: { amount: 500 } });
  });
});
