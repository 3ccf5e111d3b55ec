import { describe, expect, it } from "vitest";
import { textDifference } from "./text-difference";

describe("the difference of two texts", () => {
  it("marks only the middle that differs", () => {
    expect(textDifference("refund 840 now", "refund 8400 now")).toEqual({
      start: "refund 840",
      a: "",
      b: "0",
      end: " now",
    });
  });

  it("marks nothing in equal texts", () => {
    expect(textDifference("same", "same")).toEqual({ start: "same", a: "", b: "", end: "" });
  });

  it("never counts a shared character twice", () => {
    expect(textDifference("aa", "aaa")).toEqual({ start: "aa", a: "", b: "a", end: "" });
  });

  it("keeps characters outside the basic plane whole", () => {
    expect(textDifference("x\u{1F600}", "x\u{1F601}")).toEqual({ start: "x", a: "\u{1F600}", b: "\u{1F601}", end: "" });
  });
});
