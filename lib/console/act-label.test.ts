import { describe, expect, it } from "vitest";
import { actWords } from "./act-label";

describe("the words on the button", () => {
  it("name the act without repeating the tool", () => {
    expect(actWords("Refund 840 to cust_1042 with refund_payment", "refund_payment")).toBe(
      "refund of 840 to cust_1042",
    );
  });

  it("leave other sentences as they are", () => {
    expect(actWords("Send to ops@example.test with send_email", "send_email")).toBe("send to ops@example.test");
    expect(actWords("Run ls -la with shell", "shell")).toBe("run ls -la");
    expect(actWords("Call frob with a 1", "frob")).toBe("call frob with a 1");
  });

  it("fall back to the tool when the act is too long for a button", () => {
    expect(actWords(`Run ${"x".repeat(120)} with shell`, "shell")).toBe("this shell call");
    expect(actWords(`Run ${"x".repeat(120)} with s\u202ehell`, "s\u202ehell")).toBe("this s\\u{202E}hell call");
  });

  it("never lose a sentence to a tool without a name", () => {
    expect(actWords("Call a tool without a name", null)).toBe("call a tool without a name");
  });
});
