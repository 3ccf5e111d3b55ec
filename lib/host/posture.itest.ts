import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import type { Script } from "../testing/fault-server";
import { closePeers, connectToPeer, countingTool, only, peerSecret, refundCall } from "../testing/faulty-peer-session";
import { orThrow } from "./failures";

const REQUEST = "steps/toolCallRequest";

afterEach(closePeers);

describe("failure posture", () => {
  const faults: [string, Script][] = [
    ["bytes that are no JSON", () => ({ kind: "text", text: "<html>" })],
    ["duplicate members", () => ({ kind: "text", text: '{"jsonrpc":"2.0","jsonrpc":"2.0","id":"x"}' })],
    ["an HTTP error", (received, peer) => ({ ...peer.result(received, { decision: "allow" }), status: 502 })],
    ["a closed connection", () => ({ kind: "reset" })],
    ["an unsigned allow", (received, peer) => peer.result(received, { decision: "allow" }, { unsigned: true })],
    [
      "an allow under the undiluted secret",
      (received, peer) => peer.result(received, { decision: "allow" }, { key: peerSecret }),
    ],
    ["an allow for another id", (received, peer) => peer.result(received, { decision: "allow" }, { id: randomUUID() })],
    [
      "an allow for another request_id",
      (received, peer) => peer.result(received, { decision: "allow" }, { requestId: randomUUID() }),
    ],
    ["an unknown decision", (received, peer) => peer.result(received, { decision: "permit" })],
    ["an error answer", (received, peer) => peer.error(received, -32603, "guardian_defect")],
  ];

  it.each(faults)("blocks on %s under deny", async (_title, fault) => {
    const tool = countingTool();
    const { session, records } = await connectToPeer(only(REQUEST, fault));
    const outcome = await session.toolCall(refundCall, tool.execute);
    expect(tool.runs).toEqual([]);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "no_decision" } });
    expect(records.at(-1)).toMatchObject({ kind: "posture_applied", outcome: "blocked without decision" });
  });

  it.each(faults)("proceeds on %s under proceed, and the record says so", async (_title, fault) => {
    const tool = countingTool();
    const { session, records } = await connectToPeer(only(REQUEST, fault), { posture: "proceed" });
    orThrow(await session.toolCall(refundCall, tool.execute));
    expect(tool.runs).toHaveLength(1);
    const applied = records.find((record) => record.kind === "posture_applied");
    expect(applied).toMatchObject({ outcome: "proceeded without decision" });
  });

  it("is the stricter of the local and the negotiated one", async () => {
    const { session } = await connectToPeer(
      only("handshake/hello", (received, peer) =>
        peer.result(received, {
          negotiated_version: "0.1.0",
          methods_evaluated: received.payload.methods_implemented,
          selected_transport: "http",
          timeout_config: { default_ms: 1_000 },
          on_decision_failure: "deny",
        }),
      ),
      { posture: "proceed" },
    );
    expect(session.posture).toBe("deny");
  });

  it("records an answer after the timeout and does not act on it", async () => {
    const tool = countingTool();
    const { session, records } = await connectToPeer(
      only(REQUEST, (received, peer) => ({ ...peer.result(received, { decision: "allow" }), delayMs: 400 })),
      { timeoutMs: 150 },
    );
    const outcome = await session.toolCall(refundCall, tool.execute);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "no_decision", noDecisionCause: "timed_out" } });
    await expect.poll(() => records.at(-1)).toMatchObject({ kind: "late_answer", outcome: "late decision ignored" });
    expect(tool.runs).toEqual([]);
  });
});
