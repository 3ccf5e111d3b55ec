import { describe, expect, it } from "vitest";
import { shorten, stepSubject } from "./subject";

describe("the subject of a step", () => {
  it("names the tool and its arguments", () => {
    const payload = {
      tool: { name: "refund_payment" },
      arguments: { amount: { value: 840 }, to: { value: "cust_1042" } },
    };
    expect(stepSubject(payload)).toBe("refund_payment  amount=840 to=cust_1042");
  });

  it("quotes the words of a message", () => {
    expect(stepSubject({ content: [{ type: "text", value: "Refund order 7" }] })).toBe("Refund order 7");
  });

  it("says how a tool ended and what came out", () => {
    const payload = { tool: { name: "t" }, exit_status: "success", outputs: [{ value: { id: 1 } }] };
    expect(stepSubject(payload)).toBe('t  success {"id":1}');
  });

  it("survives payloads of any shape", () => {
    expect(stepSubject(null)).toBe("");
    expect(stepSubject({ tool: 5, arguments: [1], content: "x" })).toBe("");
    expect(stepSubject({ reason: "completed" })).toBe("completed");
  });

  it("marks what it cuts and never splits a character", () => {
    expect(shorten("ab", 2)).toBe("ab");
    expect(shorten(`a${"\u{1F600}"}`, 2)).toBe("a…");
  });
});
