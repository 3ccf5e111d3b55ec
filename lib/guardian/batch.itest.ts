/** Batches (§3, R6, F20): every element passes the whole pipeline on its own, in order; the answer is an array in that order. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readJson } from "../core/json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { refusalsDuring, rowsOf } from "../testing/probes";
import {
  messageBytes,
  type ScriptedSession,
  scriptedSession,
  tamperSignature,
  toolCall,
  userMessage,
} from "../testing/scripted-agent";
import { type Answer, openSession, readAnswer, send, type World, world } from "../testing/world";

const SAY = "steps/userMessage";
let w: World;
let session: ScriptedSession;

beforeAll(async () => {
  w = await world();
  session = await openSession(w.guardian, await w.agent());
});
afterAll(() => w.close());

const say = (text = "hello") => session.message(SAY, userMessage(text));

async function sendAll(body: JsonValue | Uint8Array): Promise<readonly Answer[]> {
  const bytes = await w.guardian.handle(body instanceof Uint8Array ? body : messageBytes(body));
  const read = readJson(bytes);
  if (!read.ok || !Array.isArray(read.value)) throw new Error("the answer is no array");
  return read.value.map((one: JsonValue) => readAnswer(messageBytes(one)));
}

const idOf = (message: JsonValue) => (isJsonObject(message) ? (message.id ?? null) : null);

describe("a batch", () => {
  it("is answered in its order, with an entry for each step", async () => {
    const before = await rowsOf(w, session);
    const batch = [
      say("one"),
      session.message("steps/toolCallRequest", toolCall("lookup_account", { id: "c1" })),
      say(),
    ];
    const answers = await sendAll(batch);
    expect(answers.map((answer) => answer.decision)).toEqual(["allow", "allow", "allow"]);
    expect(answers.map((answer) => answer.raw.id)).toEqual(batch.map(idOf));
    expect(answers.every((answer) => session.verifies(answer.raw))).toBe(true);
    const heads = answers.map((answer) => answer.result.chain_hash);
    expect(new Set(heads).size).toBe(3);
    const after = await rowsOf(w, session);
    expect(after.headSeq).toBe(before.headSeq + 3);
    expect(after.headHash).toBe(heads[2]);
  });

  it("mixes good, bad and replayed elements, each with its own outcome", async () => {
    const used = say("before");
    expect((await send(w.guardian, used)).decision).toBe("allow");
    const twice = say("twice");
    const before = await rowsOf(w, session);
    const batch: JsonValue[] = [
      twice,
      used,
      twice,
      tamperSignature(say(), { value: Buffer.alloc(32, 1).toString("base64") }),
      { status: "fine" },
      [say("nested")],
      "text",
      session.message("steps/nope", {}),
      session.message("steps/memoryStore", { content: { value: 1 } }),
      session.message(SAY, { content: [] }),
      session.unsigned("system/ping", { echo: "in a batch" }),
      say("last"),
    ];
    const rows = await refusalsDuring(w, async () => {
      const answers = await sendAll(batch);
      expect(answers.map(({ code, reason, decision }) => decision ?? `${code} ${reason}`)).toEqual([
        "allow",
        "-32005 replay_detected",
        "-32005 replay_detected",
        "-32004 signature_invalid",
        "-32600 invalid_jsonrpc_request",
        "-32600 batch_nested",
        "-32600 not_an_object",
        "-32601 method_not_found",
        "-32003 capability_not_negotiated",
        "-32602 payload_invalid",
        "allow",
        "allow",
      ]);
      expect(answers.map((answer) => answer.raw.id)).toEqual([
        ...batch.slice(0, 4).map(idOf),
        null,
        null,
        null,
        ...batch.slice(7).map(idOf),
      ]);
    });
    expect(rows).toHaveLength(9);
    expect((await rowsOf(w, session)).headSeq).toBe(before.headSeq + 2);
  });

  it("may open a session and use it", async () => {
    const fresh = scriptedSession(await w.agent());
    const answers = await sendAll([
      fresh.hello(),
      fresh.message("steps/sessionStart", {}),
      fresh.message("steps/sessionEnd", { reason: "completed" }),
      fresh.message(SAY, userMessage("late")),
    ]);
    expect(answers[0]?.result.negotiated_version).toBe("0.1.0");
    expect(answers.slice(1).map((answer) => answer.decision)).toEqual(["allow", "allow", "deny"]);
    expect(answers[3]?.codes).toEqual(["session_closed"]);
  });

  it("keeps each request as it was written", async () => {
    const requestId = randomUUID();
    const step = session.message(SAY, userMessage('a, [b] {c} \\ "d"'), { requestId });
    const own = JSON.stringify(step, null, 2);
    await sendAll(new TextEncoder().encode(`[ ${own} ,\n${JSON.stringify(say())}]`));
    const kept = await w.container.prisma.envelope.findFirstOrThrow({ where: { requestId } });
    expect(kept.request).toBe(own);
  });

  it("gives each element the bytes that it would be answered with alone", async () => {
    const lone = await w.guardian.handle(
      messageBytes(session.message("steps/nope", {}, { id: "same", nonce: "n".repeat(16) })),
    );
    const [answer] = await sendAll([session.message("steps/nope", {}, { id: "same", nonce: "n".repeat(16) })]);
    expect(messageBytes(answer?.raw as JsonObject)).toEqual(lone);
  });

  it.each([
    ["holds nothing", "[]", "batch_empty"],
    ["holds a hundred and one", `[${"1,".repeat(100)}1]`, "batch_too_large"],
  ])("is one error and does nothing when it %s", async (_what, text, reason) => {
    const rows = await refusalsDuring(w, async () => {
      const answer = await send(w.guardian, new TextEncoder().encode(text));
      expect(answer).toMatchObject({ code: -32600, reason });
      expect(answer.raw.id).toBe(null);
    });
    expect(rows).toHaveLength(1);
  });

  it.each([
    ["a member that occurs twice", (one: string) => `[${one},{"a":1,"a":2}]`, -32700, "duplicate_member"],
    ["text that breaks off", (one: string) => `[${one},`, -32700, "parse_error"],
    ["an integer that no double holds", (one: string) => `[${one},9007199254740993]`, -32600, "unsafe_integer"],
    ["more than fits", (one: string) => `[${one},"${"x".repeat(1024 * 1024)}"]`, -32600, "too_large"],
  ])("is refused whole for %s", async (_what, textOf, code, reason) => {
    const before = await rowsOf(w, session);
    const text = textOf(new TextDecoder().decode(messageBytes(say())));
    expect(await send(w.guardian, new TextEncoder().encode(text))).toMatchObject({ code, reason });
    expect(await rowsOf(w, session)).toEqual(before);
  });

  it("is answered in time although each of its requests waits for people", async () => {
    const agent = await w.agent({ canAsk: false, timeoutMs: 4_000 });
    await w.person();
    const held = await openSession(w.guardian, agent);
    const pay = (n: number) => held.message("steps/toolCallRequest", toolCall("refund_payment", { amount: 840 + n }));
    const sent = Array.from({ length: 60 }, (_, index) => pay(index));
    const limit = new Promise<"late">((resume) => setTimeout(() => resume("late"), 8_000));
    const answers = await Promise.race([sendAll(sent), limit]);
    if (answers === "late") throw new Error("twice the timeout is over");
    for (const { decision } of answers) expect(["deny", "defer"]).toContain(decision);
  });

  it("of a hundred is answered whole", async () => {
    const answers = await sendAll(Array.from({ length: 100 }, (_, index) => (index % 10 === 0 ? say() : index)));
    expect(answers).toHaveLength(100);
    expect(answers.filter((answer) => answer.decision === "allow")).toHaveLength(10);
  });
});
