import { afterEach, describe, expect, it } from "vitest";
import { fromPlainObject } from "../core/json/build";
import { approvalMembers, askMembers, newApprovalId, type Script } from "../testing/fault-server";
import { closePeers, connectToPeer, countingTool, refundCall } from "../testing/faulty-peer-session";
import { orThrow, StepDenied } from "./failures";

const REQUEST = "steps/toolCallRequest";

afterEach(closePeers);

describe("approvals", () => {
  /** Asks first; then the state goes as given, and the re-send that names the approval is answered by `release`. */
  const asking =
    (approvalId: string, states: string[], release: Script): Script =>
    (received, peer) => {
      if (received.method === "guardian/approval") {
        return peer.result(received, approvalMembers(states.length > 1 ? String(states.shift()) : String(states[0])));
      }
      if (received.method !== REQUEST) return undefined;
      if (received.metadata.approval_id === undefined) return peer.result(received, askMembers(approvalId));
      return release(received, peer);
    };

  it("waits for people, sends the action again as a new message and runs it once", async () => {
    const approvalId = newApprovalId();
    const tool = countingTool();
    const { session, server } = await connectToPeer(
      asking(approvalId, ["pending", "approved"], (received, peer) => peer.result(received, { decision: "allow" })),
    );
    const outcome = orThrow(await session.toolCall(refundCall, tool.execute));
    expect(outcome.approvalId).toBe(approvalId);
    expect(tool.runs).toHaveLength(1);
    const requests = server.received.filter((message) => message.method === REQUEST);
    expect(requests.map((message) => message.metadata.approval_id)).toEqual([undefined, approvalId]);
    expect(requests[1]?.payload).toEqual(requests[0]?.payload);
    expect(requests[1]?.requestId).not.toBe(requests[0]?.requestId);
  });

  it("runs with the approver's edits", async () => {
    const tool = countingTool();
    const { session } = await connectToPeer(
      asking(newApprovalId(), ["approved"], (received, peer) =>
        peer.result(received, {
          decision: "modify",
          reasoning: "Approved with edits.",
          modifications: { parameter_overrides: { amount: 500 } },
        }),
      ),
    );
    orThrow(await session.toolCall(refundCall, tool.execute));
    expect(tool.runs).toEqual([fromPlainObject({ customer: "cust_1042", amount: 500 })]);
  });

  it.each([
    ["rejected", "denied", "approval_rejected"],
    ["expired", "undecided", "approval_expired"],
    ["cancelled", "undecided", "approval_cancelled"],
    ["unknown", "undecided", "approval_unknown"],
  ])("does not run an action whose approval is %s", async (state, kind, code) => {
    const tool = countingTool();
    const { session } = await connectToPeer(
      asking(newApprovalId(), [state], (received, peer) => peer.result(received, { decision: "allow" })),
    );
    const outcome = await session.toolCall(refundCall, tool.execute);
    expect(outcome).toMatchObject({ ok: false, failure: { kind, reasonCodes: [code] } });
    expect(tool.runs).toEqual([]);
  });

  it("does not proceed on a lost approval even under proceed", async () => {
    const tool = countingTool();
    const { session } = await connectToPeer(
      (received, peer) => {
        if (received.method === "guardian/approval") return { kind: "reset" };
        return received.method === REQUEST ? peer.result(received, askMembers(newApprovalId())) : undefined;
      },
      { posture: "proceed" },
    );
    const outcome = await session.toolCall({ ...refundCall, waitMs: 700 }, tool.execute);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "undecided" } });
    expect(tool.runs).toEqual([]);
  });

  it("recovers a release whose answer got lost, and runs it once", async () => {
    const approvalId = newApprovalId();
    const tool = countingTool();
    let stored: { requestId: string; text: string } | undefined;
    const { session, kinds } = await connectToPeer((received, peer) => {
      if (received.method === "guardian/approval") {
        const recovered = received.payload.request_id === stored?.requestId && stored !== undefined;
        if (!recovered) return peer.result(received, approvalMembers("approved"));
        return peer.result(received, approvalMembers("consumed", { answer: stored?.text }));
      }
      if (received.method !== REQUEST) return undefined;
      if (received.metadata.approval_id === undefined) return peer.result(received, askMembers(approvalId));
      stored = { requestId: received.requestId, text: peer.result(received, { decision: "allow" }).text };
      return { kind: "reset" };
    });
    orThrow(await session.toolCall(refundCall, tool.execute));
    expect(tool.runs).toHaveLength(1);
    expect(kinds()).toContain("answer_recovered");
  });

  it("does not believe a recovered answer that is signed for another request", async () => {
    const tool = countingTool();
    let sends = 0;
    const { session } = await connectToPeer((received, peer) => {
      if (received.method === "guardian/approval") {
        if (received.payload.request_id === undefined) return peer.result(received, approvalMembers("approved"));
        const forged = peer.result(received, { decision: "allow" }).text;
        return peer.result(received, approvalMembers("consumed", { answer: forged }));
      }
      if (received.method !== REQUEST) return undefined;
      if (received.metadata.approval_id === undefined) return peer.result(received, askMembers(newApprovalId()));
      sends += 1;
      if (sends === 1) return { kind: "reset" };
      return peer.result(received, { decision: "deny", reasoning: "Used.", reason_codes: ["approval_consumed"] });
    });
    const outcome = await session.toolCall(refundCall, tool.execute);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "denied", reasonCodes: ["approval_consumed"] } });
    expect(tool.runs).toEqual([]);
  });

  it("stops waiting when the session ends", async () => {
    const { session, kinds } = await connectToPeer(
      asking(newApprovalId(), ["pending"], (received, peer) => peer.result(received, { decision: "allow" })),
    );
    const call = session.toolCall(refundCall, countingTool().execute);
    await expect.poll(kinds).toContain("approval_state");
    await session.end();
    const outcome = await call;
    expect(outcome.ok ? null : outcome.failure).toBeInstanceOf(StepDenied);
    expect(outcome).toMatchObject({ failure: { kind: "session_ended" } });
  });
});
