import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { fromPlainObject } from "../core/json/build";
import {
  approvalMembers,
  askMembers,
  type FaultServer,
  newApprovalId,
  type Script,
  startFaultServer,
} from "../testing/fault-server";
import { createGuardianClient } from "./client";
import { orThrow, StepDenied } from "./failures";
import type { GuardianClientOptions } from "./options";
import type { HostRecord } from "./records";

const secret = randomBytes(32);
const REQUEST = "steps/toolCallRequest";
const RESULT = "steps/toolCallResult";

let server: FaultServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function connect(script: Script, options: Partial<GuardianClientOptions> = {}) {
  const running = await startFaultServer(secret, script);
  server = running;
  const records: HostRecord[] = [];
  const client = createGuardianClient({
    url: running.url,
    agentId: "agent-blue",
    keyId: "k1",
    secret,
    onRecord: (record) => records.push(record),
    ...options,
  });
  const session = orThrow(await client.open());
  const kinds = () => records.map((record) => record.kind);
  return { session, records, kinds, server: running };
}

const refund = { tool: "refund_payment", arguments: { customer: "cust_1042", amount: 840 } };

/** A tool that counts and remembers what it was run with. */
function countingTool() {
  const runs: unknown[] = [];
  return { runs, execute: (released: unknown) => runs.push(released) && { refunded: true } };
}

const only =
  (method: string, reply: Script): Script =>
  (received, peer) =>
    received.method === method ? reply(received, peer) : undefined;

describe("messages", () => {
  it("signs every message under the session key with a request_id and nonce of its own", async () => {
    const { session, server } = await connect(() => undefined);
    orThrow(await session.userMessage("hello"));
    orThrow(await session.toolCall(refund, countingTool().execute));
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
    const { session, server } = await connect(() => undefined);
    for (let i = 0; i < 20; i += 1) orThrow(await session.userMessage(`message ${i}`));
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it("names the head of the last verified answer as its hint", async () => {
    const head = "a".repeat(64);
    const { session, server } = await connect(
      only("steps/sessionStart", (received, peer) => peer.result(received, { decision: "allow", chain_hash: head })),
    );
    orThrow(await session.userMessage("hello"));
    expect(session.chainHash).toBe(head);
    expect(server.received.at(-1)?.metadata.session_state).toEqual(fromPlainObject({ chain_hash: head }));
  });
});

describe("dispositions", () => {
  it("does not run what the Guardian denies, and says why", async () => {
    const tool = countingTool();
    const { session } = await connect(
      only(REQUEST, (received, peer) =>
        peer.result(received, { decision: "deny", reasoning: "Too much.", reason_codes: ["limit"] }),
      ),
    );
    const outcome = await session.toolCall(refund, tool.execute);
    expect(tool.runs).toEqual([]);
    expect(outcome).toMatchObject({
      ok: false,
      failure: { kind: "denied", message: "Too much.", reasonCodes: ["limit"] },
    });
  });

  it("runs with exactly the modified arguments", async () => {
    const tool = countingTool();
    const { session } = await connect(
      only(REQUEST, (received, peer) =>
        peer.result(received, {
          decision: "modify",
          reasoning: "Capped.",
          modifications: { parameter_overrides: { amount: 500 } },
        }),
      ),
    );
    const outcome = orThrow(await session.toolCall(refund, tool.execute));
    expect(tool.runs).toEqual([fromPlainObject({ customer: "cust_1042", amount: 500 })]);
    expect(outcome.decision).toBe("modify");
  });

  it.each([
    ["an argument that the call does not have", { parameter_overrides: { currency: "EUR" } }],
    ["a redaction of a missing target", { redactions: [{ path: "/arguments/note/value" }] }],
    ["a change of the tool", { redactions: [{ path: "/tool/name", replacement: "other" }] }],
    ["text in place of a tool call", { modified_content: "safe text" }],
    ["an illegal mix", { modified_content: "safe text", redactions: [] }],
    ["an overlap", { redactions: [{ path: "/arguments/amount" }], parameter_overrides: { amount: 1 } }],
  ])("blocks and reports a modification with %s", async (_title, modifications) => {
    const tool = countingTool();
    const { session, kinds, server } = await connect(
      only(REQUEST, (received, peer) =>
        peer.result(received, { decision: "modify", reasoning: "Edited.", modifications }),
      ),
      { posture: "proceed" },
    );
    const outcome = await session.toolCall(refund, tool.execute);
    expect(tool.runs).toEqual([]);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "modification_refused" } });
    expect(kinds()).toContain("modification_refused");
    expect(server.received.at(-1)).toMatchObject({ method: RESULT, payload: { exit_status: "blocked" } });
  });

  it("hands on the edited text of a message", async () => {
    const { session } = await connect(
      only("steps/userMessage", (received, peer) =>
        peer.result(received, {
          decision: "modify",
          reasoning: "Card number removed.",
          modifications: { redactions: [{ path: "/content/0/value", replacement: "my card is [REDACTED]" }] },
        }),
      ),
    );
    expect(orThrow(await session.userMessage("my card is 4111")).text).toBe("my card is [REDACTED]");
  });

  it("withholds an output that the Guardian denies, and says that the tool had run", async () => {
    const { session } = await connect(
      only(RESULT, (received, peer) => peer.result(received, { decision: "deny", reasoning: "Leaks a secret." })),
    );
    const outcome = await session.toolCall(refund, countingTool().execute);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "denied", executed: true } });
  });
});

describe("failure posture", () => {
  const faults: [string, Script][] = [
    ["bytes that are no JSON", () => ({ kind: "text", text: "<html>" })],
    ["duplicate members", () => ({ kind: "text", text: '{"jsonrpc":"2.0","jsonrpc":"2.0","id":"x"}' })],
    ["an HTTP error", (received, peer) => ({ ...peer.result(received, { decision: "allow" }), status: 502 })],
    ["a closed connection", () => ({ kind: "reset" })],
    ["an unsigned allow", (received, peer) => peer.result(received, { decision: "allow" }, { unsigned: true })],
    [
      "an allow under the undiluted secret",
      (received, peer) => peer.result(received, { decision: "allow" }, { key: secret }),
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
    const { session, records } = await connect(only(REQUEST, fault));
    const outcome = await session.toolCall(refund, tool.execute);
    expect(tool.runs).toEqual([]);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "no_decision" } });
    expect(records.at(-1)).toMatchObject({ kind: "posture_applied", outcome: "blocked without decision" });
  });

  it.each(faults)("proceeds on %s under proceed, and the record says so", async (_title, fault) => {
    const tool = countingTool();
    const { session, records } = await connect(only(REQUEST, fault), { posture: "proceed" });
    orThrow(await session.toolCall(refund, tool.execute));
    expect(tool.runs).toHaveLength(1);
    const applied = records.find((record) => record.kind === "posture_applied");
    expect(applied).toMatchObject({ outcome: "proceeded without decision" });
  });

  it("is the stricter of the local and the negotiated one", async () => {
    const { session } = await connect(
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
    const { session, records } = await connect(
      only(REQUEST, (received, peer) => ({ ...peer.result(received, { decision: "allow" }), delayMs: 400 })),
      { timeoutMs: 150 },
    );
    const outcome = await session.toolCall(refund, tool.execute);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "no_decision", noDecisionCause: "timed_out" } });
    await expect.poll(() => records.at(-1)).toMatchObject({ kind: "late_answer", outcome: "late decision ignored" });
    expect(tool.runs).toEqual([]);
  });
});

describe("sessions", () => {
  it("refuses a Guardian that would not evaluate tool calls", async () => {
    const opened = connect(
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
    const opened = connect(
      only("handshake/hello", (received, peer) => peer.result(received, {}, { unsigned: true })),
      { posture: "proceed" },
    );
    await expect(opened).rejects.toMatchObject({ reason: "signature_invalid" });
  });

  it("tells the Guardian before its end that a release whose answer came too late never ran", async () => {
    let late: { requestId: string; text: string } | undefined;
    const tool = countingTool();
    const { session, server } = await connect(
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
    expect(await session.toolCall(refund, tool.execute)).toMatchObject({ failure: { kind: "no_decision" } });
    await session.end();
    expect(tool.runs).toEqual([]);
    const results = server.received.filter((message) => message.method === RESULT);
    expect(results.map((message) => message.payload)).toMatchObject([
      { exit_status: "blocked", request_id_ref: late?.requestId },
    ]);
    expect(server.received.at(-1)?.method).toBe("steps/sessionEnd");
  });

  it("denies steps after its end without sending them", async () => {
    const { session, server } = await connect(() => undefined);
    await session.end();
    const sent = server.received.length;
    expect(await session.userMessage("still there?")).toMatchObject({ failure: { kind: "session_ended" } });
    expect(server.received).toHaveLength(sent);
  });

  it("waits for a running tool and its result before it ends", async () => {
    const { session, server } = await connect(() => undefined);
    let finish = (_output: string) => {};
    const call = session.toolCall(
      refund,
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

describe("results of tools", () => {
  it("reports a failure of the tool and gives it back as ToolFailed", async () => {
    const { session, server } = await connect(() => undefined);
    const outcome = await session.toolCall(refund, () => {
      throw new Error("bank is closed");
    });
    expect(outcome).toMatchObject({ ok: false, failure: { name: "ToolFailed", tool: "refund_payment" } });
    expect(server.received.at(-1)).toMatchObject({ method: RESULT, payload: { exit_status: "failure" } });
  });

  it("offers the result again, as new messages, until it is answered", async () => {
    let offers = 0;
    const { session, kinds, server } = await connect(
      only(RESULT, () => {
        offers += 1;
        return offers < 3 ? { kind: "reset" } : undefined;
      }),
    );
    const outcome = orThrow(await session.toolCall(refund, countingTool().execute));
    expect(outcome.resultDelivered).toBe(true);
    expect(kinds()).toContain("result_delivered");
    const results = server.received.filter((message) => message.method === RESULT);
    expect(new Set(results.map((message) => message.requestId)).size).toBe(3);
    const request = server.received.find((message) => message.method === REQUEST);
    expect(results.map((message) => message.payload.request_id_ref)).toEqual(Array(3).fill(request?.requestId));
  });

  it("does not offer a result again when its lost answer can be fetched", async () => {
    let lost: { requestId: string; text: string } | undefined;
    const { session, server } = await connect((received, peer) => {
      if (received.method === "guardian/approval" && received.payload.request_id === lost?.requestId) {
        return peer.result(received, approvalMembers("unknown", { answer: lost?.text }));
      }
      if (received.method !== RESULT) return undefined;
      lost = { requestId: received.requestId, text: peer.result(received, { decision: "allow" }).text };
      return { kind: "reset" };
    });
    orThrow(await session.toolCall(refund, countingTool().execute));
    expect(server.received.filter((message) => message.method === RESULT)).toHaveLength(1);
  });

  it("records a result that cannot be delivered and withholds the output under deny", async () => {
    const { session, kinds } = await connect(
      only(RESULT, () => ({ kind: "reset" })),
      { resultAttempts: 2 },
    );
    const outcome = await session.toolCall(refund, countingTool().execute);
    expect(outcome).toMatchObject({ ok: false, failure: { reasonCodes: ["result_undelivered"], executed: true } });
    expect(kinds()).toContain("result_undelivered");
  });
});

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
    const { session, server } = await connect(
      asking(approvalId, ["pending", "approved"], (received, peer) => peer.result(received, { decision: "allow" })),
    );
    const outcome = orThrow(await session.toolCall(refund, tool.execute));
    expect(outcome.approvalId).toBe(approvalId);
    expect(tool.runs).toHaveLength(1);
    const requests = server.received.filter((message) => message.method === REQUEST);
    expect(requests.map((message) => message.metadata.approval_id)).toEqual([undefined, approvalId]);
    expect(requests[1]?.payload).toEqual(requests[0]?.payload);
    expect(requests[1]?.requestId).not.toBe(requests[0]?.requestId);
  });

  it("runs with the approver's edits", async () => {
    const tool = countingTool();
    const { session } = await connect(
      asking(newApprovalId(), ["approved"], (received, peer) =>
        peer.result(received, {
          decision: "modify",
          reasoning: "Approved with edits.",
          modifications: { parameter_overrides: { amount: 500 } },
        }),
      ),
    );
    orThrow(await session.toolCall(refund, tool.execute));
    expect(tool.runs).toEqual([fromPlainObject({ customer: "cust_1042", amount: 500 })]);
  });

  it.each([
    ["rejected", "denied", "approval_rejected"],
    ["expired", "undecided", "approval_expired"],
    ["cancelled", "undecided", "approval_cancelled"],
    ["unknown", "undecided", "approval_unknown"],
  ])("does not run an action whose approval is %s", async (state, kind, code) => {
    const tool = countingTool();
    const { session } = await connect(
      asking(newApprovalId(), [state], (received, peer) => peer.result(received, { decision: "allow" })),
    );
    const outcome = await session.toolCall(refund, tool.execute);
    expect(outcome).toMatchObject({ ok: false, failure: { kind, reasonCodes: [code] } });
    expect(tool.runs).toEqual([]);
  });

  it("does not proceed on a lost approval even under proceed", async () => {
    const tool = countingTool();
    const { session } = await connect(
      (received, peer) => {
        if (received.method === "guardian/approval") return { kind: "reset" };
        return received.method === REQUEST ? peer.result(received, askMembers(newApprovalId())) : undefined;
      },
      { posture: "proceed" },
    );
    const outcome = await session.toolCall({ ...refund, waitMs: 700 }, tool.execute);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "undecided" } });
    expect(tool.runs).toEqual([]);
  });

  it("recovers a release whose answer got lost, and runs it once", async () => {
    const approvalId = newApprovalId();
    const tool = countingTool();
    let stored: { requestId: string; text: string } | undefined;
    const { session, kinds } = await connect((received, peer) => {
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
    orThrow(await session.toolCall(refund, tool.execute));
    expect(tool.runs).toHaveLength(1);
    expect(kinds()).toContain("answer_recovered");
  });

  it("does not believe a recovered answer that is signed for another request", async () => {
    const tool = countingTool();
    const { session } = await connect((received, peer) => {
      if (received.method === "guardian/approval") {
        if (received.payload.request_id === undefined) return peer.result(received, approvalMembers("approved"));
        const forged = peer.result(received, { decision: "allow" }).text;
        return peer.result(received, approvalMembers("consumed", { answer: forged }));
      }
      if (received.method !== REQUEST) return undefined;
      if (received.metadata.approval_id === undefined) return peer.result(received, askMembers(newApprovalId()));
      if (server && server.received.filter((message) => message.method === REQUEST).length === 2)
        return { kind: "reset" };
      return peer.result(received, { decision: "deny", reasoning: "Used.", reason_codes: ["approval_consumed"] });
    });
    const outcome = await session.toolCall(refund, tool.execute);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "denied", reasonCodes: ["approval_consumed"] } });
    expect(tool.runs).toEqual([]);
  });

  it("stops waiting when the session ends", async () => {
    const { session, kinds } = await connect(
      asking(newApprovalId(), ["pending"], (received, peer) => peer.result(received, { decision: "allow" })),
    );
    const call = session.toolCall(refund, countingTool().execute);
    await expect.poll(kinds).toContain("approval_state");
    await session.end();
    const outcome = await call;
    expect(outcome.ok ? null : outcome.failure).toBeInstanceOf(StepDenied);
    expect(outcome).toMatchObject({ failure: { kind: "session_ended" } });
  });
});
