/** DEFER (ACS §6): its reasons and methods, its bound, its time-out, and its resolution by a person in the same queue. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleOf, chainOf, PERMIT_ALL, rule, sql } from "../../testing/probes";
import { type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import { approvalOf, contextIn, decide, openSession, send, type World, world } from "../../testing/world";

const CALL = "steps/toolCallRequest";
let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());
beforeEach(async () => {
  await sql(w, "UPDATE person SET state = 'disabled'");
});

const deferring = (annotations: Record<string, string>) =>
  w.publish(
    bundleOf(JSON.stringify(annotations), [PERMIT_ALL, rule("defer-it", { disposition: "defer", ...annotations })]),
  );
const open = async () => openSession(w.guardian, await w.agent());
const pay = (session: ScriptedSession, amount: number, guardian = w.guardian) =>
  send(guardian, session.message(CALL, toolCall("pay", { amount })));
/** Lets every open item run out, and returns a process that has not seen them before. */
async function timeIsUp(): Promise<World["guardian"]> {
  await sql(w, "UPDATE approval SET expires_at = clock_timestamp() WHERE state = 'pending'");
  return (await w.replica()).guardian;
}

describe("a DEFER", () => {
  it.each([
    ["insufficient_context", "additional_context", "deny", "order id,customer"],
    ["conflicting_policies", "human_approval", "ask", ""],
    ["low_confidence", "timeout", "ask", ""],
    ["pending_dependency", "timeout", "deny", ""],
  ])("because of %s waits for %s, then %s", async (reason, method, timeout_decision, wanted) => {
    await w.person();
    await deferring({
      defer_reason: reason,
      defer_method: method,
      timeout_decision,
      timeout: "60",
      ...(wanted === "" ? {} : { required_context: wanted }),
    });
    const answer = await pay(await open(), 1);
    expect([answer.decision, answer.codes]).toEqual(["defer", ["deferred"]]);
    expect(answer.result.defer_details).toEqual({
      reason,
      resolution_method: method,
      resolution_timeout_ms: 60_000,
      timeout_decision,
      ...(wanted === "" ? {} : { required_context: ["customer", "order id"] }),
    });
  });

  it("for people is denied where there are none; for context or time it is not", async () => {
    await deferring({});
    expect((await pay(await open(), 1)).codes).toEqual(["approver_unavailable"]);
    await deferring({ defer_method: "additional_context" });
    expect((await pay(await open(), 1)).decision).toBe("defer");
  });

  it("is allowed by a person, once, or denied for good", async () => {
    const person = await w.person();
    await deferring({});
    const session = await open();
    const first = await pay(session, 1);
    expect((await decide(w.deps, person, approvalOf(first).approval_id)).ok).toBe(true);
    expect((await pay(session, 1)).decision).toBe("allow");
    const second = await pay(session, 2);
    await decide(w.deps, person, approvalOf(second).approval_id, { verdict: "deny", reason: "no" });
    expect((await pay(session, 2)).codes).toEqual(["approval_rejected"]);
  });

  it("told again while it is open is the same one; the fourth of a session is denied, for its life", async () => {
    await deferring({ defer_method: "timeout" });
    const session = await open();
    for (const amount of [1, 2, 3]) expect((await pay(session, amount)).decision).toBe("defer");
    expect((await pay(session, 2)).decision).toBe("defer");
    expect((await contextIn(w.container, session)).deferrals).toBe(3);
    const fourth = await pay(session, 4);
    expect([fourth.decision, fourth.codes]).toEqual(["deny", ["deferral_bound_exceeded"]]);
    const later = await timeIsUp();
    expect((await pay(session, 1, later)).codes).toEqual(["deferral_expired"]);
    expect((await pay(session, 5, later)).codes).toEqual(["deferral_bound_exceeded"]);
  });

  it("whose time-out asks becomes a question, and stays one", async () => {
    await deferring({ defer_method: "timeout", timeout_decision: "ask" });
    const session = await open();
    const deferred = await pay(session, 1);
    const later = await timeIsUp();
    expect((await pay(session, 1, later)).codes).toEqual(["approver_unavailable"]);
    const person = await w.person();
    const asked = await pay(session, 1, later);
    expect([asked.decision, approvalOf(asked).approval_id]).not.toEqual(["ask", approvalOf(deferred).approval_id]);
    expect(asked.decision).toBe("ask");
    expect((await pay(session, 1)).decision).toBe("ask");
    await decide(w.deps, person, approvalOf(asked).approval_id);
    expect((await pay(session, 1)).decision).toBe("allow");
    expect((await contextIn(w.container, session)).deferrals).toBe(1);
  });

  it("that policy no longer makes is withdrawn by the step that is allowed", async () => {
    await deferring({ defer_method: "additional_context" });
    const session = await open();
    const deferred = await pay(session, 1);
    await w.publish(bundleOf("allowed now", [PERMIT_ALL]));
    expect((await pay(session, 1)).decision).toBe("allow");
    const row = await w.container.prisma.approval.findUniqueOrThrow({
      where: { id: approvalOf(deferred).approval_id },
    });
    expect(row.state).toBe("superseded");
    expect((await chainOf(w, session)).map((entry) => entry.stepType)).toContain("guardian/approval_resolution");
  });

  it("tells how it ended to whoever waits for it", async () => {
    await deferring({ defer_method: "timeout", timeout_decision: "ask" });
    const session = await open();
    const { approval_id } = approvalOf(await pay(session, 1));
    await timeIsUp();
    const told = await send(w.guardian, session.message("guardian/approval", { approval_id }));
    expect(told.result).toMatchObject({
      state: "expired",
      kind: "defer",
      timeout_decision: "ask",
      reason_code: "deferral_expired",
    });
  });
});
