import { describe, expect, it } from "vitest";
import { segments } from "../core/text/visible";
import { cutSegments } from "./cut";

const joined = (parts: readonly { kind: string; text?: string }[]) => parts.map((part) => part.text ?? "").join("");

describe("a value that is drawn shortened", () => {
  it("stays whole while it is short", () => {
    expect(cutSegments(segments("rm -rf /srv/reports"))).toMatchObject({ more: 0 });
  });

  it("counts every character that is left out", () => {
    const text = "a".repeat(10_000);
    const cut = cutSegments(segments(text));
    expect(joined(cut.head)).toHaveLength(480);
    expect(cut.more).toBe(9520);
  });

  it("is not cut for a handful of characters", () => {
    expect(cutSegments(segments("a".repeat(500))).more).toBe(0);
  });

  it("is cut by lines too, so that a short tail cannot hide under blank lines", () => {
    const text = `echo ok${"\nx".repeat(60)}\nrm -rf /`;
    const cut = cutSegments(segments(text));
    expect(cut.more).toBeGreaterThan(90);
    expect(joined(cut.head)).not.toContain("rm -rf");
  });

  it("never splits a character outside the basic plane", () => {
    const cut = cutSegments(segments("\u{1F600}".repeat(1000)));
    expect([...joined(cut.head)]).toHaveLength(480);
    expect(cut.more).toBe(520);
  });
});
