import { afterEach, describe, expect, it } from "vitest";
import { approvalMembers } from "../testing/fault-server";
import { closePeers, connectToPeer, countingTool, only, refundCall } from "../testing/faulty-peer-session";
import { orThrow } from "./failures";

const REQUEST = "steps/toolCallRequest";
const RESULT = "steps/toolCallResult";

afterEach(closePeers);

describe("results of tools", () => {
  it("reports a failure of the tool and gives it back as ToolFailed", async () => {
    const { session, server } = await connectToPeer(() => undefined);
    const outcome = await session.toolCall(refundCall, () => {
      throw new Error("bank is closed");
    });
    expect(outcome).toMatchObject({ ok: false, failure: { name: "ToolFailed", tool: "refund_payment" } });
    expect(server.received.at(-1)).toMatchObject({ method: RESULT, payload: { exit_status: "failure" } });
  });

  it("offers the result again, as new messages, until it is answered", async () => {
    let offers = 0;
    const { session, kinds, server } = await connectToPeer(
      only(RESULT, () => {
        offers += 1;
        return offers < 3 ? { kind: "reset" } : undefined;
      }),
    );
    const outcome = orThrow(await session.toolCall(refundCall, countingTool().execute));
    expect(outcome.resultDelivered).toBe(true);
    expect(kinds()).toContain("result_delivered");
    const results = server.received.filter((message) => message.method === RESULT);
    expect(new Set(results.map((message) => message.requestId)).size).toBe(3);
    const request = server.received.find((message) => message.method === REQUEST);
    expect(results.map((message) => message.payload.request_id_ref)).toEqual(Array(3).fill(request?.requestId));
  });

  it("does not offer a result again when its lost answer can be fetched", async () => {
    let lost: { requestId: string; text: string } | undefined;
    const { session, server } = await connectToPeer((received, peer) => {
      if (received.method === "guardian/approval" && received.payload.request_id === lost?.requestId) {
        return peer.result(received, approvalMembers("unknown", { answer: lost?.text }));
      }
      if (received.method !== RESULT) return undefined;
      lost = { requestId: received.requestId, text: peer.result(received, { decision: "allow" }).text };
      return { kind: "reset" };
    });
    orThrow(await session.toolCall(refundCall, countingTool().execute));
    expect(server.received.filter((message) => message.method === RESULT)).toHaveLength(1);
  });

  it("records a result that cannot be delivered and withholds the output under deny", async () => {
    const { session, kinds } = await connectToPeer(
      only(RESULT, () => ({ kind: "reset" })),
      { resultAttempts: 2 },
    );
    const outcome = await session.toolCall(refundCall, countingTool().execute);
    expect(outcome).toMatchObject({ ok: false, failure: { reasonCodes: ["result_undelivered"], executed: true } });
    expect(kinds()).toContain("result_undelivered");
  });
});
