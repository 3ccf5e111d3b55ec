/** What people type about people. */
import { describe, expect, it } from "vitest";
import { parseEmail, parseGroups, parseName, parsePassword, parseRoles } from "./person-input";

const fieldOf = (result: { ok: boolean; failure?: unknown }) => (result.ok ? "fine" : result.failure);

describe("addresses", () => {
  it("are kept in lower case, so that one person has one account", () => {
    expect(parseEmail("  Ada@Example.COM ")).toEqual({ ok: true, value: "ada@example.com" });
  });

  it.each([
    "",
    "ada",
    "ada@",
    "@example.com",
    "a b@example.com",
    "ada@exa mple.com",
    "ada@-",
    "a@b\u0000",
    "a\u202e@b.c",
    null,
    5,
  ])("are refused when they are %j", (value) => {
    expect(fieldOf(parseEmail(value))).toMatchObject({ field: "email" });
  });
});

describe("names", () => {
  it("may be of any script", () => {
    expect(parseName(" José Müller 李 ")).toEqual({ ok: true, value: "José Müller 李" });
  });

  it.each(["", "   ", "a\u202eb", "a\u200bb", "a\nb", "x".repeat(101)])("are refused when they are %j", (value) => {
    expect(parseName(value).ok).toBe(false);
  });
});

describe("passwords", () => {
  it("count characters, not bytes or UTF-16 units", () => {
    expect(parsePassword("🦊".repeat(11)).ok).toBe(false);
    expect(parsePassword("🦊".repeat(12)).ok).toBe(true);
  });

  it("are kept as typed, blanks included, and have an end", () => {
    expect(parsePassword("  two blanks first")).toEqual({ ok: true, value: "  two blanks first" });
    expect(parsePassword("x".repeat(257)).ok).toBe(false);
    expect(parsePassword(undefined).ok).toBe(false);
  });
});

describe("roles and groups", () => {
  it("take known roles once each", () => {
    expect(parseRoles(["admin", "admin", "analyst"])).toEqual({ ok: true, value: ["admin", "analyst"] });
  });

  it.each([[], ["root"], ["admin", "root"], "admin", [["admin"]], null].map((value) => [value]))(
    "refuse %j",
    (value) => {
      expect(parseRoles(value).ok).toBe(false);
    },
  );

  it("sort groups and refuse names that no policy could name", () => {
    expect(parseGroups(["ops", "finance"])).toEqual({ ok: true, value: ["finance", "ops"] });
    for (const bad of [["Finance"], ["a b"], [5], ["approvers"], ["x".repeat(65)]])
      expect(parseGroups(bad).ok).toBe(false);
    expect(parseGroups(Array.from({ length: 33 }, (_, index) => `g${index}`)).ok).toBe(false);
  });
});
