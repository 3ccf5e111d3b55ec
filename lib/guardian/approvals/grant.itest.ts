/** A person extends the session's Intent (ACS §8.4): for one request or for the session, recorded, signed and bounded. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ParadigmSettings } from "../../core/policy/paradigms";
import { auditActions, bundleOf, chainOf, PERMIT_ALL, rowsOf, verified } from "../../testing/probes";
import { type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import { approvalOf, contextIn, decide, everyHook, openSession, send, type World, world } from "../../testing/world";
import { revokeGrant } from "./revoke-grant";

const CALL = "steps/toolCallRequest";
let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

const withIbac = (ibac: NonNullable<ParadigmSettings["ibac"]>) =>
  w.publish({ ...bundleOf("ibac", [PERMIT_ALL]), paradigms: { ibac } });

const open = async (more: object = {}) =>
  openSession(w.guardian, await w.agent(), {
    hello: everyHook(),
    start: {
      intent: {
        parsed: [{ tool: "lookup" }],
        parser_provenance: { provenance_id: "pi", origin: "user_input" },
        ...more,
      },
    },
  });
const call = (session: ScriptedSession, tool: string, args: Record<string, unknown> = { n: 1 }) =>
  send(w.guardian, session.message(CALL, toolCall(tool, args)));
const exactly = (tool: string, args: object = { n: 1 }) => ({
  tool,
  resource: `exactly:${JSON.stringify({ arguments: args })}`,
});

describe("an extension of the Intent", () => {
  it("is proposed with the question and lasts for this request, unless the session is granted it", async () => {
    await withIbac({ on_mismatch: "ask", max_extensions: 5 });
    const person = await w.person();
    const session = await open();
    expect((await call(session, "lookup")).decision).toBe("allow");
    const asked = await call(session, "mail");
    expect(asked.result.ask_details).toMatchObject({ intent_extension: { capabilities: [exactly("mail")] } });
    await decide(w.deps, person, approvalOf(asked).approval_id);
    expect((await call(session, "mail")).decision).toBe("allow");
    expect((await contextIn(w.container, session)).intent?.grants).toEqual([]);
    expect((await chainOf(w, session)).map((entry) => entry.stepType)).not.toContain("intent_extension");

    const lasting = await call(session, "chat");
    const decided = await decide(w.deps, person, approvalOf(lasting).approval_id, { grant: { scope: "session" } });
    expect(decided.ok).toBe(true);
    expect((await contextIn(w.container, session)).intent?.grants).toMatchObject([{ capabilities: [exactly("chat")] }]);
    expect((await call(session, "chat")).decision).toBe("allow");
    const other = await w.replica();
    expect((await send(other.guardian, session.message(CALL, toolCall("chat", { n: 1 })))).decision).toBe("allow");
  });

  it("has an entry of its own that names step, approval and approver, inside a receipt's statement too", async () => {
    await withIbac({ on_mismatch: "ask", max_extensions: 5 });
    const person = await w.person();
    const session = await open();
    const asked = await call(session, "mail");
    const { approval_id } = approvalOf(asked);
    await decide(w.deps, person, approval_id, { grant: { scope: "session" } });
    const chain = await chainOf(w, session);
    const resolution = chain.find((entry) => entry.stepType === "guardian/approval_resolution");
    const step = String(asked.result.request_id).toLowerCase();
    expect(JSON.parse(chain.at(-1)?.content ?? "{}")).toMatchObject({
      entry_id: `${step}/intent_extension`,
      step_id: step,
      step_type: "intent_extension",
      approval_id,
      approver: { type: "human", id: person.id },
      receipt_hash: JSON.parse(resolution?.content ?? "{}").receipt_hash,
      intent_extension: { capabilities: [exactly("mail")], scope: "session" },
    });
    const row = await w.container.store.approval(approval_id);
    expect(JSON.parse(row?.receipt ?? "{}").statements).toMatchObject([
      { grant: { scope: "session", capabilities: [exactly("mail")] } },
    ]);
    expect(await auditActions(w, session)).toContain("intent.extended");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("is bounded for a session, and nobody grants what was not proposed", async () => {
    await withIbac({ on_mismatch: "ask", max_extensions: 1 });
    const person = await w.person();
    const session = await open();
    const first = await call(session, "a");
    const second = await call(session, "b");
    const scope = { grant: { scope: "session" } } as const;
    expect((await decide(w.deps, person, approvalOf(first).approval_id, scope)).ok).toBe(true);
    const refused = await decide(w.deps, person, approvalOf(second).approval_id, scope);
    expect(refused).toMatchObject({ ok: false, failure: { kind: "invalid", reason: "grant_invalid" } });
    expect((await decide(w.deps, person, approvalOf(second).approval_id)).ok).toBe(true);
    expect((await contextIn(w.container, session)).intent?.grants).toHaveLength(1);
  });

  it("is never offered in strict mode: the step is denied", async () => {
    await withIbac({ on_mismatch: "ask", max_extensions: 5 });
    const session = await open({ scope_mode: "strict" });
    const answer = await call(session, "mail");
    expect([answer.decision, answer.codes.includes("ibac_scope_mode_strict")]).toEqual(["deny", true]);
  });

  it.each([
    ["shell", { command: "git log --oneline" }, { command: "git push --force" }, {}],
    ["http_request", { url: "https://a.example.test/v1" }, { url: "https://a.example.test/v1/delete" }, { url: "" }],
    ["pay", { to: "vendor-17", amount: 10 }, { to: "vendor-17", amount: 1000 }, { to: "vendor-17", amount: null }],
  ])("remembers the very call of %s, until its session ends", async (tool, seen, another, incomplete) => {
    await withIbac({ on_mismatch: "ask", max_extensions: 5 });
    const person = await w.person();
    const session = await open();
    const asked = await call(session, tool, seen);
    const scope = { grant: { scope: "session" } } as const;
    expect((await decide(w.deps, person, approvalOf(asked).approval_id, scope)).ok).toBe(true);
    for (const _ of [1, 2]) expect((await call(session, tool, seen)).decision).toBe("allow");
    expect((await call(session, tool, another)).decision).toBe("ask");

    const partial = await call(session, tool, incomplete);
    expect([partial.decision, partial.result.ask_details]).toEqual([
      "ask",
      expect.not.objectContaining({ intent_extension: expect.anything() }),
    ]);
    const learnt = await decide(w.deps, person, approvalOf(partial).approval_id, scope);
    expect(learnt).toMatchObject({ ok: false, failure: { reason: "grant_invalid" } });
    expect((await contextIn(w.container, session)).intent?.grants).toMatchObject([{ approver: person.id }]);
    expect((await call(await open(), tool, seen)).decision).toBe("ask");
  });

  it("is taken back by whoever may decide or hand on, with an entry, from the next step on", async () => {
    await withIbac({ on_mismatch: "ask", max_extensions: 5 });
    const person = await w.person();
    const session = await open();
    const asked = await call(session, "chat");
    const { approval_id } = approvalOf(asked);
    await decide(w.deps, person, approval_id, { grant: { scope: "session" } });
    expect((await call(session, "chat")).decision).toBe("allow");
    const { key } = await rowsOf(w, session);
    const by = (who: { id: string; signInId: string }, approvalId = approval_id) =>
      revokeGrant(w.deps, { sessionKey: key, approvalId, personId: who.id, signInId: who.signInId });
    expect(await by(await w.person({ roles: ["analyst"] }))).toMatchObject({ failure: { kind: "forbidden" } });
    expect(await by(person, "apr_other")).toMatchObject({ failure: { kind: "conflict", reason: "not_granted" } });
    expect((await by(await w.person({ roles: ["admin"] }))).ok).toBe(true);
    expect((await call(session, "chat")).decision).toBe("ask");
    const other = await w.replica();
    expect((await send(other.guardian, session.message(CALL, toolCall("chat", { n: 1 })))).decision).toBe("ask");
    expect(await by(person)).toMatchObject({ failure: { kind: "conflict", reason: "not_granted" } });
    expect((await chainOf(w, session)).map((entry) => entry.stepType)).toContain("guardian/intent_revocation");
    expect(await auditActions(w, session)).toContain("intent.revoked");
    expect((await verified(w, session)).findings).toEqual([]);
    await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
    expect(await by(person)).toMatchObject({ failure: { kind: "conflict", reason: "session_ended" } });
  });
});
