/** What a form or a file may ban. */
import { describe, expect, it } from "vitest";
import { parseBanInput } from "./ban-input";
import { banListText, parseBanList } from "./ban-list";

const field = (input: unknown) => {
  const parsed = parseBanInput(input);
  return parsed.ok ? null : (parsed.failure.field ?? "none");
};

describe("a ban", () => {
  it("needs a reason and at least one member besides its kind", () => {
    expect(field({ name: "mail", reason: "leaks" })).toBeNull();
    expect(field({ name: "mail" })).toBe("reason");
    expect(field({ type: "tool", reason: "x" })).toBe("name");
    expect(field({ name: " ", reason: "x" })).toBe("name");
    expect(field({ name: "\u2060", reason: "x" })).toBe("name");
    expect(field(null)).toBe("reason");
  });

  it("names the member that is wrong, never its value", () => {
    const wrong = {
      type: "robot",
      versionRange: "no range",
      endpoint: "http://",
      digest: "abc",
      expiresAt: "soon",
      provider: "a\nb",
    };
    for (const [member, value] of Object.entries(wrong)) {
      const parsed = parseBanInput({ name: "mail", reason: "x", [member]: value });
      expect(parsed).toMatchObject({ ok: false, failure: { kind: "invalid", field: member } });
      expect(JSON.stringify(parsed)).not.toContain(value);
    }
    expect(field({ versionRange: ">=1", reason: "x" })).toBe("versionRange");
    expect(field({ name: "x".repeat(1001), reason: "x" })).toBe("name");
  });
});

describe("a file of bans", () => {
  const terms = {
    type: "tool",
    name: "m\u0430il \u{1F480}",
    versionRange: "<2",
    provider: null,
    endpoint: null,
    digest: null,
    reason: "“why”",
    expiresAt: 1_900_000_000_000,
  } as const;

  it("comes back as it went out", () => {
    const text = banListText({ exportedAt: "2026-01-01T00:00:00.000Z", bans: [terms] });
    expect(parseBanList(text)).toEqual({ ok: true, value: [terms] });
  });

  it("is refused as a whole, with the place named", () => {
    const second = { ...JSON.parse(banListText({ exportedAt: "", bans: [terms] })) };
    second.bans.push({ name: "x", reason: "y", version_range: "no range" });
    expect(parseBanList(JSON.stringify(second))).toMatchObject({
      ok: false,
      failure: { field: "bans[1].versionRange" },
    });
    for (const text of [
      "",
      "[]",
      "{}",
      '{"v":"guardian-bans/1","bans":{}}',
      '{"v":"x","bans":[]}',
      '{"v":"guardian-bans/1","bans":[],"bans":[]}',
    ])
      expect(parseBanList(text)).toMatchObject({ ok: false, failure: { field: "file" } });
  });
});
