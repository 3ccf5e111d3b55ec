/** The refund story is the same on every host: twenty rows, one refund, an answer without the account. */
import { beforeAll, describe, expect, it } from "vitest";
import { RunTerminated } from "../agent-hooks/hook-session";
import { ADAPTER_DRIVERS } from "./frameworks/adapter-drivers";
import { onCallGovernance } from "./on-call-governance";
import { answerOf, ON_CALL_WORDS, refundRows } from "./refund-rows";
import { type RefundStory, tellRefundStory } from "./refund-story";

const REFUND_ROWS = refundRows(ON_CALL_WORDS);
const HOSTS = Object.entries(ADAPTER_DRIVERS);

it("is told to at least seven hosts", () => {
  expect(HOSTS.length).toBeGreaterThanOrEqual(7);
  expect(REFUND_ROWS.length).toBe(20);
});

describe.each(HOSTS)("on %s", (framework, load) => {
  let story: RefundStory;
  beforeAll(async () => {
    const driver = await load();
    expect(driver.framework).toBe(framework);
    story = await tellRefundStory(driver, onCallGovernance(driver.framework));
  });

  it("leaves the twenty rows", () => {
    expect(story.rows).toEqual(REFUND_ROWS);
  });

  it("refunds once, what was approved, and tells the customer without the account", () => {
    expect(story.refunds).toEqual([{ account: "acct_2041", amount: 840, currency: "USD" }]);
    expect(story.answer).toBe(answerOf(ON_CALL_WORDS));
  });

  it("ties the approval to the record of the refund that ran, and to no other", () => {
    const { approved, stored, replayed } = story.identities;
    expect(approved).toMatch(/^sha256:/);
    expect(stored).toBe(approved);
    expect(replayed).not.toBe(approved);
  });

  it("ends the session that replays the approval for more", () => {
    expect(story.stopped).toBeInstanceOf(RunTerminated);
  });

  it("runs no refund that the guard broke on", () => {
    const { rows, refunds } = story.malformed;
    expect(refunds).toEqual([]);
    expect(rows.find(({ point }) => point === "pre_tool_call")).toMatchObject({
      decision: "deny",
      reason: "host_error:interceptor_failed",
    });
  });

  it("runs no second refund under an approval that was used, although nothing was changed", () => {
    const { rows, refunds } = story.secondUse;
    expect(refunds).toEqual([]);
    expect(rows.find(({ point }) => point === "pre_tool_call")).toMatchObject({
      reason: "host_error:approval_identity_mismatch",
      resolvedBy: "rejection",
    });
  });
});
