/** The cache of sessions never says anything else than the database. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolCall, toolResult } from "../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type World, world } from "../testing/world";
import { createGuardian } from "./handle";
import type { Journal, SessionSnapshot } from "./ports";
import { afterCommit } from "./snapshots";

const CALL = "steps/toolCallRequest";
const refund = (amount: number) => toolCall("refund_payment", { customer: "c1", amount });

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

const comparable = ({ session, approvals, released }: SessionSnapshot) => ({
  session: { ...session, lastStepAt: 0 },
  approvals: approvals.map((row) => ({
    ...row,
    createdAt: 0,
    consumedAt: row.consumedAt !== null,
    resultAt: row.resultAt !== null,
    decidedAt: row.decidedAt !== null,
  })),
  released,
});

describe("a snapshot carried over a commit", () => {
  it("equals the one read back, through asks, releases, results and the end", async () => {
    const pairs: [unknown, unknown][] = [];
    const journal: Journal = {
      ...w.deps.journal,
      commit: async (plan) => {
        const before = await w.deps.store.sessionByKey(plan.sessionKey);
        const outcome = await w.deps.journal.commit(plan);
        const after = await w.deps.store.sessionByKey(plan.sessionKey);
        if (before && after && outcome.kind === "committed") {
          pairs.push([comparable(afterCommit(before, plan, outcome.at)), comparable(after)]);
        }
        return outcome;
      },
    };
    const guardian = createGuardian({ ...w.deps, journal });
    const person = await w.person();
    const session = await openSession(guardian, await w.agent());
    const first = await send(
      guardian,
      session.message(CALL, refund(840), { metadata: { platform: "test", user_context: { user_id: "u1" } } }),
    );
    await send(guardian, session.message(CALL, refund(900)));
    await decide({ ...w.deps, journal }, person, approvalOf(first).approval_id);
    const message = session.message(CALL, refund(840), {
      metadata: { platform: "test", user_context: { user_id: "u1" } },
    });
    await send(guardian, message);
    const ref = String((message.params as { request_id: string }).request_id);
    await send(guardian, session.message("steps/toolCallResult", toolResult("refund_payment", ref, "done")));
    await send(guardian, session.message("steps/sessionEnd", { reason: "completed" }));

    expect(pairs.length).toBeGreaterThanOrEqual(7);
    for (const [carried, read] of pairs) expect(carried).toEqual(read);
  });
});
