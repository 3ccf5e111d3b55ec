/** A host that keeps to what is decided never shows a disagreement, whatever happens to its actions. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HookedOptions, type HookedSession, hookedAgent } from "../../testing/hooked-agent";
import { type HostWorld, hostWorld } from "../../testing/host-world";
import { type DecideOptions, decide } from "../../testing/world";
import { comparedHost } from "./compared-host";

let h: HostWorld;
beforeAll(async () => {
  h = await hostWorld();
});
afterAll(() => h.close());

const keyOf = async (id: string): Promise<string> =>
  (await h.w.container.prisma.session.findFirstOrThrow({ where: { sessionId: id } })).key;

async function decideFor({ session }: HookedSession, options?: DecideOptions): Promise<void> {
  const sessionKey = await keyOf(session.id);
  const pending = () => h.w.container.prisma.approval.findFirst({ where: { sessionKey, state: "pending" } });
  await expect.poll(pending, { timeout: 10_000 }).not.toBeNull();
  await decide(h.w.deps, h.person, (await pending())?.id ?? "", options);
}

async function run(work: (hooked: HookedSession) => Promise<unknown>, options: Partial<HookedOptions> = {}) {
  const agent = hookedAgent({ url: `${h.listener.url}/acs`, ...(await h.w.agent()), ...options });
  const hooked = await agent.open();
  await hooked.session.input("Refund cust_1042.");
  await work(hooked);
  await hooked.session.shutdown("completed");
  await agent.close();
  expect(agent.problems).toEqual([]);
  const compared = await comparedHost(h.w.container.prisma, {
    tenantId: "default",
    key: await keyOf(hooked.session.id),
  });
  if (compared === null) throw new Error("the session is hosted");
  return compared;
}

const blocked = (work: Promise<unknown>): Promise<unknown> => work.catch((thrown: unknown) => thrown);

describe("records of a host at a real Guardian agree with its decisions", () => {
  const bash = { id: "c1", name: "bash", args: { command: "rm -rf /srv" } };
  it.each<[string, (hooked: HookedSession) => Promise<unknown>]>([
    ["an allowed call and an answer", async ({ refund, session }) => [await refund(20), await session.output("Done.")]],
    ["a denied call", ({ session }) => blocked(session.tool(bash, () => "ran"))],
    ["an answer that a host rule rewrites", ({ session }) => session.output("Paid from acct_81.")],
    [
      "a model call that a host rule stops",
      ({ session }) =>
        blocked(session.preModel({ id: "m" }, [{ role: "user", content: "-----BEGIN PRIVATE KEY-----" }])),
    ],
    ["an approval", async (hooked) => Promise.all([hooked.refund(840), decideFor(hooked)])],
    [
      "an approval with edits",
      async (hooked) => Promise.all([hooked.refund(840), decideFor(hooked, { edits: { amount: 600 } })]),
    ],
    [
      "a person's denial",
      async (hooked) => Promise.all([blocked(hooked.refund(840)), decideFor(hooked, { verdict: "deny" })]),
    ],
  ])("%s", async (_, work) => {
    const { session, comparison } = await run(work);
    const flagged = [...comparison.entries].filter(([, { flags }]) => flags.length > 0);
    expect(flagged).toEqual([]);
    expect(session).toMatchObject({ disagreements: 0, gaps: [], host: { mode: "enforce" } });
    expect([...comparison.records.values()].filter(({ flags }) => flags.length > 0)).toEqual([]);
  });
});
