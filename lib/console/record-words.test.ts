import { expect, it } from "vitest";
import { comparedRecord } from "../testing/compared";
import { recordTitle } from "./record-words";

it("shows on hover what a reason hides", () => {
  const record = comparedRecord(1, "deny", { reason: "no\u202eyes\u200b" });
  expect(recordTitle(record)).toBe("The host's record: deny, no\\u{202E}yes\\u{200B}");
});
