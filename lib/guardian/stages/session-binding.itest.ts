/** A session belongs to one agent and to the key that opened it (R7, F21). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusalsDuring, rowsOf } from "../../testing/probes";
import { type ScriptedSession, scriptedSession, toolCall } from "../../testing/scripted-agent";
import { openSession, send, type World, world } from "../../testing/world";

const CALL = "steps/toolCallRequest";
const LOOKUP = toolCall("lookup_account", { id: "c1" });
let w: World;
let agent: Awaited<ReturnType<World["agent"]>>;
let session: ScriptedSession;

beforeAll(async () => {
  w = await world();
  agent = await w.agent();
  session = await openSession(w.guardian, agent);
});
afterAll(() => w.close());

describe("a session", () => {
  it("is not open to another agent with a key of its own", async () => {
    const red = await w.agent({ agentId: "agent-red" });
    const before = await rowsOf(w, session);
    const intruder = scriptedSession(red, session.sessionId);
    for (const agentId of ["agent-red", agent.agentId]) {
      const rows = await refusalsDuring(w, async () => {
        const answer = await send(w.guardian, intruder.message(CALL, LOOKUP, { metadata: { agent_id: agentId } }));
        expect(answer).toMatchObject({ code: -32004, reason: "key_not_bound", decision: undefined });
        expect(intruder.verifies(answer.raw)).toBe(true);
      });
      expect(rows).toMatchObject([{ reason: "key_not_bound", keyId: red.keyId, sessionKey: before.key }]);
    }
    expect(await rowsOf(w, session)).toEqual(before);
    const hello = await send(w.guardian, intruder.hello());
    expect(hello).toMatchObject({ code: -32000, reason: "already_negotiated" });
    expect(await rowsOf(w, session)).toEqual(before);
  });

  it("denies, signed and without entry, a step that names another agent", async () => {
    const before = await rowsOf(w, session);
    const rows = await refusalsDuring(w, async () => {
      const answer = await send(w.guardian, session.message(CALL, LOOKUP, { metadata: { agent_id: "agent-red" } }));
      expect(answer).toMatchObject({ decision: "deny", codes: ["agent_id_not_bound"] });
      expect(answer.result.chain_hash).toBeUndefined();
      expect(session.verifies(answer.raw)).toBe(true);
    });
    expect(rows).toMatchObject([{ reason: "agent_id_not_bound" }]);
    expect(await rowsOf(w, session)).toEqual(before);
  });

  it("denies, signed and without entry, a step under another key of the same agent", async () => {
    const secret = new Uint8Array(32).fill(7);
    const keyId = `k_${randomUUID().slice(0, 8)}`;
    const data = { keyId, tenantId: "default", agentKey: agent.key, secretSealed: w.container.keyring.seal(secret) };
    await w.container.prisma.agentKey.create({ data });
    const other = scriptedSession({ ...agent, keyId, secret }, session.sessionId);
    const before = await rowsOf(w, session);
    const answer = await send(w.guardian, other.message(CALL, LOOKUP));
    expect(answer).toMatchObject({ decision: "deny", codes: ["key_not_bound"] });
    expect(other.verifies(answer.raw)).toBe(true);
    expect(await rowsOf(w, session)).toEqual(before);
    expect(await send(w.guardian, other.hello())).toMatchObject({ code: -32000, reason: "already_negotiated" });
  });

  it("is the same in any letter case of its id, and a stranger cannot take it so either", async () => {
    const before = await rowsOf(w, session);
    const shouted = scriptedSession(agent, session.sessionId.toUpperCase());
    const answer = await send(w.guardian, shouted.message(CALL, LOOKUP));
    expect(answer.decision).toBe("allow");
    expect((await rowsOf(w, session)).headSeq).toBe(before.headSeq + 1);
    const red = scriptedSession(await w.agent(), session.sessionId.toUpperCase());
    expect(await send(w.guardian, red.hello())).toMatchObject({ code: -32000, reason: "already_negotiated" });
    expect(await send(w.guardian, red.message(CALL, LOOKUP))).toMatchObject({ code: -32004, reason: "key_not_bound" });
    expect(await w.container.prisma.session.count({ where: { sessionIdLower: session.sessionId } })).toBe(1);
  });

  it.each(["not-a-uuid", "", "x".repeat(1000)])("has a UUID for its id", async (sessionId) => {
    const strange = scriptedSession(agent, sessionId);
    expect(await send(w.guardian, strange.hello())).toMatchObject({ code: -32600, reason: "envelope_invalid" });
  });
});
