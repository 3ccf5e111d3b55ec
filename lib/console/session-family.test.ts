import { describe, expect, it } from "vitest";
import type { StorySession } from "../core/read-models/session-story";
import { familyLines } from "./session-family";

const session = (key: string, parentKey: string | null): StorySession => ({
  key,
  parentKey,
  sessionId: key,
  agentName: key,
  state: "open",
  closeReason: null,
  steps: 1,
});
const drawn = (family: readonly StorySession[]) =>
  familyLines(family).map(({ session, depth }) => `${depth}${session.key}`);

describe("sessions that started one another", () => {
  it("stand under the one that started them", () => {
    expect(drawn([session("b", "a"), session("a", null), session("c", "b"), session("d", "a")])).toEqual([
      "0a",
      "1b",
      "2c",
      "1d",
    ]);
  });

  it("are each drawn once, with an absent parent or in a circle", () => {
    expect(drawn([session("a", "gone"), session("x", "y"), session("y", "x")])).toEqual(["0a", "0x", "1y"]);
  });
});
