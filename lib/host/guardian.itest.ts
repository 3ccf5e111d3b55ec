import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromPlainObject } from "../core/json/build";
import { DEFAULT_BUNDLE } from "../core/policy/default-bundle";
import { type HostWorld, hostWorld, payingTool, refund } from "../testing/host-world";
import { decide } from "../testing/world";
import { createGuardianClient } from "./client";
import { orThrow } from "./failures";

let h: HostWorld;
beforeAll(async () => {
  h = await hostWorld();
});
afterAll(() => h.close());

describe("a session with a real Guardian", () => {
  it("goes from hello to sessionEnd, with every step in the chain and the client at its head", async () => {
    const { session } = await h.connect();
    orThrow(await session.userMessage("hello"));
    const looked = orThrow(
      await session.toolCall({ tool: "lookup_account", arguments: { customer: "c" } }, payingTool().execute),
    );
    expect(looked.output).toEqual(fromPlainObject({ status: "paid" }));
    expect(looked.resultDelivered).toBe(true);
    orThrow(await session.agentResponse("done"));
    expect(await session.end()).toBe(true);
    const chain = await h.chainOf(session.sessionId);
    expect(chain.map((entry) => entry.stepType)).toEqual([
      "steps/sessionStart",
      "steps/userMessage",
      "steps/toolCallRequest",
      "steps/toolCallResult",
      "steps/agentResponse",
      "steps/sessionEnd",
    ]);
    expect(session.chainHash).toBe(chain.at(-1)?.entryHash);
  });

  it("keeps its hint valid over steps that run side by side", async () => {
    const { session, records } = await h.connect();
    const calls = Array.from({ length: 12 }, (_, i) =>
      session.toolCall({ tool: "lookup_account", arguments: { customer: `c${i}` } }, payingTool().execute),
    );
    expect((await Promise.all(calls)).every((outcome) => outcome.ok)).toBe(true);
    orThrow(await session.userMessage("and on"));
    const decided = records.filter((record) => record.kind === "decided");
    expect(decided.flatMap((record) => record.reasonCodes)).not.toContain("chain_mismatch");
  });

  it("does not open with a key that the Guardian does not know", async () => {
    const client = createGuardianClient({
      url: `${h.listener.url}/acs`,
      agentId: "agent-x",
      keyId: "k-unknown",
      secret: new Uint8Array(32),
    });
    expect(await client.open()).toMatchObject({ ok: false, failure: { reason: "error_answer", code: -32004 } });
  });

  it("is denied a destructive command", async () => {
    const { session } = await h.connect();
    const shell = payingTool();
    const call = { tool: "bash", arguments: { command: "rm -rf /srv" }, rawCommand: "rm -rf /srv" };
    const outcome = await session.toolCall(call, shell.execute);
    expect(outcome).toMatchObject({
      failure: { kind: "denied", reasonCodes: expect.arrayContaining(["destructive_shell_command_blocked"]) },
    });
    expect(shell.runs).toEqual([]);
  });
});

describe("an action that a person must approve", () => {
  it("waits, runs once after the approval, and is reported", async () => {
    const { session } = await h.connect();
    const paid = payingTool();
    const outcome = orThrow(await session.toolCall({ ...refund(840), onWaiting: h.decideWhenAsked() }, paid.execute));
    expect(outcome).toMatchObject({ decision: "allow", resultDelivered: true });
    expect(paid.runs).toHaveLength(1);
    const row = await h.w.container.prisma.approval.findUniqueOrThrow({ where: { id: outcome.approvalId ?? "" } });
    expect(row).toMatchObject({ state: "consumed", consumedRequestId: outcome.requestId });
  });

  it("runs with the approver's edits and nothing else", async () => {
    const { session } = await h.connect();
    const paid = payingTool();
    const onWaiting = h.decideWhenAsked({ edits: { amount: 600 } });
    const outcome = orThrow(await session.toolCall({ ...refund(840), onWaiting }, paid.execute));
    expect(outcome.decision).toBe("modify");
    expect(paid.runs).toEqual([fromPlainObject({ customer: "cust_1042", amount: 600, currency: "EUR" })]);
  });

  it("does not run after a denial, and says what the approver gave as reason", async () => {
    const { session } = await h.connect();
    const paid = payingTool();
    const onWaiting = h.decideWhenAsked({ verdict: "deny", reason: "Already refunded by phone." });
    const outcome = await session.toolCall({ ...refund(840), onWaiting }, paid.execute);
    expect(outcome).toMatchObject({ failure: { kind: "denied", reasonCodes: ["approval_rejected"] } });
    expect(outcome.ok ? "" : outcome.failure.message).toContain("Already refunded by phone.");
    expect(paid.runs).toEqual([]);
  });

  it("is told apart from a timeout, which nobody decided", async () => {
    await h.w.publish({ ...DEFAULT_BUNDLE, settings: { ...DEFAULT_BUNDLE.settings, ask_timeout_s: 2 } });
    const { session } = await h.connect();
    const paid = payingTool();
    const outcome = await session.toolCall(refund(840), paid.execute);
    await h.w.publish(DEFAULT_BUNDLE);
    expect(outcome).toMatchObject({ failure: { kind: "undecided", reasonCodes: ["approval_expired"] } });
    expect(paid.runs).toEqual([]);
  });

  it("does not cover other content: the replay for 8,400 is denied", async () => {
    const { session } = await h.connect();
    const paid = payingTool();
    const first = orThrow(await session.toolCall({ ...refund(840), onWaiting: h.decideWhenAsked() }, paid.execute));
    const replay = { ...refund(8400), metadata: { approval_id: first.approvalId } };
    const outcome = await session.toolCall(replay, paid.execute);
    expect(outcome).toMatchObject({
      failure: { kind: "denied", reasonCodes: expect.arrayContaining(["approval_digest_mismatch"]) },
    });
    expect(paid.runs).toHaveLength(1);
  });

  it("runs in a held step, for an agent that cannot ask", async () => {
    const { session } = await h.connect({}, { canAsk: false, timeoutMs: 8_000 });
    const paid = payingTool();
    const call = session.toolCall(refund(840), paid.execute);
    const pending = () => h.w.container.prisma.approval.findFirst({ where: { state: "pending" } });
    await expect.poll(pending, { timeout: 5_000 }).not.toBeNull();
    const approval = await pending();
    await decide(h.w.deps, h.person, approval?.id ?? "");
    expect(orThrow(await call).decision).toBe("allow");
    expect(paid.runs).toHaveLength(1);
  });
});
