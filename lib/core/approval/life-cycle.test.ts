import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ApprovalState, canMove, END_STATE_REASON, isOpen, isTerminal, TRANSITIONS } from "./life-cycle";

const STATES = Object.keys(TRANSITIONS) as ApprovalState[];

describe("the life cycle of an approval", () => {
  it("has the nine states", () => {
    expect([...STATES].sort()).toEqual(
      ["approved", "cancelled", "consumed", "expired", "pending", "prepared", "rejected", "superseded", "void"].sort(),
    );
  });

  it("never leaves a terminal state, on any walk", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STATES),
        fc.array(fc.constantFrom(...STATES), { maxLength: 30 }),
        (start, tries) => {
          const walk = [start];
          for (const next of tries) if (canMove(walk.at(-1) ?? start, next)) walk.push(next);
          expect(walk.slice(0, -1).some(isTerminal)).toBe(false);
        },
      ),
    );
  });

  it("consumes nothing that was not approved, and approves nothing that was not pending", () => {
    expect(STATES.filter((state) => canMove(state, "consumed"))).toEqual(["approved"]);
    expect(STATES.filter((state) => canMove(state, "approved"))).toEqual(["pending"]);
    expect(STATES.filter((state) => canMove(state, "rejected"))).toEqual(["pending"]);
  });

  it("lets every item end, and moves no state to itself", () => {
    for (const state of STATES) {
      expect(canMove(state, state)).toBe(false);
      expect(isTerminal(state) || TRANSITIONS[state].some(isTerminal)).toBe(true);
    }
  });

  it("counts as open only what nobody has decided", () => {
    expect(STATES.filter(isOpen).sort()).toEqual(["pending", "prepared"]);
  });

  it("gives every end its own reason code", () => {
    const ends = STATES.filter(isTerminal) as (keyof typeof END_STATE_REASON)[];
    expect(new Set(ends.map((state) => END_STATE_REASON[state])).size).toBe(ends.length);
    expect(END_STATE_REASON.expired).not.toBe(END_STATE_REASON.rejected);
  });
});
