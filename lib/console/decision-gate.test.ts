import { describe, expect, it } from "vitest";
import { decisionGate, type GateInput, gateSentence, pressMeans } from "./decision-gate";

const ready: GateInput = {
  state: "pending",
  risk: "medium",
  eligible: true,
  mayDeny: true,
  decidable: true,
  badEdit: false,
  expiresAt: 60_000,
  now: 0,
  rendered: true,
  cutParts: 0,
  openedParts: 0,
  digests: "match",
  changed: false,
  sending: false,
};

describe("the way to a decision", () => {
  it("is free when everything was drawn, opened and matched", () => {
    expect(decisionGate(ready)).toEqual({
      open: true,
      approve: null,
      deny: null,
      unread: 0,
      needsSecondGesture: false,
    });
  });

  it("is closed to approval, not to denial, while a shortened part is closed", () => {
    const gate = decisionGate({ ...ready, cutParts: 3, openedParts: 1 });
    expect([gate.approve, gate.deny, gate.unread]).toEqual(["unread", null, 2]);
    expect(gateSentence("unread", 2)).toBe("2 shortened parts are still closed.");
  });

  it("is closed to both until the item is drawn and its digests are known and equal", () => {
    expect(decisionGate({ ...ready, rendered: false }).deny).toBe("drawing");
    expect(decisionGate({ ...ready, digests: null }).approve).toBe("digests_pending");
    const differ = decisionGate({ ...ready, digests: "differ" });
    expect([differ.approve, differ.deny]).toEqual(["digests_differ", "digests_differ"]);
  });

  it("disappears by the clock at the exact instant of expiry", () => {
    expect(decisionGate({ ...ready, now: 59_999 }).open).toBe(true);
    expect(decisionGate({ ...ready, now: 60_000 }).open).toBe(false);
  });

  it("disappears when somebody else decided", () => {
    expect(decisionGate({ ...ready, state: "rejected" })).toMatchObject({ open: false, approve: "ended" });
  });

  it("is closed to people who may not decide and to a version that is no longer the newest", () => {
    expect(decisionGate({ ...ready, eligible: false, mayDeny: false }).approve).toBe("ineligible");
    expect(decisionGate({ ...ready, eligible: false, mayDeny: false }).deny).toBe("ineligible");
    expect(decisionGate({ ...ready, changed: true }).approve).toBe("changed");
  });

  it("lets the asker's own side deny, and only deny", () => {
    const own = decisionGate({ ...ready, eligible: false, mayDeny: true });
    expect([own.approve, own.deny]).toEqual(["ineligible", null]);
  });

  it("never approves an item without a readable act, nor an edit that is no value", () => {
    expect(decisionGate({ ...ready, decidable: false }).approve).toBe("undecidable");
    expect(decisionGate({ ...ready, decidable: false }).deny).toBeNull();
    expect(decisionGate({ ...ready, badEdit: true }).approve).toBe("bad_edit");
  });

  it("asks for a second gesture at high and critical risk only", () => {
    const needs = (["low", "medium", "high", "critical"] as const).map(
      (risk) => decisionGate({ ...ready, risk }).needsSecondGesture,
    );
    expect(needs).toEqual([false, false, true, true]);
  });
});

describe("a press on approve", () => {
  const press = { armedAt: null, at: 1000, repeat: false, needsSecond: true } as const;

  it("sends at once where one gesture is enough", () => {
    expect(pressMeans({ ...press, needsSecond: false })).toBe("send");
  });

  it("arms first, ignores a double click, then sends", () => {
    expect(pressMeans(press)).toBe("arm");
    expect(pressMeans({ ...press, armedAt: 1000, at: 1599 })).toBe("ignore");
    expect(pressMeans({ ...press, armedAt: 1000, at: 1600 })).toBe("send");
  });

  it("arms again when the first press is long past", () => {
    expect(pressMeans({ ...press, armedAt: 1000, at: 7001 })).toBe("arm");
  });

  it("never counts a key that is held down", () => {
    expect(pressMeans({ ...press, armedAt: 1000, at: 3000, repeat: true })).toBe("ignore");
    expect(pressMeans({ ...press, needsSecond: false, repeat: true })).toBe("ignore");
  });
});
