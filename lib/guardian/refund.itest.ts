/** The main job on a real database: ask, decide, release once, refuse the mutated replay. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolCall, toolResult } from "../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type World, world } from "../testing/world";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

const refund = (amount: number) => toolCall("refund_payment", { customer: "cust_1042", amount, currency: "EUR" });
const CALL = "steps/toolCallRequest";

describe("a refund that a person must approve", () => {
  it("is asked, approved once, released once, and never for another amount", async () => {
    const agent = await w.agent();
    const person = await w.person();
    const session = await openSession(w.guardian, agent);

    const looked = await send(w.guardian, session.message(CALL, toolCall("lookup_account", { id: "cust_1042" })));
    expect(looked.decision).toBe("allow");

    const asked = await send(w.guardian, session.message(CALL, refund(840)));
    expect(asked.decision).toBe("ask");
    expect(session.verifies(asked.raw)).toBe(true);
    const { approval_id } = approvalOf(asked);

    const again = await send(w.guardian, session.message(CALL, refund(840)));
    expect(again.decision).toBe("ask");
    expect(approvalOf(again).approval_id).toBe(approval_id);

    const decided = await decide(w.deps, person, approval_id);
    expect(decided).toMatchObject({ ok: true, value: { state: "approved" } });

    const message = session.message(CALL, refund(840));
    const released = await send(w.guardian, message);
    expect(released.decision).toBe("allow");
    expect(released.codes).toContain("approval_released");

    const second = await send(w.guardian, session.message(CALL, refund(840)));
    expect(second).toMatchObject({ decision: "deny", codes: ["approval_consumed"] });

    const requestId = String((message.params as { request_id: string }).request_id);
    const result = await send(
      w.guardian,
      session.message("steps/toolCallResult", toolResult("refund_payment", requestId, "ok")),
    );
    expect(result).toMatchObject({ decision: "allow", codes: [] });

    const replay = session.message(CALL, refund(8400), { metadata: { approval_id } });
    const denied = await send(w.guardian, replay);
    expect(denied.decision).toBe("deny");
    expect(denied.codes).toContain("approval_digest_mismatch");
    const kept = await w.container.prisma.presentation.findMany({ where: { approvalId: approval_id } });
    expect(kept).toHaveLength(1);

    const ended = await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
    expect(ended.decision).toBe("allow");
    const after = await send(w.guardian, session.message(CALL, refund(10)));
    expect(after).toMatchObject({ decision: "deny", codes: ["session_closed"] });
  });
});
