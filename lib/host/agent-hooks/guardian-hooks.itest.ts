import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InterceptionBlocked } from "../../agent-hooks/hook-session";
import { DEFAULT_BUNDLE } from "../../core/policy/default-bundle";
import { type HookedAgent, type HookedOptions, type HookedSession, hookedAgent } from "../../testing/hooked-agent";
import { type HostWorld, hostWorld } from "../../testing/host-world";
import { type AgentOptions, type DecideOptions, decide } from "../../testing/world";
import type { WaitingForPeople } from "./waiting-for-people";

let h: HostWorld;
beforeAll(async () => {
  h = await hostWorld();
});
afterAll(() => h.close());

async function agent(options: Partial<HookedOptions> = {}, settings: AgentOptions = {}): Promise<HookedAgent> {
  return hookedAgent({ url: `${h.listener.url}/acs`, ...(await h.w.agent(settings)), ...options });
}

const sessionRow = (id: string) => h.w.container.prisma.session.findFirstOrThrow({ where: { sessionId: id } });

async function approvalsOf({ session }: HookedSession) {
  const { key } = await sessionRow(session.id);
  return h.w.container.prisma.approval.findMany({ where: { sessionKey: key }, orderBy: { createdAt: "asc" } });
}

/** Decides the item that this session's resolver has opened. */
async function decideFor(hooked: HookedSession, options?: DecideOptions): Promise<string> {
  const pending = async () => (await approvalsOf(hooked)).find((row) => row.state === "pending") ?? null;
  await expect.poll(pending, { timeout: 10_000 }).not.toBeNull();
  const item = await pending();
  await decide(h.w.deps, h.person, item?.id ?? "", options);
  return item?.id ?? "";
}

describe("a run under Agent Hooks and the Guardian", () => {
  it("is on the chain step by step, and its records beside it", async () => {
    const hooked = await agent();
    const { session, refund, paid } = await hooked.open();
    await session.input("Refund 20 to cust_1042.");
    await refund(20);
    await session.output("Refunded.");
    await session.shutdown("completed");
    await hooked.close();
    expect(paid).toEqual([{ customer: "cust_1042", amount: 20, currency: "EUR" }]);
    const chain = await h.chainOf(session.id);
    expect(chain.map((entry) => entry.stepType)).toEqual([
      "steps/sessionStart",
      "agbom/snapshot",
      "steps/turnStart",
      "steps/userMessage",
      "steps/toolCallRequest",
      "steps/toolCallResult",
      "steps/agentResponse",
      "steps/turnEnd",
      "steps/sessionEnd",
    ]);
    const { key } = await sessionRow(session.id);
    const records = await h.w.container.prisma.hostRecord.findMany({
      where: { sessionKey: key },
      orderBy: { seq: "asc" },
    });
    const kept = records.map((row) => JSON.parse(row.content).record);
    expect(hooked.problems).toEqual([]);
    expect(kept.map((one) => one.interception_point)).toEqual(session.records.map((one) => one.interception_point));
    expect(kept.filter((one) => one.tool === "refund_payment")).toHaveLength(2);
    const hashes = chain.map((entry) => entry.entryHash);
    expect(kept.map((one) => hashes.includes(one.entry_hash))).toEqual(kept.map(() => true));
  });

  it("applies the bundle's host rules before the Guardian and where ACS has no hook", async () => {
    const hooked = await agent();
    const { session, record } = await hooked.open();
    await session.input("Which account?");
    const key = "-----BEGIN PRIVATE KEY-----";
    await expect(session.preModel({ id: "m" }, [{ role: "user", content: key }])).rejects.toThrow(InterceptionBlocked);
    expect(record("pre_model_call")?.verdict).toMatchObject({ decision: "deny", reason: "private_key_in_prompt" });
    expect(await session.output("Paid from acct_81.")).toBe("Paid from [account].");
    const response = (await h.chainOf(session.id)).find((entry) => entry.stepType === "steps/agentResponse");
    expect(response).toBeDefined();
    expect(record("output")).toMatchObject({ verdict: { decision: "transform", reason: "account_redacted" } });
    await session.shutdown("completed");
  });

  it("has its records delivered, whatever name the model makes up for a tool", async () => {
    const hooked = await agent();
    const { session } = await hooked.open();
    const call = { id: "c1", name: "n".repeat(2 * 1024 * 1024), args: {} };
    await expect(session.tool(call, () => "ran")).rejects.toThrow(InterceptionBlocked);
    await session.shutdown("completed");
    await hooked.close();
    expect(hooked.problems).toEqual([]);
    const { key } = await h.w.container.prisma.session.findFirstOrThrow({ where: { sessionId: session.id } });
    const rows = await h.w.container.prisma.hostRecord.findMany({ where: { sessionKey: key } });
    expect(rows).toHaveLength(3);
  });

  it("is denied what policy denies, and the model's side hears why", async () => {
    const { session, record } = await (await agent()).open();
    const call = { id: "c1", name: "bash", args: { command: "rm -rf /srv" } };
    await expect(session.tool(call, () => "ran")).rejects.toThrow(InterceptionBlocked);
    expect(record("pre_tool_call")?.verdict).toMatchObject({ decision: "deny" });
    expect(record("pre_tool_call")?.verdict.evidence).toMatchObject({ artefact: expect.stringMatching(/^sha256:/) });
    await session.shutdown("completed");
  });

  it("does not start with a key that the Guardian does not know", async () => {
    const hooked = hookedAgent({
      url: `${h.listener.url}/acs`,
      agentId: "agent-x",
      keyId: "k-unknown",
      secret: new Uint8Array(32),
    });
    const session = hooked.session();
    await expect(session.startup([])).rejects.toMatchObject({ verdict: { reason: "host_error:interceptor_failed" } });
    await session.shutdown("error");
    await hooked.close();
    expect(hooked.problems).toMatchObject([{ kind: "records_undelivered", cause: "session_unknown" }]);
  });

  it("does not start under a name that ACS cannot carry", async () => {
    const session = (await agent()).session({ id: "conversation 7" });
    await expect(session.startup([])).rejects.toMatchObject({ verdict: { reason: "host_error:interceptor_failed" } });
  });
});

describe("an action that people must approve", () => {
  it("runs once after the approval of this very emission", async () => {
    const hooked = await (await agent()).open();
    const running = hooked.refund(840);
    const approvalId = await decideFor(hooked);
    await running;
    expect(hooked.paid).toHaveLength(1);
    const record = hooked.record("pre_tool_call");
    expect(record).toMatchObject({
      verdict: { decision: "allow" },
      resolved_by: "approval",
    });
    const [item] = await approvalsOf(hooked);
    expect(item).toMatchObject({ id: approvalId, state: "consumed", contextIdentity: record?.input_identity });
    expect(item?.resultAt).not.toBeNull();
    await hooked.session.shutdown("completed");
  });

  it("is told of once when its wait begins, with the question and until when", async () => {
    const told: WaitingForPeople[] = [];
    const hooked = await (await agent({ onWaiting: (waiting) => told.push(waiting) })).open();
    await hooked.refund(20);
    expect(told).toEqual([]);
    const running = hooked.refund(840);
    const approvalId = await decideFor(hooked);
    await running;
    const [item] = await approvalsOf(hooked);
    expect(item?.question).toContain("840");
    expect(told).toEqual([
      {
        approvalId,
        question: item?.question,
        expiresAt: new Date(Number(item?.expiresAt)).toISOString(),
        sessionId: hooked.session.id,
      },
    ]);
  });

  it.each([
    ["throws", () => assert.fail("no room on the disk of the log")],
    ["rejects", () => Promise.reject(new Error("the chat is away"))],
  ])("runs after its approval also when whoever is told of the wait %s", async (_, onWaiting) => {
    const hooked = await (await agent({ onWaiting })).open();
    const running = hooked.refund(840);
    await decideFor(hooked);
    await running;
    expect(hooked.paid).toHaveLength(1);
  });

  it("runs with the approver's edits", async () => {
    const hooked = await (await agent()).open();
    const running = hooked.refund(840);
    await decideFor(hooked, { edits: { amount: 600 } });
    await running;
    expect(hooked.paid).toEqual([{ customer: "cust_1042", amount: 600, currency: "EUR" }]);
  });

  it("does not run after a person's denial", async () => {
    const hooked = await (await agent()).open();
    const running = hooked.refund(840).catch((thrown: unknown) => thrown);
    await decideFor(hooked, { verdict: "deny", reason: "Refunded by phone." });
    expect(await running).toMatchObject({ verdict: { reason: "approval_rejected" } });
    expect(hooked.paid).toEqual([]);
    expect(hooked.record("pre_tool_call")).toMatchObject({ resolved_by: "rejection" });
  });

  it("does not run when nobody decided before it expired", async () => {
    await h.w.publish({ ...DEFAULT_BUNDLE, settings: { ...DEFAULT_BUNDLE.settings, ask_timeout_s: 2 } });
    const hooked = await (await agent()).open();
    const thrown = await hooked.refund(840).catch((one: unknown) => one);
    await h.w.publish(DEFAULT_BUNDLE);
    expect(thrown).toMatchObject({ verdict: { reason: "approval_expired" } });
    expect(hooked.paid).toEqual([]);
  });

  it("approved too late is allowed when it is tried again, once, and says by which approval", async () => {
    const hooked = await (await agent({ resolverTimeoutMs: 300 })).open();
    const first = await hooked.refund(840).catch((one: unknown) => one);
    expect(first).toMatchObject({ verdict: { reason: "host_error:approval_unresolved" } });
    const approvalId = await decideFor(hooked);
    await hooked.refund(840);
    expect(hooked.paid).toHaveLength(1);
    const record = hooked.record("pre_tool_call");
    expect(record?.resolved_by).toBeUndefined();
    expect((await approvalsOf(hooked))[0]).toMatchObject({ id: approvalId, state: "consumed" });
    const again = await hooked.refund(840).catch((one: unknown) => one);
    expect(again).toMatchObject({ verdict: { reason: "host_error:approval_unresolved" } });
    expect(hooked.paid).toHaveLength(1);
    expect((await approvalsOf(hooked)).map((row) => row.state)).toEqual(["consumed", "pending"]);
  });

  it("does not cover other content: the replay for 8,400 is refused by the identity that the Guardian stored", async () => {
    const hooked = await agent();
    const first = await hooked.open();
    const running = first.refund(840);
    const approvalId = await decideFor(first);
    await running;
    await first.session.shutdown("completed");
    const replay = await hooked.open({ extensions: { guardian: { approval_id: approvalId } } });
    const thrown = await replay.refund(8400).catch((one: unknown) => one);
    expect(thrown).toMatchObject({ verdict: { reason: "host_error:approval_identity_mismatch" } });
    expect(replay.paid).toEqual([]);
    expect(replay.record("pre_tool_call")).toMatchObject({ resolved_by: "rejection" });
    expect(first.paid).toHaveLength(1);
  });

  it("claimed for one tool refuses that tool's replay for 8,400 and lets the same session look up", async () => {
    const hooked = await agent();
    const first = await hooked.open();
    const running = first.refund(840);
    const approvalId = await decideFor(first);
    await running;
    const replay = await hooked.open({ extensions: { guardian: { approvals: { refund_payment: approvalId } } } });
    const lookUp = { id: "c-1", name: "lookup_account", args: { customer: "cust_1042" } };
    expect(await replay.session.tool(lookUp, () => "acct")).toBe("acct");
    const thrown = await replay.refund(8400).catch((one: unknown) => one);
    expect(thrown).toMatchObject({ verdict: { reason: "host_error:approval_identity_mismatch" } });
    expect(replay.paid).toEqual([]);
  });

  it("is a plain denial for a host that waits for nobody, and makes no item", async () => {
    const hooked = await (await agent({ waitsForPeople: false })).open();
    const thrown = await hooked.refund(840).catch((one: unknown) => one);
    expect(thrown).toMatchObject({ verdict: { decision: "deny", reason: "refund_over_limit" } });
    expect(await approvalsOf(hooked)).toEqual([]);
  });

  it("only is recorded in evaluate_only: the tool runs and nobody is asked", async () => {
    const hooked = await (await agent({ mode: "evaluate_only" })).open();
    await hooked.refund(840);
    expect(hooked.paid).toHaveLength(1);
    expect(hooked.record("pre_tool_call")).toMatchObject({ mode: "evaluate_only", verdict: { decision: "deny" } });
    expect(await approvalsOf(hooked)).toEqual([]);
  });
});
