/** Ambiguous bytes are refused at the door (R1, F01–F04) and not-requests get their exact code (R6, F19, F20). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusalsDuring, rowsOf } from "../../testing/probes";
import { messageBytes, type ScriptedSession, toolCall, userMessage } from "../../testing/scripted-agent";
import { openSession, send, type World, world } from "../../testing/world";

const CALL = "steps/toolCallRequest";
let w: World;
let session: ScriptedSession;

beforeAll(async () => {
  w = await world();
  session = await openSession(w.guardian, await w.agent());
});
afterAll(() => w.close());

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A well-formed signed call whose text has `from` replaced after signing. */
function altered(from: string, to: string): Uint8Array {
  const message = session.message(CALL, toolCall("lookup_account", { q: "canary", n: 12345 }));
  const text = new TextDecoder().decode(messageBytes(message));
  expect(text).toContain(from);
  return utf8(text.replace(from, to));
}

/** Sends, and expects one refusal record, no trace in the session, an unharmed process, and no value in the answer. */
async function expectRefused(body: Uint8Array, code: number, reason: string): Promise<void> {
  const before = await rowsOf(w, session);
  const rows = await refusalsDuring(w, async () => {
    const answer = await send(w.guardian, body);
    expect(answer).toMatchObject({ code, reason, decision: undefined });
    expect(answer.text).not.toContain("canary");
    expect(answer.text).not.toContain("    at ");
  });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ code, reason, bodyBytes: body.length });
  expect(await rowsOf(w, session)).toEqual(before);
  expect((await send(w.guardian, session.message("steps/userMessage", userMessage("still here")))).decision).toBe(
    "allow",
  );
}

const nested = (levels: number, open: string, inner: string, close: string): string =>
  open.repeat(levels) + inner + close.repeat(levels);

describe("bytes that are not I-JSON", () => {
  it.each([
    ["in arguments", '"q":{"value":"canary"}', '"q":{"value":"canary"},"q":{"value":"b"}'],
    ["in an argument's holder", '"value":"canary"', '"value":"canary","value":"b"'],
    ["in metadata", '"metadata":{', '"metadata":{"agent_id":"canary",'],
    ["in the envelope", '"jsonrpc":"2.0"', '"jsonrpc":"2.0","jsonrpc":"2.0"'],
    ["in the signature", '"algorithm":', '"algorithm":"canary","algorithm":'],
    ["spelled with an escape", '"q":{"value":"canary"}', '"q":{"value":"canary"},"\\u0071":{"value":"b"}'],
    ["called __proto__", '"q":{', '"__proto__":{"value":1},"__proto__":{"value":2},"q":{'],
  ])("refuses a member name that occurs twice %s", async (_where, from, to) => {
    await expectRefused(altered(from, to), -32700, "duplicate_member");
  });

  it.each([
    ["a high one in a value", '"canary"', '"canary\\ud800"'],
    ["a low one in a value", '"canary"', '"\\udfffcanary"'],
    ["a reversed pair", '"canary"', '"\\ude00\\ud83d"'],
    ["one in a member name", '"q":', '"q\\ud800":'],
    ["one in the id", '"id":"', '"id":"\\udbff'],
  ])("refuses half of a surrogate pair: %s", async (_what, from, to) => {
    await expectRefused(altered(from, to), -32700, "lone_surrogate");
  });

  it("takes whole pairs and a real replacement character", async () => {
    const call = session.message(CALL, toolCall("lookup_account", { q: "😀 \ufffd" }));
    expect((await send(w.guardian, call)).decision).toBe("allow");
  });

  it.each([
    ["a stray continuation byte", [0x22, 0x80, 0x22]],
    ["an overlong slash", [0x22, 0xc0, 0xaf, 0x22]],
    ["an encoded surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["a cut sequence", [0x22, 0xe2, 0x82]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00]],
  ])("refuses invalid UTF-8: %s", async (_what, bytes) => {
    await expectRefused(Uint8Array.from(bytes), -32700, "invalid_utf8");
  });

  it.each([
    ["nothing", ""],
    ["an open brace", "{"],
    ["a byte order mark", "\ufeff{}"],
    ["text after the value", "{} {}"],
    ["a trailing comma", '{"a":1,}'],
    ["single quotes", "{'a':1}"],
    ["a comment", "{}//"],
    ["NaN", '{"a":NaN}'],
    ["a leading zero", '{"a":01}'],
    ["a raw control character", '{"a":"\u0001"}'],
  ])("refuses text that is not JSON: %s", async (_what, text) => {
    await expectRefused(utf8(text), -32700, "parse_error");
  });

  it.each([
    ["2^53", "9007199254740992"],
    ["a 19-digit id", "9007199254740995123"],
    ["below -(2^53-1)", "-9007199254740993"],
    ["one with 400 digits", "1".repeat(400)],
  ])("refuses an integer beyond 2^53-1: %s", async (_what, digits) => {
    await expectRefused(altered("12345", digits), -32600, "unsafe_integer");
  });

  it("refuses a number that no double holds", async () => {
    await expectRefused(altered("12345", "1e400"), -32600, "number_overflow");
    await expectRefused(altered("12345", "-1.5E+309"), -32600, "number_overflow");
  });

  it("refuses nesting beyond 128 levels and takes what lies within", async () => {
    await expectRefused(altered('"canary"', nested(125, '{"a":', '"x"', "}")), -32600, "too_deep");
    await expectRefused(altered('"canary"', nested(5000, '{"a":', '"x"', "}")), -32600, "too_deep");
    await expectRefused(utf8(nested(200_000, "[", "", "]")), -32600, "too_deep");
    await expectRefused(utf8("[".repeat(200_000)), -32600, "too_deep");
  });

  it("refuses a body of 20 MB without reading it as JSON", async () => {
    await expectRefused(utf8(`{"a":"${"x".repeat(20_000_000)}"}`), -32600, "too_large");
    await expectRefused(new Uint8Array(1024 * 1024 + 1).fill(0x20), -32600, "too_large");
  });
});

describe("JSON that is not a request", () => {
  const params = '"params":{}';
  it.each([
    ['{"status":"fine"}', -32600, "invalid_jsonrpc_request", null],
    [`{"jsonrpc":"2.0","method":["a"],"id":"x",${params}}`, -32600, "invalid_jsonrpc_request", "x"],
    [`{"jsonrpc":"1.0","method":"steps/userMessage","id":"x",${params}}`, -32600, "invalid_jsonrpc_request", "x"],
    [`{"jsonrpc":"2.0","method":"steps/userMessage",${params}}`, -32600, "invalid_jsonrpc_request", null],
    [`{"jsonrpc":"2.0","method":"steps/userMessage","id":null,${params}}`, -32600, "invalid_jsonrpc_request", null],
    [`{"jsonrpc":"2.0","method":"steps/userMessage","id":{},${params}}`, -32600, "invalid_jsonrpc_request", null],
    [`{"jsonrpc":"2.0","method":"steps/userMessage","id":[1],${params}}`, -32600, "invalid_jsonrpc_request", null],
    [`{"jsonrpc":"2.0","method":"steps/userMessage","id":true,${params}}`, -32600, "invalid_jsonrpc_request", null],
    ['{"jsonrpc":"2.0","method":"steps/userMessage","id":7,"params":[]}', -32600, "invalid_jsonrpc_request", 7],
    ['{"jsonrpc":"2.0","method":"steps/userMessage","id":7}', -32600, "invalid_jsonrpc_request", 7],
    ['"text"', -32600, "not_an_object", null],
    ["null", -32600, "not_an_object", null],
    ["42", -32600, "not_an_object", null],
    ["[]", -32600, "batch_empty", null],
    [`{"jsonrpc":"2.0","method":"steps/nope","id":"x",${params}}`, -32601, "method_not_found", "x"],
    [`{"jsonrpc":"2.0","method":"__proto__","id":0,${params}}`, -32601, "method_not_found", 0],
    [`{"jsonrpc":"2.0","method":"guardian/other","id":"",${params}}`, -32601, "method_not_found", ""],
    [`{"jsonrpc":"2.0","method":"STEPS/userMessage","id":"x",${params}}`, -32601, "method_not_found", "x"],
  ])("answers %s with %i %s", async (text, code, reason, id) => {
    await expectRefused(utf8(text), code, reason);
    expect((await send(w.guardian, utf8(text))).raw.id).toBe(id);
  });
});
