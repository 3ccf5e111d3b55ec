/** What an Agent Hooks host says in its hello, and what becomes of its escalations (decision 0040). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memberAt } from "../../core/json/build";
import { parseTerms } from "../../core/session/terms";
import { endedApprovals, openApprovals } from "../../storage/reads/approval-lists";
import { CALL, HOOKS, hookSession, refund } from "../../testing/hook-agent";
import { auditActions, defaultAnd, rowsOf, rule, sql } from "../../testing/probes";
import { type ScriptedSession, scriptedSession } from "../../testing/scripted-agent";
import { approvalOf, send, type World, world } from "../../testing/world";

let w: World;
beforeAll(async () => {
  w = await world();
  await w.person();
});
afterAll(() => w.close());

const READER = {
  id: "psn_reader",
  tenantId: "default",
  email: "reader@example.test",
  roles: ["approver"],
  groups: [],
  state: "active",
} as const;

const ask = (session: ScriptedSession, amount = 840) => send(w.guardian, session.message(CALL, refund(amount)));
const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map((item) => item.id);

async function termsOf(session: ScriptedSession) {
  const row = await w.container.prisma.session.findFirstOrThrow({ where: { sessionId: session.sessionId } });
  const terms = parseTerms(row.terms);
  if (!terms.ok) throw new Error("the terms cannot be read");
  return terms.value;
}

describe("the hello of an Agent Hooks host", () => {
  it("is kept in the session's terms, and its failures always deny", async () => {
    const agent = await w.agent();
    await sql(w, "UPDATE agent SET on_decision_failure = 'proceed' WHERE key = $1", [agent.key]);
    const session = await hookSession(w.guardian, agent);
    expect(await termsOf(session)).toMatchObject({ agent_hooks: HOOKS, on_decision_failure: "deny" });
    const plain = scriptedSession(agent);
    const hello = await send(w.guardian, plain.hello());
    expect(hello.result.on_decision_failure).toBe("proceed");
    expect((await termsOf(plain)).agent_hooks).toBeUndefined();
  });

  it.each([
    ["spec", "agent-hooks/9.9"],
    ["mode", "observe"],
    ["resolver", "yes"],
    ["framework", "Not A Name"],
  ])("is refused for a malformed %s", async (name, value) => {
    const session = scriptedSession(await w.agent());
    const answer = await send(w.guardian, session.hello({ agent_hooks: { ...HOOKS, [name]: value } }));
    expect(answer.reason).toBe("client_hello_invalid");
    expect(memberAt(answer.error, "data", "field")).toBe(`params.payload.agent_hooks.${name}`);
  });

  it("said again with other terms changes nothing", async () => {
    const agent = await w.agent();
    const session = scriptedSession(agent, randomUUID());
    await send(w.guardian, session.hello({ agent_hooks: HOOKS }));
    const again = await send(w.guardian, session.hello({ agent_hooks: { ...HOOKS, mode: "evaluate_only" } }));
    expect(again.reason).toBe("already_negotiated");
    expect((await send(w.guardian, session.hello({ agent_hooks: HOOKS }))).result.negotiated_version).toBe("0.1.0");
  });
});

describe("an ASK of an Agent Hooks host", () => {
  it("prepares an item that takes room and that nobody is shown", async () => {
    const agent = await w.agent({ pendingCap: 1 });
    const session = await hookSession(w.guardian, agent);
    const asked = await ask(session);
    const { approval_id } = approvalOf(asked);
    expect(asked).toMatchObject({ decision: "ask" });
    expect(await ask(session)).toMatchObject({ decision: "ask" });
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 1 });
    expect(await auditActions(w, session)).toContain("approval.prepared");
    const { prisma } = w.container;
    expect(idsOf(await openApprovals(prisma, READER))).not.toContain(approval_id);
    expect(await w.container.prisma.event.count({ where: { topic: "approvals", ref: approval_id } })).toBe(0);
    expect(await ask(session, 900)).toMatchObject({ decision: "deny", codes: ["approval_backlog"] });
    await sql(w, "UPDATE approval SET expires_at = clock_timestamp() WHERE id = $1", [approval_id]);
    expect(await ask(session, 900)).toMatchObject({ decision: "ask" });
    await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
    expect(await prisma.approval.findUniqueOrThrow({ where: { id: approval_id } })).toMatchObject({
      state: "cancelled",
    });
    expect(idsOf(await endedApprovals(prisma, READER, null))).not.toContain(approval_id);
  });

  it.each([
    ["in evaluate_only", { mode: "evaluate_only" }],
    ["without a resolver", { resolver: false }],
  ])("makes no item %s", async (_what, hooks) => {
    const session = await hookSession(w.guardian, await w.agent(), hooks);
    const asked = await ask(session);
    expect(asked.decision).toBe("ask");
    expect(asked.result.ask_details).toMatchObject({ question: "Refund 840 to cust_1042 with refund_payment" });
    expect(memberAt(asked.result, "policy_data", "approval")).toBeUndefined();
    expect((await ask(session)).decision).toBe("ask");
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 0 });
  });

  it("is asked and neither held nor replaced, whatever the agent's settings say of ASK", async () => {
    for (const askSubstitute of ["hold", "deny", "defer"] as const) {
      const session = await hookSession(w.guardian, await w.agent({ canAsk: false, askSubstitute }));
      expect(await ask(session)).toMatchObject({ decision: "ask" });
    }
  });
});

describe("a DEFER of an Agent Hooks host", () => {
  const defers = (more: Record<string, string>) =>
    defaultAnd("defers", rule("defer-all", { disposition: "defer", timeout: "600", ...more }));

  it("is prepared where people resolve it", async () => {
    await w.publish(defers({}));
    const session = await hookSession(w.guardian, await w.agent());
    const asked = await send(w.guardian, session.message(CALL, refund(10)));
    expect(asked.decision).toBe("defer");
    const row = await w.container.prisma.approval.findUniqueOrThrow({
      where: { id: approvalOf(asked).approval_id },
    });
    expect(row).toMatchObject({ state: "prepared", kind: "defer", forHooks: true });
  });

  it("is bounded for each session where no item is made", async () => {
    await w.publish(defers({}));
    const session = await hookSession(w.guardian, await w.agent(), { resolver: false });
    const decisions = [];
    for (let amount = 1; amount <= 4; amount += 1) decisions.push((await ask(session, amount)).decision);
    expect(decisions).toEqual(["defer", "defer", "defer", "deny"]);
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 0 });
  });
});
