import { afterEach, describe, expect, it } from "vitest";
import { fromPlainObject } from "../core/json/build";
import { approvalMembers } from "../testing/fault-server";
import { closePeers, connectToPeer, countingTool, only, refundCall } from "../testing/faulty-peer-session";
import { orThrow } from "./failures";

const REQUEST = "steps/toolCallRequest";
const RESULT = "steps/toolCallResult";

afterEach(closePeers);

describe("messages", () => {
  it("signs every message under the session key with a request_id and nonce of its own", async () => {
    const { session, server } = await connectToPeer(() => undefined);
    orThrow(await session.userMessage("hello"));
    orThrow(await session.toolCall(refundCall, countingTool().execute));
    await session.end();
    expect(server.received.map((message) => message.method)).toEqual([
      "handshake/hello",
      "steps/sessionStart",
      "steps/userMessage",
      REQUEST,
      RESULT,
      "steps/sessionEnd",
    ]);
    expect(server.received.every((message) => message.signed)).toBe(true);
    expect(new Set(server.received.map((message) => message.requestId)).size).toBe(6);
    expect(new Set(server.received.map((message) => message.text)).size).toBe(6);
  });

  it("reuses its connections over the steps of a session", async () => {
    const { session, server } = await connectToPeer(() => undefined);
    for (let i = 0; i < 20; i += 1) orThrow(await session.userMessage(`message ${i}`));
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it("names the head of the last verified answer as its hint", async () => {
    const head = "a".repeat(64);
    const { session, server } = await connectToPeer(
      only("steps/sessionStart", (received, peer) => peer.result(received, { decision: "allow", chain_hash: head })),
    );
    orThrow(await session.userMessage("hello"));
    expect(session.chainHash).toBe(head);
    expect(server.received.at(-1)?.metadata.session_state).toEqual(fromPlainObject({ chain_hash: head }));
  });
});

describe("sessions", () => {
  it("refuses a Guardian that would not evaluate tool calls", async () => {
    const opened = connectToPeer(
      only("handshake/hello", (received, peer) =>
        peer.result(received, {
          negotiated_version: "0.1.0",
          methods_evaluated: ["steps/userMessage"],
          selected_transport: "http",
          timeout_config: { default_ms: 1_000 },
        }),
      ),
    );
    await expect(opened).rejects.toMatchObject({ name: "SessionRefused", reason: "terms_unacceptable" });
  });

  it("does not open on an unsigned hello, whatever the posture", async () => {
    const opened = connectToPeer(
      only("handshake/hello", (received, peer) => peer.result(received, {}, { unsigned: true })),
      { posture: "proceed" },
    );
    await expect(opened).rejects.toMatchObject({ reason: "signature_invalid" });
  });

  it("tells the Guardian before its end that a release whose answer came too late never ran", async () => {
    let late: { requestId: string; text: string } | undefined;
    const tool = countingTool();
    const { session, server } = await connectToPeer(
      (received, peer) => {
        if (received.method === "guardian/approval") {
          return peer.result(received, approvalMembers("unknown", { answer: late?.text }));
        }
        if (received.method !== REQUEST) return undefined;
        const allowed = peer.result(received, { decision: "allow" });
        late = { requestId: received.requestId, text: allowed.text };
        return { ...allowed, delayMs: 500 };
      },
      { timeoutMs: 150, lateAnswerMs: 0 },
    );
    expect(await session.toolCall(refundCall, tool.execute)).toMatchObject({ failure: { kind: "no_decision" } });
    await session.end();
    expect(tool.runs).toEqual([]);
    const results = server.received.filter((message) => message.method === RESULT);
    expect(results.map((message) => message.payload)).toMatchObject([
      { exit_status: "blocked", request_id_ref: late?.requestId },
    ]);
    expect(server.received.at(-1)?.method).toBe("steps/sessionEnd");
  });

  it("denies steps after its end without sending them", async () => {
    const { session, server } = await connectToPeer(() => undefined);
    await session.end();
    const sent = server.received.length;
    expect(await session.userMessage("still there?")).toMatchObject({ failure: { kind: "session_ended" } });
    expect(server.received).toHaveLength(sent);
  });

  it("waits for a running tool and its result before it ends", async () => {
    const { session, server } = await connectToPeer(() => undefined);
    let finish = (_output: string) => {};
    const call = session.toolCall(
      refundCall,
      () =>
        new Promise<string>((resolve) => {
          finish = resolve;
        }),
    );
    await expect.poll(() => server.received.at(-1)?.method).toBe(REQUEST);
    const ended = session.end();
    finish("done");
    await Promise.all([call, ended]);
    expect(server.received.slice(-2).map((message) => message.method)).toEqual([RESULT, "steps/sessionEnd"]);
  });
});
