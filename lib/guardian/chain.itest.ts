/** One chain per session, exact and anchored (R19, F48, F49, F51, F52), and stored bytes that are the bytes sent (R20). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decisionHash, entryHash, requestHash } from "../core/chain/entry";
import { omit } from "../core/json/build";
import { readJsonText } from "../core/json/read";
import { isJsonObject, type JsonObject } from "../core/json/value";
import { nodeCrypto } from "../server/crypto-node";
import { auditActions, chainOf, rowsOf, verified } from "../testing/probes";
import { type ScriptedSession, toolCall, userMessage } from "../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type World, world } from "../testing/world";

const CALL = "steps/toolCallRequest";
const SAY = "steps/userMessage";
let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

function objectOf(text: string, member?: string): JsonObject {
  const read = readJsonText(text);
  const value = read.ok && isJsonObject(read.value) && member ? read.value[member] : read.ok ? read.value : null;
  if (!isJsonObject(value)) throw new Error("not an object");
  return value;
}

describe("every entry", () => {
  it("is recomputed from the stored bytes: its own hash, the request's and the decision's", async () => {
    const person = await w.person();
    const session = await openSession(w.guardian, await w.agent());
    const refund = toolCall("refund_payment", { customer: "cust_1042", amount: 840 });
    const sent = [session.message(CALL, toolCall("lookup_account", { id: "c1" })), session.message(CALL, refund)];
    const answers = [];
    for (const message of sent) answers.push(await send(w.guardian, message));
    await decide(w.deps, person, approvalOf(answers[1] as (typeof answers)[0]).approval_id);
    answers.push(await send(w.guardian, session.message(CALL, refund)));
    answers.push(await send(w.guardian, session.message(SAY, userMessage("done"), { metadata: { turn_id: "t-9" } })));

    const chain = await chainOf(w, session);
    expect(chain.map((entry) => entry.seq)).toEqual(chain.map((_, at) => at + 1));
    expect(new Set(chain.map((entry) => entry.previousHash)).size).toBe(chain.length);
    let previous: string | null = null;
    for (const { content, entryHash: stored, envelope, stepType, decision } of chain) {
      const entry = objectOf(content);
      expect(entryHash(nodeCrypto, omit(entry, "entry_hash", "previous_hash"), previous)).toBe(stored);
      expect(entry.previous_hash).toBe(previous);
      previous = stored;
      if (!envelope) continue;
      const result = objectOf(envelope.response, "result");
      expect(entry.request_hash).toBe(requestHash(nodeCrypto, objectOf(envelope.request, "params")));
      expect(entry.decision_hash).toBe(decisionHash(nodeCrypto, result));
      expect(result).toMatchObject({ chain_hash: stored, decision });
      expect(session.verifies(objectOf(envelope.response))).toBe(true);
      expect(stepType).toBe(envelope.method);
    }
    expect(chain.filter((entry) => entry.envelope).map((entry) => entry.envelope?.response)).toEqual(
      expect.arrayContaining(answers.map((answer) => answer.text)),
    );
    expect(objectOf(chain.at(-1)?.content ?? "").turn_id).toBe("t-9");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("keeps the request exactly as it was written, white space and escapes included", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const message = session.message(SAY, userMessage("tab\there \u0000 é 😀 </script>"));
    const text = JSON.stringify(message, null, 3).replace("é", "\\u00E9");
    const answer = await send(w.guardian, new TextEncoder().encode(text));
    expect(answer.decision).toBe("allow");
    expect((await chainOf(w, session)).at(-1)?.envelope?.request).toBe(text);
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("survives a NUL wherever an agent may write one", async () => {
    const person = await w.person();
    const session = await openSession(w.guardian, await w.agent());
    const odd = toolCall("gr\u0000ep", { "pat\u0000tern": "a\u0000b" }, { capability: "x\u0000y" });
    const metadata = { turn_id: "t\u0000", platform: "p\u0000", user_context: { user_id: "u\u0000" } };
    const message = session.message(CALL, odd, { metadata, id: "rpc\u0000" });
    const asked = await send(w.guardian, message);
    expect(asked.decision).toBe("ask");
    expect(asked.raw.id).toBe("rpc\u0000");
    expect((await decide(w.deps, person, approvalOf(asked).approval_id)).ok).toBe(true);
    expect((await send(w.guardian, session.message(CALL, odd, { metadata }))).decision).toBe("allow");
    const end = session.message("steps/sessionEnd", { reason: "nu\u0000l" });
    expect((await send(w.guardian, end)).decision).toBe("allow");
    expect((await verified(w, session)).findings).toEqual([]);
  });
});

describe("a chain_hash hint", () => {
  const hinted = (session: ScriptedSession, chain_hash: string) =>
    send(w.guardian, session.message(SAY, userMessage("hello"), { metadata: { session_state: { chain_hash } } }));

  it("is taken when it is the head, or one published a little earlier", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const heads: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await send(w.guardian, session.message(SAY, userMessage("hi")));
      heads.push(String(answer.result.chain_hash));
    }
    expect((await hinted(session, String(heads.at(-1)))).decision).toBe("allow");
    expect((await hinted(session, String(heads.at(-3)))).decision).toBe("allow");
    expect((await hinted(session, String((await rowsOf(w, session)).headHash))).decision).toBe("allow");
  });

  it("of another session, unknown, or malformed is denied with an entry, the true head and an audit event", async () => {
    const other = await openSession(w.guardian, await w.agent());
    const foreign = String((await rowsOf(w, other)).headHash);
    const session = await openSession(w.guardian, await w.agent());
    for (const hint of [foreign, "0".repeat(64), "", "head", foreign.toUpperCase(), "\u0000".repeat(64)]) {
      const before = await rowsOf(w, session);
      const answer = await hinted(session, hint);
      expect(answer).toMatchObject({ decision: "deny", codes: ["chain_mismatch"] });
      const after = await rowsOf(w, session);
      expect(after.headSeq).toBe(before.headSeq + 1);
      expect(answer.result.chain_hash).toBe(after.headHash);
    }
    expect(await auditActions(w, session)).toContain("chain_mismatch");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("far behind what the agent acknowledged is denied", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const old = String((await rowsOf(w, session)).headHash);
    for (let turn = 0; turn < 70; turn += 1) await send(w.guardian, session.message(SAY, userMessage("hi")));
    expect((await hinted(session, String((await rowsOf(w, session)).headHash))).decision).toBe("allow");
    expect((await hinted(session, old)).codes).toEqual(["chain_mismatch"]);
  });
});

describe("forty sessions at once", () => {
  it("all get their answers, and every chain verifies", async () => {
    const sessions = await Promise.all(
      Array.from({ length: 40 }, async () => openSession(w.guardian, await w.agent())),
    );
    const answers = await Promise.all(
      sessions.flatMap((session) =>
        Array.from({ length: 5 }, async (_, at) => ({
          session,
          answer: await send(w.guardian, session.message(SAY, userMessage(`message ${at}`))),
        })),
      ),
    );
    for (const { session, answer } of answers) {
      expect(answer.decision).toBe("allow");
      expect(session.verifies(answer.raw)).toBe(true);
    }
    for (const session of sessions) {
      expect((await verified(w, session)).findings).toEqual([]);
      expect(await rowsOf(w, session)).toMatchObject({ entries: 6, headSeq: 6 });
    }
  });
});
