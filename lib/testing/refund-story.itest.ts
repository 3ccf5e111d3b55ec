/** The refund story under a real Guardian: its bundle asks, a person approves in its queue, its chain and records stand beside. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RunTerminated } from "../agent-hooks/hook-session";
import { ADAPTER_DRIVERS } from "./frameworks/adapter-drivers";
import { type GuardianPlace, guardianGovernance, guardianWords } from "./guardian-governance";
import { type HostWorld, hostWorld } from "./host-world";
import { answerOf, refundRows } from "./refund-rows";
import { type RefundStory, tellRefundStory } from "./refund-story";
import { decide } from "./world";

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
      while ((await state(id)) === "prepared") await new Promise((resume) => setTimeout(resume, 50));
      await decide(h.w.deps, h.person, id);
    },
    identityOf: async (id) => (await prisma.approval.findUniqueOrThrow({ where: { id } })).contextIdentity,
  };
}

const WORDS = guardianWords("human");

describe.each(Object.entries(ADAPTER_DRIVERS))("on %s", (framework, load) => {
  let story: RefundStory;
  beforeAll(async () => {
    const governance = guardianGovernance(framework, await place());
    story = await tellRefundStory(await load(), governance);
    await governance.close();
  });

  it("leaves the twenty rows, one refund and a redacted answer", () => {
    expect(story.rows).toEqual(refundRows(WORDS));
    expect(story.refunds.map(({ amount }) => amount)).toEqual([840]);
    expect(story.answer).toBe(answerOf(WORDS));
    expect(story.stopped).toBeInstanceOf(RunTerminated);
  });

  it("ties the item in the queue to the record of the refund that ran", () => {
    expect(story.identities.stored).toMatch(/^sha256:/);
    expect(story.identities.approved).toBe(story.identities.stored);
    expect(story.identities.replayed).not.toBe(story.identities.stored);
  });

  it("runs no refund that a guard broke on, and none under an approval that was used", () => {
    expect(story.malformed.refunds).toEqual([]);
    expect(story.secondUse.refunds).toEqual([]);
  });
});
