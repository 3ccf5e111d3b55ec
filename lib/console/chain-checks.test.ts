import { describe, expect, it } from "vitest";
import { checksOf } from "./chain-checks";

const row = { seq: 2, entry: "{}", request: "{}", response: "{}", withheld: null };
const both = { request: true, decision: true };
const states = (checks: ReturnType<typeof checksOf>) =>
  Object.fromEntries(checks.map((check) => [check.name, check.state]));

describe("the checks of one entry", () => {
  it("are unknown until it was computed", () => {
    expect(states(checksOf(row, undefined, both))).toMatchObject({
      hash: "unknown",
      link: "unknown",
      request: "unknown",
    });
  });

  it("put each fault where it belongs", () => {
    const found = (kind: "request_mismatch" | "missing" | "altered") =>
      states(checksOf(row, { seq: 2, computed: "x", findings: [{ kind, seq: 2, message: "" }] }, both));
    expect(found("request_mismatch")).toMatchObject({ hash: "good", link: "good", request: "bad", decision: "good" });
    expect(found("missing")).toMatchObject({ hash: "good", link: "bad" });
    expect(found("altered")).toMatchObject({ hash: "bad", link: "good" });
  });

  it("never call a message good that was not there to be checked", () => {
    const checked = { seq: 2, computed: "x", findings: [] };
    expect(states(checksOf({ ...row, request: null, withheld: "secret" }, checked, both)).request).toBe("withheld");
    expect(states(checksOf({ ...row, request: null, withheld: "erased" }, checked, both)).request).toBe("erased");
    expect(states(checksOf(row, checked, { request: false, decision: false })).request).toBe("none");
  });

  it("say nothing of an HMAC signature that a browser cannot check", () => {
    expect(states(checksOf(row, { seq: 2, computed: "x", findings: [] }, both)).signature).toBe("none");
  });

  it("call signatures good when all that are there were checked", () => {
    const signed = (valid: number, unchecked: number) =>
      states(checksOf(row, { seq: 2, computed: "x", findings: [], signatures: { valid, unchecked } }, both)).signature;
    expect([signed(2, 0), signed(1, 1), signed(0, 2), signed(0, 0)]).toEqual(["good", "none", "none", "none"]);
  });
});
