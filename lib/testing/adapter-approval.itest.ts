/** Every framework at a real Guardian: people approve one call, and that approval covers nothing else. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InterceptionRecord } from "../agent-hooks/types";
import { governed } from "../host/frameworks/governed";
import { ARGS, call, reasonAt, recordsAt, runUnder, type Scenario } from "./adapter-contract/scenario";
import type { AdapterDriver } from "./adapter-driver";
import { ADAPTER_DRIVERS } from "./frameworks/adapter-drivers";
import { type HostWorld, hostWorld } from "./host-world";
import { type DecideOptions, decide } from "./world";

let h: HostWorld;
beforeAll(async () => {
  h = await hostWorld();
});
afterAll(() => h.close());

/** The agent of the adapter tests; the policies that a new Guardian has ask about its tool. */
async function agentOn(driver: AdapterDriver) {
  const identity = await h.w.agent();
  const records: InterceptionRecord[] = [];
  const onInterception = (record: InterceptionRecord) => records.push(record);
  const hooks = governed({ url: `${h.listener.url}/acs`, ...identity, onInterception }, driver.framework);
  const items = (state?: string) =>
    h.w.container.prisma.approval.findMany({
      where: { session: { agentKey: identity.key }, ...(state ? { state } : {}) },
    });
  return {
    records,
    items,
    run: (scenario?: Scenario) => runUnder(driver, hooks, scenario),
    decide: async (options?: DecideOptions) => {
      await expect.poll(() => items("pending"), { timeout: 20_000 }).toHaveLength(1);
      const [item] = await items("pending");
      await decide(h.w.deps, h.person, item?.id ?? "", options);
      return item?.id ?? "";
    },
  };
}

describe.each(Object.entries(ADAPTER_DRIVERS))("%s", (_, load) => {
  it("runs what people approved, once, and not what claims their approval for more", async () => {
    const agent = await agentOn(await load());
    const running = agent.run();
    const approval_id = await agent.decide();
    const first = await running;
    expect(first).toMatchObject({ thrown: null, paid: [ARGS] });
    const [record] = recordsAt(agent, "pre_tool_call");
    expect(record).toMatchObject({ verdict: { decision: "allow" }, resolved_by: "approval" });
    const [item] = await agent.items();
    expect(item).toMatchObject({ state: "consumed", contextIdentity: record?.input_identity });
    expect(item?.resultAt).not.toBeNull();

    const more = call("call-1", { ...ARGS, amount: 8400 });
    const extensions = { guardian: { approval_id } };
    const replay = await agent.run({ replies: [{ calls: [more] }, { text: "Done." }], extensions });
    expect(replay.paid).toEqual([]);
    expect(reasonAt(agent, "pre_tool_call")).toBe("host_error:approval_identity_mismatch");
    expect(recordsAt(agent, "pre_tool_call").at(-1)?.resolved_by).toBe("rejection");
  });

  it("does not run what people reject", async () => {
    const agent = await agentOn(await load());
    const running = agent.run();
    await agent.decide({ verdict: "deny", reason: "not this one" });
    expect((await running).paid).toEqual([]);
    expect(reasonAt(agent, "pre_tool_call")).toBe("approval_rejected");
  });
});
