/** The adapter on the real Claude Agent SDK at a real Guardian, and at one that is away or answers wrongly. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RunTerminated } from "../../agent-hooks/hook-session";
import { guardianFaultContract } from "../adapter-contract/guardian-faults";
import { type GuardianPlace, guardianGovernance, guardianWords } from "../guardian-governance";
import { type HostWorld, hostWorld } from "../host-world";
import { answerOf, refundRows } from "../refund-rows";
import { tellRefundStory } from "../refund-story";
import { decide } from "../world";
import { claudeAgentDriver } from "./claude-agent-sdk-driver";
import { installedSdk } from "./installed-sdk";

const driver = claudeAgentDriver(await installedSdk(process.env.CLAUDE_AGENT_SDK));

let h: HostWorld;
beforeAll(async () => {
  h = await hostWorld();
});
afterAll(() => h.close());

async function place(): Promise<GuardianPlace> {
  const { prisma } = h.w.container;
  const state = async (id: string) => (await prisma.approval.findUnique({ where: { id } }))?.state;
  return {
    options: { url: `${h.listener.url}/acs`, ...(await h.w.agent()) },
    by: "human",
    async approve(id) {
      await expect.poll(() => state(id), { timeout: 20_000 }).not.toBe("prepared");
      await decide(h.w.deps, h.person, id);
    },
    identityOf: async (id) => (await prisma.approval.findUniqueOrThrow({ where: { id } })).contextIdentity,
  };
}

describe("the refund story under a real Guardian", () => {
  it("is the same twenty rows, one refund that a person approved, and a redacted answer", async () => {
    const governance = guardianGovernance(driver.framework, await place());
    const story = await tellRefundStory(driver, governance);
    await governance.close();
    const words = guardianWords("human");
    expect(story.rows).toEqual(refundRows(words));
    expect(story.refunds.map(({ amount }) => amount)).toEqual([840]);
    expect(story.answer).toBe(answerOf(words));
    expect(story.stopped).toBeInstanceOf(RunTerminated);
    expect(story.identities.approved).toBe(story.identities.stored);
    expect([story.malformed.refunds, story.secondUse.refunds]).toEqual([[], []]);
  });
});

guardianFaultContract(driver);
