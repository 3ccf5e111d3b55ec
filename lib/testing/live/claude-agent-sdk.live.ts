/** The adapter on the real Claude Agent SDK: what every adapter must do, and the refund story. Run apart from `npm test`. */
import { beforeAll, describe, expect, it } from "vitest";
import { RunTerminated } from "../../agent-hooks/hook-session";
import { adapterContract } from "../adapter-contract";
import { onCallGovernance } from "../on-call-governance";
import { answerOf, ON_CALL_WORDS, refundRows } from "../refund-rows";
import { type RefundStory, tellRefundStory } from "../refund-story";
import { claudeAgentDriver } from "./claude-agent-sdk-driver";
import { installedSdk } from "./installed-sdk";

const driver = claudeAgentDriver(await installedSdk(process.env.CLAUDE_AGENT_SDK));

describe("the refund story", () => {
  let story: RefundStory;
  beforeAll(async () => {
    story = await tellRefundStory(driver, onCallGovernance(driver.framework));
  });

  it("leaves the twenty rows", () => {
    expect(story.rows).toEqual(refundRows(ON_CALL_WORDS));
  });

  it("refunds once, what was approved, and tells the customer without the account", () => {
    expect(story.refunds).toEqual([{ account: "acct_2041", amount: 840, currency: "USD" }]);
    expect(story.answer).toBe(answerOf(ON_CALL_WORDS));
  });

  it("ends the session that replays the approval for more, and runs nothing that a guard broke on", () => {
    expect(story.stopped).toBeInstanceOf(RunTerminated);
    expect(story.identities.stored).toBe(story.identities.approved);
    expect(story.identities.replayed).not.toBe(story.identities.approved);
    expect([story.malformed.refunds, story.secondUse.refunds]).toEqual([[], []]);
  });
});

adapterContract(driver);
