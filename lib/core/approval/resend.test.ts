import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ApprovalState, TRANSITIONS } from "./life-cycle";
import { decideResend, type ResendApproval, type ResendInput } from "./resend";

const NOW = 1_000_000;

const approval = (state: ApprovalState, more: Partial<ResendApproval> = {}): ResendApproval => ({
  id: "a1",
  kind: "ask",
  state,
  revision: 3,
  expiresAt: NOW + 60_000,
  useBy: state === "approved" ? NOW + 30_000 : null,
  resultAt: null,
  attempt: 1,
  ...more,
});

const decide = (approvals: readonly ResendApproval[], more: Partial<ResendInput> = {}) =>
  decideResend({ approvals, now: NOW, released: [], ...more });

describe("a re-send of an action", () => {
  it("opens a first question when there is none", () => {
    expect(decide([])).toEqual({ act: "new", attempt: 1, earlier: [], moves: [] });
  });

  it.each(["pending", "prepared"] as const)("gets the same question while it is %s", (state) => {
    expect(decide([approval(state)])).toEqual({ act: "same", approvalId: "a1", moves: [] });
  });

  it("is released when approved and in time", () => {
    expect(decide([approval("approved")])).toEqual({ act: "release", approvalId: "a1", moves: [] });
  });

  it("stays rejected for the rest of the session, whatever came later", () => {
    const later = [approval("approved", { id: "a3" }), approval("void", { id: "a2" })];
    expect(decide([...later, approval("rejected")])).toMatchObject({
      act: "deny",
      code: "approval_rejected",
      approvalId: "a1",
    });
  });

  it("asks once more after an expiry, then never again", () => {
    expect(decide([approval("expired")])).toMatchObject({ act: "new", attempt: 2 });
    const second = [approval("expired", { id: "a2", attempt: 2 }), approval("expired")];
    expect(decide(second)).toMatchObject({ act: "deny", code: "approval_expired", approvalId: "a2" });
  });

  it.each([0, 1, 5_000])("counts a pending item as expired %s ms after its limit, and says what to record", (late) => {
    const pending = approval("pending", { expiresAt: NOW - late });
    expect(decide([pending])).toEqual({
      act: "new",
      attempt: 2,
      earlier: [],
      moves: [{ id: "a1", from: "pending", to: "expired", revision: 3, when: "after_expiry" }],
    });
  });

  it("counts an unused approval as expired after its use_by", () => {
    expect(decide([approval("approved", { useBy: NOW })])).toEqual({
      act: "new",
      attempt: 2,
      earlier: [],
      moves: [{ id: "a1", from: "approved", to: "expired", revision: 3, when: "after_use_by" }],
    });
  });

  it("is denied while its release has no result", () => {
    expect(decide([approval("consumed")])).toMatchObject({ act: "deny", code: "approval_consumed", approvalId: "a1" });
    const reported = approval("consumed", { resultAt: NOW - 1 });
    const running = decide([reported], { released: [{ approvalId: "a1" }] });
    expect(running).toMatchObject({ act: "deny", code: "approval_consumed" });
  });

  it("asks anew after the result and names the earlier releases, newest first", () => {
    const seen = [approval("consumed", { id: "a2", resultAt: NOW - 1 }), approval("consumed", { resultAt: NOW - 9 })];
    expect(decide(seen)).toEqual({ act: "new", attempt: 1, earlier: ["a2", "a1"], moves: [] });
  });

  it.each(["cancelled", "void", "superseded"] as const)("starts afresh after %s", (state) => {
    expect(decide([approval(state, { attempt: 2 })])).toEqual({ act: "new", attempt: 1, earlier: [], moves: [] });
  });
});

describe("a re-send of a deferred action", () => {
  const deferred = (state: ApprovalState, more: Partial<ResendApproval> = {}) =>
    approval(state, { kind: "defer", ...more });

  it("keeps the one item until its timeout", () => {
    expect(decide([deferred("pending")], { opening: "defer" })).toMatchObject({ act: "same", approvalId: "a1" });
  });

  it("is denied after the timeout, without a second turn", () => {
    const late = decide([deferred("pending", { expiresAt: NOW - 1 })], { opening: "defer" });
    expect(late).toMatchObject({ act: "deny", code: "deferral_expired", approvalId: "a1" });
    expect(late.moves).toHaveLength(1);
    expect(decide([deferred("expired")], { opening: "defer" })).toMatchObject({ code: "deferral_expired" });
  });

  it("is bounded in a session", () => {
    expect(decide([], { opening: "defer", deferrals: 2 })).toMatchObject({ act: "new" });
    const over = decide([], { opening: "defer", deferrals: 3 });
    expect(over).toEqual({ act: "deny", code: "deferral_bound_exceeded", approvalId: null, moves: [] });
    expect(decide([], { opening: "defer", deferrals: 1, deferralBound: 1 })).toMatchObject({ act: "deny" });
  });

  it("does not bound questions", () => {
    expect(decide([], { opening: "ask", deferrals: 50 })).toMatchObject({ act: "new", attempt: 1 });
  });

  it("asks a person where policy now asks instead of deferring", () => {
    expect(decide([deferred("expired")], { opening: "ask" })).toMatchObject({ act: "new", attempt: 1 });
  });
});

describe("whatever approvals there are", () => {
  const states = fc.constantFrom(...(Object.keys(TRANSITIONS) as ApprovalState[]));
  const time = fc.integer({ min: NOW - 3, max: NOW + 3 });
  const row = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom("ask" as const, "defer" as const),
    state: states,
    revision: fc.nat(9),
    expiresAt: time,
    useBy: fc.option(time, { nil: null }),
    resultAt: fc.option(time, { nil: null }),
    attempt: fc.integer({ min: 1, max: 2 }),
  });
  const rows = fc.uniqueArray(row, { maxLength: 6, selector: (item) => item.id });

  it("releases only what is approved, in time, with no rejection and no release under way", () => {
    fc.assert(
      fc.property(rows, (approvals) => {
        const meaning = decide(approvals);
        const released = approvals.filter((item) => meaning.act === "release" && item.id === meaning.approvalId);
        expect(released.every((item) => item.state === "approved" && (item.useBy ?? NOW + 1) > NOW)).toBe(true);
        const blocked = approvals.some(
          ({ state, resultAt }) => state === "rejected" || (state === "consumed" && resultAt === null),
        );
        expect(blocked && released.length > 0).toBe(false);
      }),
    );
  });

  it("opens no second item beside one that is open", () => {
    fc.assert(
      fc.property(rows, (approvals) => {
        const open = approvals.some((item) => ["pending", "prepared"].includes(item.state) && item.expiresAt > NOW);
        expect(open && decide(approvals).act === "new").toBe(false);
      }),
    );
  });

  it("records every expiry it relies on, once, and only of what can expire", () => {
    fc.assert(
      fc.property(rows, (approvals) => {
        const { moves } = decide(approvals);
        expect(new Set(moves.map((move) => move.id)).size).toBe(moves.length);
        for (const move of moves) expect(["prepared", "pending", "approved"]).toContain(move.from);
      }),
    );
  });
});
