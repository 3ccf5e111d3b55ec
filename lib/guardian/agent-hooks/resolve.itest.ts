/** The resolver's side of an Agent Hooks host: asked for one context, decided by people, released once (decision 0040). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { memberAt } from "../../core/json/build";
import type { JsonObject } from "../../core/json/value";
import { RESOLVE } from "../../core/wire/agent-hooks";
import { asking, CALL, freshIdentity, hookSession, refund, resolutionIn, resolveBy } from "../../testing/hook-agent";
import { auditActions, chainOf, defaultAnd, rowsOf, rule, sql, verified } from "../../testing/probes";
import { messageBytes, type ScriptedSession, toolResult } from "../../testing/scripted-agent";
import {
  type Answer,
  approvalOf,
  decide,
  openSession,
  readAnswer,
  send,
  type TestPerson,
  type World,
  world,
} from "../../testing/world";

let w: World;
let person: TestPerson;
beforeAll(async () => {
  w = await world();
  person = await w.person();
});
beforeEach(() => w.publish(defaultAnd("as before")));
afterAll(() => w.close());

const ask = (session: ScriptedSession, amount = 840) => send(w.guardian, session.message(CALL, refund(amount)));
const rowOf = (answer: Answer) =>
  w.container.prisma.approval.findUniqueOrThrow({ where: { id: approvalOf(answer).approval_id } });
const requestIdOf = (message: JsonObject): string => String(memberAt(message, "params", "request_id"));

interface Asked {
  readonly session: ScriptedSession;
  readonly asked: Answer;
  readonly identity: string;
}

/** An ASK that the resolver has opened. */
async function opened(amount = 840): Promise<Asked> {
  const session = await hookSession(w.guardian, await w.agent());
  const asked = await ask(session, amount);
  const identity = freshIdentity();
  expect((await resolveBy(w.guardian, session, asking(asked, identity))).result).toMatchObject({ state: "pending" });
  return { session, asked, identity };
}

describe("a resolver's question", () => {
  it("opens the prepared item for people, with its context, and says that nothing is decided yet", async () => {
    const session = await hookSession(w.guardian, await w.agent());
    const asked = await ask(session);
    expect(await rowOf(asked)).toMatchObject({ state: "prepared", interceptionPoint: null });
    const identity = freshIdentity();
    const answer = await resolveBy(w.guardian, session, asking(asked, identity));
    expect(session.verifies(answer.raw)).toBe(true);
    expect(answer.result).toMatchObject({ state: "pending", approval_id: approvalOf(asked).approval_id });
    expect(resolutionIn(answer)).toBeUndefined();
    const row = await rowOf(asked);
    expect(row).toMatchObject({ state: "pending", interceptionPoint: "pre_tool_call", contextIdentity: identity });
    expect(row.hookContext).toContain('"args":"[redacted]"');
    expect(await auditActions(w, session)).toEqual(expect.arrayContaining(["approval.prepared", "approval.opened"]));
    await decide(w.deps, person, row.id);
    const { view } = await w.container.prisma.servedView.findFirstOrThrow({ where: { approvalId: row.id } });
    expect(JSON.parse(view).agent_hooks).toMatchObject({
      interception_point: "pre_tool_call",
      context_identity: { text: identity },
    });
  });

  it("that waits hears of the decision and is the release: allow, chained, consumed, closed by its result", async () => {
    const { session, asked, identity } = await opened();
    const message = session.message(RESOLVE, asking(asked, identity, 20_000));
    const waiting = send(w.guardian, message);
    await decide(w.deps, person, approvalOf(asked).approval_id);
    const answer = await waiting;
    const inner = readAnswer(messageBytesOf(answer));
    expect(resolutionIn(answer)).toMatchObject({
      outcome: "approve",
      context_identity: identity,
      verdict: {
        decision: "allow",
        reason: "approved_by_human",
        evidence: { artefact: `sha256:${String(inner.result.chain_hash)}` },
      },
    });
    expect(answer.result.state).toBe("consumed");
    expect(session.verifies(inner.raw)).toBe(true);
    expect(inner).toMatchObject({ decision: "allow" });
    const requestId = requestIdOf(message);
    expect(inner.result.request_id).toBe(requestId);
    expect(await rowOf(asked)).toMatchObject({ state: "consumed", consumedRequestId: requestId });
    const closing = session.message("steps/toolCallResult", toolResult("refund_payment", requestId, "paid"));
    expect((await send(w.guardian, closing)).codes).toEqual([]);
    expect((await rowOf(asked)).resultAt).not.toBeNull();
    expect((await verified(w, session)).findings).toEqual([]);
    const entry = (await chainOf(w, session)).find((one) => one.stepId === requestId);
    expect(entry).toMatchObject({ stepType: CALL, released: true, approvalId: approvalOf(asked).approval_id });
  });

  it("is released once, whichever of many asks at the same moment", async () => {
    const { session, asked, identity } = await opened();
    const waiting = Array.from({ length: 12 }, () => resolveBy(w.guardian, session, asking(asked, identity, 20_000)));
    await decide(w.deps, person, approvalOf(asked).approval_id);
    const outcomes = (await Promise.all(waiting)).map((answer) => resolutionIn(answer));
    expect(outcomes.filter((one) => one?.outcome === "approve")).toHaveLength(1);
    expect(outcomes.filter((one) => one?.verdict?.reason === "approval_consumed")).toHaveLength(11);
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("is released once over two Guardians on one database", async () => {
    const { session, asked, identity } = await opened();
    const replica = await w.replica();
    await decide(w.deps, person, approvalOf(asked).approval_id);
    const both = [w.guardian, replica.guardian].flatMap((guardian) =>
      Array.from({ length: 4 }, () => resolveBy(guardian, session, asking(asked, identity))),
    );
    const outcomes = (await Promise.all(both)).map((answer) => resolutionIn(answer)?.outcome);
    expect(outcomes.filter((one) => one === "approve")).toHaveLength(1);
    expect(outcomes.filter((one) => one === "reject")).toHaveLength(7);
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("survives a restart between decision and release, and its lost answer is told again", async () => {
    const { session, asked, identity } = await opened();
    await decide(w.deps, person, approvalOf(asked).approval_id);
    const restarted = await w.replica();
    const message = session.message(RESOLVE, asking(asked, identity));
    const answer = readAnswer(await restarted.guardian.handle(messageBytes(message)));
    expect(resolutionIn(answer)?.outcome).toBe("approve");
    const recovered = await send(
      w.guardian,
      session.message("guardian/approval", { request_id: requestIdOf(message) }),
    );
    expect(recovered.result).toMatchObject({
      state: "consumed",
      answer: answer.result.answer,
      context_identity: identity,
    });
    const again = await resolveBy(w.guardian, session, asking(asked, identity));
    expect(resolutionIn(again)).toMatchObject({ outcome: "reject", verdict: { reason: "approval_consumed" } });
    expect((await send(w.guardian, message)).reason).toBe("replay_detected");
  });

  it("after the result is refused, and opens nothing new", async () => {
    const { session, asked, identity } = await opened();
    await decide(w.deps, person, approvalOf(asked).approval_id);
    const message = session.message(RESOLVE, asking(asked, identity));
    await send(w.guardian, message);
    await send(
      w.guardian,
      session.message("steps/toolCallResult", toolResult("refund_payment", requestIdOf(message), "paid")),
    );
    const again = await resolveBy(w.guardian, session, asking(asked, identity));
    expect(resolutionIn(again)).toMatchObject({ outcome: "reject", verdict: { reason: "approval_consumed" } });
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 1 });
  });
});

function messageBytesOf(answer: Answer): Uint8Array {
  return new TextEncoder().encode(String(answer.result.answer));
}

describe("the resolution", () => {
  it("carries edited arguments whole, as the approver saw them", async () => {
    const { session, asked, identity } = await opened();
    await decide(w.deps, person, approvalOf(asked).approval_id, { edits: { amount: 500 } });
    const answer = await resolveBy(w.guardian, session, asking(asked, identity));
    expect(resolutionIn(answer)).toMatchObject({
      outcome: "approve",
      verdict: {
        decision: "transform",
        transform: { path: "$target", value: { amount: 500, customer: "cust_1042" } },
      },
    });
    expect(readAnswer(messageBytesOf(answer)).decision).toBe("modify");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("of a rejected item is the person's denial with its reason", async () => {
    const { session, asked, identity } = await opened();
    const waiting = resolveBy(w.guardian, session, asking(asked, identity, 20_000));
    await decide(w.deps, person, approvalOf(asked).approval_id, { verdict: "deny", reason: "not this customer" });
    const resolution = resolutionIn(await waiting);
    expect(resolution).toMatchObject({
      outcome: "reject",
      context_identity: identity,
      verdict: { decision: "deny", reason: "approval_rejected" },
    });
    expect(String(resolution?.verdict?.message)).toContain("not this customer");
  });

  it("of an item that nobody decided is a denial of its own, and the action may be asked about again", async () => {
    const { session, asked, identity } = await opened();
    await sql(w, "UPDATE approval SET expires_at = clock_timestamp() WHERE id = $1", [approvalOf(asked).approval_id]);
    const answer = await resolveBy(w.guardian, session, asking(asked, identity));
    expect(resolutionIn(answer)).toMatchObject({ outcome: "reject", verdict: { reason: "approval_expired" } });
    expect(await rowOf(asked)).toMatchObject({ state: "expired" });
    expect((await ask(session)).decision).toBe("ask");
  });

  it.each([
    ["cancelled", "approval_cancelled"],
    ["void", "approval_void"],
    ["superseded", "approval_superseded"],
  ])("of an item that is %s names that end", async (state, reason) => {
    const { session, asked, identity } = await opened();
    await sql(w, "UPDATE approval SET state = $2, decided_at = now() WHERE id = $1", [
      approvalOf(asked).approval_id,
      state,
    ]);
    const answer = await resolveBy(w.guardian, session, asking(asked, identity));
    expect(resolutionIn(answer)).toMatchObject({ outcome: "reject", verdict: { reason } });
  });

  it("of an item that was prepared and never opened is the denial of whoever asks too late", async () => {
    const session = await hookSession(w.guardian, await w.agent());
    const asked = await ask(session);
    await sql(w, "UPDATE approval SET expires_at = clock_timestamp() WHERE id = $1", [approvalOf(asked).approval_id]);
    const identity = freshIdentity();
    const answer = await resolveBy(w.guardian, session, asking(asked, identity));
    expect(resolutionIn(answer)).toMatchObject({
      outcome: "reject",
      context_identity: identity,
      verdict: { reason: "approval_expired" },
    });
  });

  it("is policy's denial where a rule has come to forbid what people approved", async () => {
    const { session, asked, identity } = await opened();
    await decide(w.deps, person, approvalOf(asked).approval_id);
    await w.publish(defaultAnd("forbids", rule("no-refunds", { reason: "no refunds today" })));
    const answer = await resolveBy(w.guardian, session, asking(asked, identity));
    expect(resolutionIn(answer)).toMatchObject({ outcome: "reject", verdict: { decision: "deny" } });
    expect(readAnswer(messageBytesOf(answer)).decision).toBe("deny");
    expect(await rowOf(asked)).toMatchObject({ state: "approved" });
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("voids an approval that no longer covers what policy asks for, and asks nobody anew", async () => {
    const { session, asked, identity } = await opened();
    await decide(w.deps, person, approvalOf(asked).approval_id);
    await w.publish(defaultAnd("asks more", rule("second-pair", { disposition: "ask", approvers: "approvers" })));
    const answer = await resolveBy(w.guardian, session, asking(asked, identity));
    expect(resolutionIn(answer)).toMatchObject({ outcome: "reject", verdict: { reason: "approval_void" } });
    expect(await rowOf(asked)).toMatchObject({ state: "void" });
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 1 });
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("of what policy has come to allow still uses up the approval", async () => {
    const { session, asked, identity } = await opened();
    await decide(w.deps, person, approvalOf(asked).approval_id);
    await sql(w, "UPDATE approval SET findings = '[]' WHERE id = $1", [approvalOf(asked).approval_id]);
    await w.publish(permissive());
    const answer = await resolveBy(w.guardian, session, asking(asked, identity));
    expect(resolutionIn(answer)).toMatchObject({ outcome: "approve", verdict: { decision: "allow" } });
    expect(await rowOf(asked)).toMatchObject({ state: "consumed" });
  });
});

const permissive = () => ({
  ...defaultAnd("permits"),
  policies: [{ id: "permit-all", text: "permit (principal, action, resource);" }],
});

describe("an approval that comes when its host waits no longer", () => {
  it("is released to the next send of the action, and a late question finds it used", async () => {
    const { session, asked, identity } = await opened();
    await decide(w.deps, person, approvalOf(asked).approval_id);
    const again = await ask(session);
    expect(again).toMatchObject({ decision: "allow" });
    expect(again.codes).toContain("approval_released");
    const late = resolutionIn(await resolveBy(w.guardian, session, asking(asked, identity)));
    expect(late).toMatchObject({ outcome: "reject", verdict: { reason: "approval_consumed" } });
  });

  it("goes to one of a send and a question at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { session, asked, identity } = await opened(800 + round);
      await decide(w.deps, person, approvalOf(asked).approval_id);
      const [sent, resolved] = await Promise.all([
        ask(session, 800 + round),
        resolveBy(w.guardian, session, asking(asked, identity)),
      ]);
      const won = [sent.decision === "allow", resolutionIn(resolved)?.outcome === "approve"];
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await verified(w, session)).findings).toEqual([]);
    }
  });

  it("was given by a service account: then the verdict says so", async () => {
    const service = await w.person({ kind: "service" });
    const { session, asked, identity } = await opened();
    await decide(w.deps, service, approvalOf(asked).approval_id);
    const answer = await resolveBy(w.guardian, session, asking(asked, identity));
    expect(resolutionIn(answer)).toMatchObject({ outcome: "approve", verdict: { reason: "approved_by_service" } });
  });
});

describe("the context that an item is bound to", () => {
  it("is the one that people voted on, however a vote and another emission meet", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { session, asked, identity } = await opened(800 + round);
      const other = freshIdentity();
      const [voted] = await Promise.all([
        decide(w.deps, person, approvalOf(asked).approval_id),
        resolveBy(w.guardian, session, asking(asked, other)),
      ]);
      const row = await rowOf(asked);
      const { view } = await w.container.prisma.servedView.findFirstOrThrow({ where: { approvalId: row.id } });
      // a vote counts for the context that its view showed, or not at all
      expect(row.state).toBe(voted.ok ? "approved" : "pending");
      const shown = JSON.parse(view).agent_hooks.context_identity.text;
      expect([identity, other]).toContain(shown);
      expect(voted.ok ? row.contextIdentity : other).toBe(voted.ok ? shown : row.contextIdentity);
    }
  });

  it("is replaced while nobody has voted, and views served for the one before decide nothing", async () => {
    const { session, asked, identity } = await opened();
    const approvalId = approvalOf(asked).approval_id;
    const before = await rowOf(asked);
    const other = freshIdentity();
    const answer = await resolveBy(w.guardian, session, asking(asked, other));
    expect(answer.result).toMatchObject({ state: "pending" });
    const after = await rowOf(asked);
    expect(after).toMatchObject({ contextIdentity: other, revision: before.revision + 1 });
    await decide(w.deps, person, approvalId);
    const late = resolutionIn(await resolveBy(w.guardian, session, asking(asked, identity)));
    expect(late).toEqual({ outcome: "unresolved", context_identity: other });
    expect(await rowOf(asked)).toMatchObject({ state: "approved" });
    const right = resolutionIn(await resolveBy(w.guardian, session, asking(asked, other)));
    expect(right).toMatchObject({ outcome: "approve", context_identity: other });
  });

  it("ends the wait of the emission that it was taken from", async () => {
    const { session, asked, identity } = await opened();
    const waiting = resolveBy(w.guardian, session, asking(asked, identity, 20_000));
    const other = freshIdentity();
    await resolveBy(w.guardian, session, asking(asked, other));
    expect(resolutionIn(await waiting)).toEqual({ outcome: "unresolved", context_identity: other });
  });

  it("stays once somebody has voted", async () => {
    await w.publish(defaultAnd("two", rule("two-people", { disposition: "ask", votes: "2" })));
    await w.person();
    const { session, asked, identity } = await opened();
    expect(await decide(w.deps, person, approvalOf(asked).approval_id)).toMatchObject({ value: { state: "pending" } });
    const answer = await resolveBy(w.guardian, session, asking(asked, freshIdentity()));
    expect(resolutionIn(answer)).toEqual({ outcome: "unresolved", context_identity: identity });
    expect(await rowOf(asked)).toMatchObject({ contextIdentity: identity });
  });

  it("is kept whatever characters it holds", async () => {
    const session = await hookSession(w.guardian, await w.agent());
    const asked = await ask(session);
    const good = asking(asked, "hmac:\u202e\u{1f600}'\"");
    const context = { note: "\u0000 \u2028 'quoted' \\u0000", tool_call: { args: {} } };
    await resolveBy(w.guardian, session, { ...good, request: { ...good.request, context } });
    const row = await rowOf(asked);
    expect(row.contextIdentity).toBe("hmac:\u202e\u{1f600}'\"");
    expect(JSON.parse(row.hookContext ?? "")).toEqual(context);
    const refused = asking(asked, "a\u0000b");
    expect((await resolveBy(w.guardian, session, refused)).reason).toBe("payload_invalid");
  });

  it("may be none: then null is stored and told", async () => {
    const session = await hookSession(w.guardian, await w.agent());
    const asked = await ask(session);
    await resolveBy(w.guardian, session, asking(asked, null));
    await decide(w.deps, person, approvalOf(asked).approval_id);
    const answer = await resolveBy(w.guardian, session, asking(asked, null));
    expect(resolutionIn(answer)).toMatchObject({ outcome: "approve", context_identity: null });
  });
});

describe("an approval that was claimed for another action", () => {
  it("is answered with the identity it is bound to, where this session presented it", async () => {
    const { session, asked, identity } = await opened();
    const { approval_id } = approvalOf(asked);
    await decide(w.deps, person, approval_id);
    const claim = session.message(CALL, refund(8_400), { metadata: { approval_id } });
    const denied = await send(w.guardian, claim);
    expect(denied.decision).toBe("deny");
    expect(denied.codes[0]).toBe("approval_digest_mismatch");
    const payload = claimOf(approval_id);
    const answer = await resolveBy(w.guardian, session, payload);
    expect(resolutionIn(answer)).toMatchObject({
      outcome: "reject",
      context_identity: identity,
      verdict: { decision: "deny", reason: "approval_digest_mismatch" },
    });
    expect(await rowOf(asked)).toMatchObject({ state: "approved" });
  });

  it("is unknown to sessions that never presented it, like an id that there is not", async () => {
    const { asked } = await opened();
    const { approval_id } = approvalOf(asked);
    const stranger = await hookSession(w.guardian, await w.agent());
    const bare = async (payload: unknown) => {
      const {
        request_id: _id,
        signature: _signature,
        ...rest
      } = (await resolveBy(w.guardian, stranger, payload)).result;
      return rest;
    };
    const unknown = await bare(claimOf("apr_none"));
    expect(unknown).toMatchObject({ state: "unknown" });
    expect(unknown).not.toHaveProperty("resolution");
    expect(await bare(claimOf("apr_\u0000"))).toEqual(unknown);
    expect(await bare(claimOf(approval_id))).toEqual(unknown);
    expect(await bare(asking(asked, freshIdentity()))).toEqual(unknown);
    expect(await rowOf(asked)).toMatchObject({ state: "pending" });
  });

  it("of the same session is refused for another digest than the one asked about", async () => {
    const { session, asked, identity } = await opened();
    await decide(w.deps, person, approvalOf(asked).approval_id);
    const other = asking(asked, identity);
    other.request.verdict.approval.action_digest = freshIdentity();
    const answer = await resolveBy(w.guardian, session, other);
    expect(resolutionIn(answer)).toMatchObject({ outcome: "reject", verdict: { reason: "approval_digest_mismatch" } });
    expect(await rowOf(asked)).toMatchObject({ state: "approved" });
  });
});

const claimOf = (approval_id: string) => ({
  request: {
    context_identity: freshIdentity(),
    interception_point: "pre_tool_call",
    verdict: { decision: "deny", approval: { kind: "claimed", approval_id, action_digest: "" } },
    context: {},
  },
  wait_ms: 0,
});

describe("a question that cannot be asked", () => {
  it("comes from a session that is no Agent Hooks host's", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const asked = await ask(session);
    expect(await rowOf(asked)).toMatchObject({ state: "pending" });
    expect((await resolveBy(w.guardian, session, asking(asked, null))).reason).toBe("capability_not_negotiated");
  });

  it.each([
    ["request.interception_point", { interception_point: "output" }],
    ["request.context_identity", { context_identity: 7 }],
    ["request.verdict.approval.kind", { verdict: { approval: { approval_id: "apr_1", kind: "other" } } }],
    ["request.verdict.approval.approval_id", { verdict: {} }],
    ["request.verdict.approval.action_digest", { verdict: { approval: { approval_id: "apr_1", kind: "ask" } } }],
  ])("names the member at fault: %s", async (field, fault) => {
    const session = await hookSession(w.guardian, await w.agent());
    const good = asking(await ask(session), freshIdentity());
    const answer = await resolveBy(w.guardian, session, { ...good, request: { ...good.request, ...fault } });
    expect(answer.reason).toBe("payload_invalid");
    expect(memberAt(answer.error, "data", "field")).toBe(`params.payload.${field}`);
    expect(session.verifies(answer.raw)).toBe(true);
  });
});
