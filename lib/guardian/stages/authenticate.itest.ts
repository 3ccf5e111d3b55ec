/** Signatures cover everything and fail politely (R3, F06, F10, F11). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusalsDuring, rowsOf } from "../../testing/probes";
import { type ScriptedSession, tamperSignature, toolCall } from "../../testing/scripted-agent";
import { approvalOf, openSession, send, type World, world } from "../../testing/world";

const CALL = "steps/toolCallRequest";
const LOOKUP = toolCall("lookup_account", { id: "canary-7" });
let w: World;
let agent: Awaited<ReturnType<World["agent"]>>;
let session: ScriptedSession;

beforeAll(async () => {
  w = await world();
  await w.person();
  agent = await w.agent();
  session = await openSession(w.guardian, agent);
});
afterAll(() => w.close());

async function expectRefused(message: Parameters<typeof send>[1], code: number, reason: string): Promise<void> {
  const before = await rowsOf(w, session);
  const rows = await refusalsDuring(w, async () => {
    const answer = await send(w.guardian, message);
    expect(answer).toMatchObject({ code, reason, decision: undefined });
    expect(answer.error.signature).toBeUndefined();
    expect(answer.text).not.toContain("canary");
  });
  expect(rows).toMatchObject([{ code, reason }]);
  expect(await rowsOf(w, session)).toEqual(before);
}

describe("a signature", () => {
  it("is required", async () => {
    await expectRefused(session.unsigned(CALL, LOOKUP), -32004, "signature_missing");
  });

  it.each([
    ["null", null],
    ["an object without members", {}],
    ["a string", "AAAA"],
    ["a list", []],
    ["a number", 1],
    ["true", true],
  ])("that is %s is malformed", async (_what, signature) => {
    const message = session.unsigned(CALL, LOOKUP, { params: { signature } });
    await expectRefused(message, -32004, "signature_malformed");
  });

  const sound = "A".repeat(43);
  it.each([
    ["empty", ""],
    ["too short", "abc"],
    ["31 bytes", Buffer.alloc(31).toString("base64")],
    ["33 bytes", Buffer.alloc(33).toString("base64")],
    ["10,000 letters", "A".repeat(10_000)],
    ["without padding", sound],
    ["base64url", `${"_-".repeat(21)}_=`],
    ["with a line break", `${sound}=\n`],
    ["with a space", ` ${sound}=`],
    ["not canonical in its last bits", `${"A".repeat(42)}B=`],
    ["hex", "0".repeat(64)],
    ["beyond ASCII", `${"é".repeat(43)}=`],
    ["null", null],
    ["an object", {}],
    ["a number", 7],
  ])("whose value is %s is malformed", async (_what, value) => {
    await expectRefused(tamperSignature(session.message(CALL, LOOKUP), { value }), -32004, "signature_malformed");
  });

  it.each(["", "hmac-sha256", "none", "HMAC-SHA1", "ECDSA-P384", null, 5])(
    "by the algorithm %j is malformed",
    async (algorithm) => {
      await expectRefused(tamperSignature(session.message(CALL, LOOKUP), { algorithm }), -32004, "signature_malformed");
    },
  );

  it.each([[""], [null], [{}], [3]])("whose key_id is %j is malformed", async (key_id) => {
    await expectRefused(tamperSignature(session.message(CALL, LOOKUP), { key_id }), -32004, "signature_malformed");
  });

  it.each([["k-unknown"], ["k\u0000"], ["k".repeat(500_000)], ["' OR 1=1 --"], ["__proto__"]])(
    "under a key nobody has is invalid",
    async (keyId) => {
      await expectRefused(
        session.sign(session.unsigned(CALL, LOOKUP), session.key, keyId),
        -32004,
        "signature_invalid",
      );
    },
  );

  it("by another session's key, or by the secret itself, is invalid", async () => {
    const other = await openSession(w.guardian, agent);
    const unsigned = session.unsigned(CALL, LOOKUP);
    await expectRefused(session.sign(unsigned, other.key), -32004, "signature_invalid");
    await expectRefused(session.sign(unsigned, agent.secret), -32004, "signature_invalid");
    expect(Buffer.from(other.key).equals(session.key)).toBe(false);
  });

  it("is over every member: a change anywhere after signing is found", async () => {
    const message = session.message(CALL, LOOKUP, { metadata: { environment: "staging" } });
    const text = JSON.stringify(message);
    const changes = [
      ['"staging"', '"production"'],
      ['"lookup_account"', '"lookup_accounts"'],
      ['"canary-7"', '"canary-8"'],
      ['"canary-7"', '"canary-7 "'],
      ['"arguments":{', '"arguments":{"x":{"value":null},'],
      ['"jsonrpc":"2.0",', '"jsonrpc":"2.0","__proto__":{"a":1},'],
      ['"payload":{', '"payload":{"__proto__":{"admin":true},'],
    ] as const;
    for (const [from, to] of changes) {
      expect(text).toContain(from);
      await expectRefused(new TextEncoder().encode(text.replace(from, to)), -32004, "signature_invalid");
    }
  });

  it("is not asked how the message was written down", async () => {
    const message = session.message(CALL, LOOKUP);
    const spaced = JSON.stringify(message, null, 2).replace("canary", "\\u0063anary");
    const answer = await send(w.guardian, new TextEncoder().encode(spaced));
    expect(answer.decision).toBe("allow");
    expect(session.verifies(answer.raw)).toBe(true);
  });

  it("covers a member called __proto__, and so does the action", async () => {
    const config = (scope: string) => JSON.parse(`{"action":"deploy","__proto__":{"scope":"${scope}"}}`);
    const call = (scope: string) => session.message(CALL, toolCall("deploy", { cfg: config(scope) }));
    const staging = call("staging");
    const text = new TextEncoder().encode(JSON.stringify(staging).replace('"staging"', '"production"'));
    await expectRefused(text, -32004, "signature_invalid");
    const asked = await send(w.guardian, staging);
    const other = await send(w.guardian, call("production"));
    expect([asked.decision, other.decision]).toEqual(["ask", "ask"]);
    expect(approvalOf(asked).action_digest).not.toBe(approvalOf(other).action_digest);
  });

  it("of a key that was revoked no longer counts, without a restart", async () => {
    const mine = await w.agent();
    const own = await openSession(w.guardian, mine);
    await w.container.prisma.agentKey.update({ where: { keyId: mine.keyId }, data: { state: "revoked" } });
    const answer = await send(w.guardian, own.message(CALL, LOOKUP));
    expect(answer).toMatchObject({ code: -32004, decision: undefined });
  });
});
