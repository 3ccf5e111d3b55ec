import { describe, expect, it } from "vitest";
import { parseBanInput } from "../core/admin/ban-input";
import { draftOf, emptyDraft, saysEnough, termsOf } from "./ban-draft";

describe("a ban as it is typed", () => {
  it("takes a component from a link, and only texts", () => {
    const draft = emptyDraft({ type: "tool", name: "rm", provider: ["a", "b"], constructor: "x" });
    expect(draft).toMatchObject({ type: "tool", name: "rm", provider: "", reason: "" });
  });

  it("comes back from its terms as it went there", () => {
    const draft = { ...emptyDraft({ name: "left-pad" }), reason: "bad", expiresAt: "2030-01-02T03:04" };
    const parsed = parseBanInput(termsOf(draft));
    expect(parsed.ok && draftOf(parsed.value)).toEqual(draft);
    expect(parsed.ok && parsed.value.expiresAt).toBe(Date.UTC(2030, 0, 2, 3, 4));
  });

  it("lets the server refuse a date that cannot be read", () => {
    const parsed = parseBanInput(termsOf({ ...emptyDraft({ name: "a" }), reason: "r", expiresAt: "soon" }));
    expect(parsed).toMatchObject({ ok: false, failure: { field: "expiresAt" } });
  });

  it("knows when there is something to look for", () => {
    expect(saysEnough(emptyDraft({ type: "tool", version: ">=1" }))).toBe(false);
    expect(saysEnough(emptyDraft({ endpoint: "https://x.example" }))).toBe(true);
  });
});
