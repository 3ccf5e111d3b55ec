/** Two Guardians on one database: unbroken chains, replays refused on either, one release (must-show 5, F14, F49). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Container } from "../server/container";
import { chainOf, rowsOf, sql, verified } from "../testing/probes";
import { toolCall, userMessage } from "../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type World, world } from "../testing/world";

const CALL = "steps/toolCallRequest";
const SAY = "steps/userMessage";
const REFUND = toolCall("refund_payment", { customer: "cust_1042", amount: 840 });
let w: World;
let other: Container;
beforeAll(async () => {
  w = await world();
  other = await w.replica();
});
afterAll(() => w.close());

const both = () => [w.guardian, other.guardian] as const;

describe("one session on two Guardians", () => {
  it("gets 48 entries for 48 steps fired together, without gap or fork; replays are refused on either", async () => {
    const session = await openSession(w.guardian, await w.agent());
    expect((await send(other.guardian, session.message(SAY, userMessage("first here")))).decision).toBe("allow");
    const messages = Array.from({ length: 48 }, (_, at) => session.message(SAY, userMessage(`at once ${at}`)));
    const answers = await Promise.all(messages.map((message, at) => send(both()[at % 2] ?? w.guardian, message)));
    expect(answers.map((answer) => answer.codes[0] ?? answer.reason ?? answer.decision)).toEqual(
      answers.map(() => "allow"),
    );
    const chain = await chainOf(w, session);
    expect(chain.map((entry) => entry.seq)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
    expect(new Set(chain.map((entry) => entry.previousHash)).size).toBe(50);
    expect((await verified(w, session)).findings).toEqual([]);
    const stored = new Map(chain.map((entry) => [entry.stepId, entry.entryHash]));
    for (const { result } of answers) expect(result.chain_hash).toBe(stored.get(String(result.request_id)));
    for (const [at, message] of messages.entries()) {
      const guardian = both()[(at + 1) % 2] ?? w.guardian;
      expect(await send(guardian, message)).toMatchObject({ code: -32005, reason: "replay_detected" });
    }
    expect(await rowsOf(w, session)).toMatchObject({ entries: 50 });
  });

  it("releases an approval once among 60 re-sends at both", async () => {
    const person = await w.person();
    const session = await openSession(w.guardian, await w.agent());
    const { approval_id } = approvalOf(await send(w.guardian, session.message(CALL, REFUND)));
    await send(other.guardian, session.message(CALL, REFUND));
    await decide(other.deps, person, approval_id);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => send(both()[at % 2] ?? w.guardian, session.message(CALL, REFUND))),
    );
    expect(answers.filter((answer) => answer.decision === "allow")).toHaveLength(1);
    expect(answers.filter((answer) => answer.codes.includes("approval_consumed"))).toHaveLength(59);
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 1 });
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("opens one item when both are asked about the same action at once", async () => {
    await w.person();
    const session = await openSession(w.guardian, await w.agent());
    const answers = await Promise.all(both().map((guardian) => send(guardian, session.message(CALL, REFUND))));
    expect(answers.map((answer) => answer.decision)).toEqual(["ask", "ask"]);
    expect(new Set(answers.map((answer) => approvalOf(answer).approval_id)).size).toBe(1);
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 1 });
  });

  it("opens one item for held steps at both, and releases one of them", async () => {
    const person = await w.person();
    const session = await openSession(w.guardian, await w.agent({ canAsk: false }));
    const held = both().map((guardian) => send(guardian, session.message(CALL, REFUND)));
    const { key } = await rowsOf(w, session);
    let item = null;
    while (!item) item = await w.container.prisma.approval.findFirst({ where: { sessionKey: key } });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await decide(w.deps, person, item.id);
    const answers = await Promise.all(held);
    expect(answers.map((answer) => answer.decision).sort()).toEqual(["allow", "deny"]);
    expect(await rowsOf(w, session)).toMatchObject({ approvals: 1 });
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("sees on one what ended on the other", async () => {
    const session = await openSession(w.guardian, await w.agent());
    await send(other.guardian, session.message(SAY, userMessage("hello")));
    await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
    const late = await send(other.guardian, session.message(SAY, userMessage("too late")));
    expect(late).toMatchObject({ decision: "deny", codes: ["session_closed"] });
  });

  it("gets no further step under a key that was revoked, whatever this process remembers", async () => {
    const agent = await w.agent();
    const session = await openSession(w.guardian, agent);
    await sql(w, "UPDATE agent_key SET state = 'revoked' WHERE key_id = $1", [agent.keyId]);
    const answer = await send(w.guardian, session.message(SAY, userMessage("hello")));
    expect(answer).toMatchObject({ code: -32004, decision: undefined });
    expect(await rowsOf(w, session)).toMatchObject({ entries: 1 });
  });
});
