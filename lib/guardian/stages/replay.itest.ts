/** Replay memory is durable, atomic and written after the signature was checked (R4, F12–F15). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusalsDuring, rowsOf } from "../../testing/probes";
import { type ScriptedSession, tamperSignature, toolCall, userMessage } from "../../testing/scripted-agent";
import { openSession, send, type World, world } from "../../testing/world";

const SAY = "steps/userMessage";
const CALL = "steps/toolCallRequest";
let w: World;
let session: ScriptedSession;

beforeAll(async () => {
  w = await world();
  await w.person();
  session = await openSession(w.guardian, await w.agent());
});
afterAll(() => w.close());

const at = (offsetMs: number): string => new Date(w.container.clock.now() + offsetMs).toISOString();
const say = (over: Parameters<ScriptedSession["message"]>[2] = {}) => session.message(SAY, userMessage("hello"), over);

async function expectRefused(message: Parameters<typeof send>[1], code: number, reason: string): Promise<void> {
  const before = await rowsOf(w, session);
  const rows = await refusalsDuring(w, async () => {
    const answer = await send(w.guardian, message);
    expect(answer).toMatchObject({ code, reason, decision: undefined });
    expect(session.verifies(answer.raw)).toBe(true);
  });
  expect(rows).toMatchObject([{ code, reason }]);
  expect(await rowsOf(w, session)).toMatchObject({ headSeq: before.headSeq, approvals: before.approvals });
}

describe("replay", () => {
  it("refuses the same bytes again, with no second entry and no second item", async () => {
    const call = session.message(CALL, toolCall("deploy", { to: "staging" }));
    expect((await send(w.guardian, call)).decision).toBe("ask");
    await expectRefused(call, -32005, "replay_detected");
    await expectRefused(call, -32005, "replay_detected");
  });

  it("takes one of many copies that arrive at once", async () => {
    const copy = say();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(w.guardian, copy)));
    expect(answers.filter((answer) => answer.decision === "allow")).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === -32005)).toHaveLength(19);
  });

  it("compares UUIDs without regard to letter case", async () => {
    const requestId = randomUUID();
    expect((await send(w.guardian, say({ requestId }))).decision).toBe("allow");
    await expectRefused(say({ requestId: requestId.toUpperCase() }), -32005, "replay_detected");
  });

  it("refuses a nonce under another request_id, and takes it in another session", async () => {
    const nonce = "n-0123456789abcdef";
    expect((await send(w.guardian, say({ nonce }))).decision).toBe("allow");
    await expectRefused(say({ nonce }), -32005, "replay_detected");
    const other = await openSession(w.guardian, await w.agent());
    expect((await send(w.guardian, other.message(SAY, userMessage("hello"), { nonce }))).decision).toBe("allow");
  });

  it("keeps nonces apart that differ only in a NUL or its symbol", async () => {
    for (const nonce of ["nonce-with-\u0000-inside", "nonce-with-\u2400-inside", "nonce-with-\u24000-inside"]) {
      const message = say({ nonce });
      expect((await send(w.guardian, message)).decision).toBe("allow");
      await expectRefused(message, -32005, "replay_detected");
    }
  });

  it("lets no forged message burn the genuine one's nonce", async () => {
    const genuine = say({ nonce: "n-fedcba9876543210" });
    const forged = tamperSignature(genuine, { value: Buffer.alloc(32, 1).toString("base64") });
    expect(await send(w.guardian, forged)).toMatchObject({ code: -32004 });
    expect((await send(w.guardian, genuine)).decision).toBe("allow");
  });

  it("remembers across a restart, also a message dated ahead", async () => {
    const now = say();
    const ahead = say({ timestamp: at(290_000) });
    for (const message of [now, ahead]) expect((await send(w.guardian, message)).decision).toBe("allow");
    const restarted = await w.replica();
    for (const message of [now, ahead]) {
      expect(await send(restarted.guardian, message)).toMatchObject({ code: -32005, reason: "replay_detected" });
      expect(await send(w.guardian, message)).toMatchObject({ code: -32005, reason: "replay_detected" });
    }
    await restarted.journal.flush();
  });

  it("remembers the ids of refused messages", async () => {
    const bad = session.message(CALL, { tool: { name: "x" } });
    await expectRefused(bad, -32602, "payload_invalid");
    await expectRefused(bad, -32005, "replay_detected");
  });

  it("remembers after the session ended", async () => {
    const own = await openSession(w.guardian, await w.agent());
    const first = own.message(SAY, userMessage("hello"));
    await send(w.guardian, first);
    await send(w.guardian, own.message("steps/sessionEnd", { reason: "completed" }));
    expect(await send(w.guardian, first)).toMatchObject({ code: -32005 });
    const late = own.message(SAY, userMessage("hello"));
    expect(await send(w.guardian, late)).toMatchObject({ decision: "deny", codes: ["session_closed"] });
    expect(await send(w.guardian, late)).toMatchObject({ code: -32005 });
  });
});
