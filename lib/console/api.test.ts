/** What a failed request says to a person. */
import { describe, expect, it } from "vitest";
import { failureFrom } from "./api";

describe("failures of the JSON routes", () => {
  it("carry the server's reason, sentence and recorded outcome", () => {
    const body = { error: { reason: "decided", message: "Kim was first.", outcome: { state: "rejected" } } };
    expect(failureFrom(409, body)).toEqual({
      status: 409,
      reason: "decided",
      message: "Kim was first.",
      outcome: { state: "rejected" },
    });
  });

  it.each([undefined, null, "<html>", 7, {}, { error: null }, { error: { message: 5 } }])(
    "are a sentence for the status when the body is %j",
    (body) => {
      expect(failureFrom(401, body)).toMatchObject({
        reason: "unreadable",
        message: "You are signed out. Sign in to go on.",
      });
    },
  );

  it("never take an inherited member for a reason", () => {
    expect(failureFrom(400, { error: Object.create({ reason: "x" }) }).reason).toBe("unreadable");
  });
});
