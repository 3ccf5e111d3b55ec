/** Who decides is proven and current, and decides on what was served (R12, F33, F56). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chainOf, decisionForm, defaultAnd, rule, sql } from "../../testing/probes";
import { type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import {
  type AgentOptions,
  approvalOf,
  decide,
  openSession,
  type PersonOptions,
  send,
  type TestPerson,
  type World,
  world,
} from "../../testing/world";
import { type ResolveInput, resolveApproval } from "./resolve";
import { serveView } from "./serve-view";

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

describe("a person who may not decide", () => {
  const cases: [string, PersonOptions, string][] = [
    ["an analyst", { roles: ["analyst"] }, "not_approver"],
    ["an admin without the role", { roles: ["admin", "analyst"] }, "not_approver"],
    ["somebody without any role", { roles: [] }, "not_approver"],
  ];
  it.each(cases)("is refused: %s", async (_who, options, reason) => {
    const { id } = await asked();
    const by = await w.person(options);
    expect(await decide(w.deps, by, id)).toMatchObject({ ok: false, failure: { kind: "forbidden", reason } });
    const served = await serveView(w.deps, { approvalId: id, personId: by.id, signInId: by.signInId });
    expect(served).toMatchObject({ ok: true, value: { eligible: false, ineligible_reason: reason } });
    expect((await rowOf(id)).state).toBe("pending");
  });

  it("is refused: somebody outside the group that the rule names", async () => {
    await w.publish(defaultAnd("finance", rule("ask-finance", { disposition: "ask", approvers: "finance" })));
    const clerk = await w.person({ groups: ["finance"] });
    const { id } = await asked();
    const outside = await decide(w.deps, person, id);
    expect(outside).toMatchObject({ ok: false, failure: { kind: "forbidden", reason: "not_in_group" } });
    expect((await decide(w.deps, clerk, id)).ok).toBe(true);
  });

  it("is refused: the person behind the session, named by id or by mail in any spelling; but may deny", async () => {
    const alice = await w.person({ email: "Alice.Example@example.test" });
    for (const userId of [alice.id, "alice.example@example.test", " ALICE.EXAMPLE@EXAMPLE.TEST "]) {
      const { id } = await asked({}, userId);
      const own = await decide(w.deps, alice, id);
      expect(own).toMatchObject({ ok: false, failure: { kind: "forbidden", reason: "own_session" } });
      expect(await decide(w.deps, alice, id, { verdict: "deny" })).toMatchObject({ ok: true });
    }
  });

  it("is refused: the agent's owner", async () => {
    const owner = await w.person();
    const { id } = await asked({ ownerId: owner.id });
    const own = await decide(w.deps, owner, id);
    expect(own).toMatchObject({ ok: false, failure: { kind: "forbidden", reason: "own_agent" } });
    expect((await decide(w.deps, person, id)).ok).toBe(true);
  });

  it("is refused: demoted, disabled or signed out between looking and deciding", async () => {
    const { id } = await asked();
    const changes: [string, string, string][] = [
      ["UPDATE person SET roles = '{analyst}', revision = revision + 1 WHERE id = $1", "id", "not_approver"],
      ["UPDATE person SET state = 'disabled', revision = revision + 1 WHERE id = $1", "id", "not_signed_in"],
      ["UPDATE sign_in SET ended_at = clock_timestamp() WHERE id = $1", "signInId", "not_signed_in"],
      ["UPDATE sign_in SET expires_at = clock_timestamp() WHERE id = $1", "signInId", "not_signed_in"],
    ];
    for (const [change, column, reason] of changes) {
      const by = await w.person();
      const form = await decisionForm(w.deps, id, by);
      await sql(w, change, [column === "id" ? by.id : by.signInId]);
      const late = await resolveApproval(w.deps, form);
      expect(late).toMatchObject({ ok: false, failure: { kind: "forbidden", reason } });
    }
    expect(await rowOf(id)).toMatchObject({ state: "pending", decidedBy: null });
  });
});

describe("a decision", () => {
  it("echoes what was served to that sign-in, and nothing else is taken", async () => {
    const { id } = await asked();
    const form = await decisionForm(w.deps, id, person);
    const zeros = `sha256:${"0".repeat(64)}`;
    const stranger = await w.person();
    const wrong: [Partial<ResolveInput>, Record<string, unknown>][] = [
      [{ action_digest: zeros }, { kind: "invalid", reason: "digest_mismatch" }],
      [{ view_digest: zeros }, { kind: "invalid", reason: "view_not_served" }],
      [
        { personId: stranger.id, signInId: stranger.signInId },
        { kind: "invalid", reason: "view_not_served" },
      ],
      [{ revision: form.revision + 1 }, { kind: "conflict", reason: "changed" }],
      [{ verdict: "deny" }, { kind: "invalid", reason: "reason_required" }],
      [
        { verdict: "deny", reason: "   " },
        { kind: "invalid", reason: "reason_required" },
      ],
      [
        { verdict: "deny", reason: "\u200b\u2800\u3164 \ufeff" },
        { kind: "invalid", reason: "reason_required" },
      ],
      [{ reason: "x".repeat(2001) }, { kind: "invalid", reason: "reason_too_long" }],
      [{ approvalId: "apr_none" }, { kind: "not_found" }],
      [{ personId: "psn_none" }, { kind: "not_found" }],
    ];
    for (const [change, failure] of wrong) {
      expect(await resolveApproval(w.deps, { ...form, ...change })).toMatchObject({ ok: false, failure });
    }
    expect(await resolveApproval(w.deps, form)).toMatchObject({ ok: true });
  });

  it("by a service account is recorded as a service", async () => {
    const { session, id } = await asked();
    const service = await w.person({ kind: "service" });
    expect(await decide(w.deps, { ...service, signInId: `service:${service.id}` }, id)).toMatchObject({ ok: true });
    const [entry] = await decisionEntries(session);
    expect(JSON.parse(entry?.content ?? "{}").approver).toEqual({ type: "service", id: service.id });
    const audit = await w.container.prisma.audit.findFirstOrThrow({
      where: { action: "approval.approved", actorId: service.id },
    });
    expect(audit.actorKind).toBe("service");
  });
});
