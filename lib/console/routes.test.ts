/** The console's addresses. */
import { describe, expect, it } from "vitest";
import { api, routes, safeReturnTo } from "./routes";

describe("routes", () => {
  it("keeps ids that hold anything inside one path segment", () => {
    expect(routes.approval("../a b?c#d")).toBe("/approvals/..%2Fa%20b%3Fc%23d");
    expect(routes.session("s/1", "chain")).toBe("/sessions/s%2F1/chain");
    expect(api.decision("a/b")).toBe("/api/approvals/a%2Fb/decision");
  });

  it("leaves empty filters out", () => {
    expect(routes.audit({ action: "", actor: undefined, subject: "agent:a&b" })).toBe("/audit?subject=agent%3Aa%26b");
    expect(routes.audit()).toBe("/audit");
  });

  it("opens one step of a session's timeline", () => {
    expect(routes.step("s1", 12)).toBe("/sessions/s1?seq=12");
  });
});

describe("the way back after signing in", () => {
  it("goes to a page of this console, with its query", () => {
    expect(safeReturnTo("/sessions/s1?seq=3")).toBe("/sessions/s1?seq=3");
  });

  it.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/a\nb",
    "/a\u0000b",
    " /a",
    "",
    "/sign-in?from=/x",
  ])("goes to the start page instead of %j", (text) => {
    expect(safeReturnTo(text)).toBe("/");
  });

  it("goes to the start page when nothing was wanted", () => {
    expect(safeReturnTo(null)).toBe("/");
    expect(safeReturnTo(undefined)).toBe("/");
  });
});
