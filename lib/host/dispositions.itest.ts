import { afterEach, describe, expect, it } from "vitest";
import { fromPlainObject } from "../core/json/build";
import { closePeers, connectToPeer, countingTool, only, refundCall } from "../testing/faulty-peer-session";
import { orThrow } from "./failures";

const REQUEST = "steps/toolCallRequest";
const RESULT = "steps/toolCallResult";

afterEach(closePeers);

describe("dispositions", () => {
  it("does not run what the Guardian denies, and says why", async () => {
    const tool = countingTool();
    const { session } = await connectToPeer(
      only(REQUEST, (received, peer) =>
        peer.result(received, { decision: "deny", reasoning: "Too much.", reason_codes: ["limit"] }),
      ),
    );
    const outcome = await session.toolCall(refundCall, tool.execute);
    expect(tool.runs).toEqual([]);
    expect(outcome).toMatchObject({
      ok: false,
      failure: { kind: "denied", message: "Too much.", reasonCodes: ["limit"] },
    });
  });

  it("runs with exactly the modified arguments", async () => {
    const tool = countingTool();
    const { session } = await connectToPeer(
      only(REQUEST, (received, peer) =>
        peer.result(received, {
          decision: "modify",
          reasoning: "Capped.",
          modifications: { parameter_overrides: { amount: 500 } },
        }),
      ),
    );
    const outcome = orThrow(await session.toolCall(refundCall, tool.execute));
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
    const { session, kinds, server } = await connectToPeer(
      only(REQUEST, (received, peer) =>
        peer.result(received, { decision: "modify", reasoning: "Edited.", modifications }),
      ),
      { posture: "proceed" },
    );
    const outcome = await session.toolCall(refundCall, tool.execute);
    expect(tool.runs).toEqual([]);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "modification_refused" } });
    expect(kinds()).toContain("modification_refused");
    expect(server.received.at(-1)).toMatchObject({ method: RESULT, payload: { exit_status: "blocked" } });
  });

  it("hands on the edited text of a message", async () => {
    const { session } = await connectToPeer(
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
    const { session } = await connectToPeer(
      only(RESULT, (received, peer) => peer.result(received, { decision: "deny", reasoning: "Leaks a secret." })),
    );
    const outcome = await session.toolCall(refundCall, countingTool().execute);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "denied", executed: true } });
  });
});
