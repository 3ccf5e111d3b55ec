/** Inputs that misled other products, sent to a Guardian process over HTTP: ambiguous bytes, equal digests, replays. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GuardianProcess, startGuardian } from "../testing/guardian-process";
import { rowsOf, verified } from "../testing/probes";
import { CORE_METHODS, type ScriptedSession, scriptedSession, toolCall } from "../testing/scripted-agent";
import { type Answer, approvalOf, readAnswer, type World, world } from "../testing/world";

const CALL = "steps/toolCallRequest";
let w: World;
let guardian: GuardianProcess;
let dataDir: string;
let session: ScriptedSession;

beforeAll(async () => {
  w = await world();
  await w.person();
  dataDir = mkdtempSync(path.join(tmpdir(), "guardian-field-"));
  guardian = await startGuardian({ databaseUrl: w.container.url, dataDir, master: w.master });
  session = await open();
});
afterAll(async () => {
  await guardian.stop();
  await w.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function say(body: unknown): Promise<Answer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": "application/json" };
  const response = await fetch(guardian.acsUrl, { method: "POST", body: text, headers });
  expect(response.status).toBe(200);
  return readAnswer(new Uint8Array(await response.arrayBuffer()));
}

async function open(hello: Record<string, unknown> = {}): Promise<ScriptedSession> {
  const opened = scriptedSession(await w.agent());
  expect((await say(opened.hello(hello))).result.negotiated_version).toBe("0.1.0");
  expect((await say(opened.message("steps/sessionStart", {}))).decision).toBe("allow");
  return opened;
}

const digestOf = async (value: unknown): Promise<string> =>
  approvalOf(await say(session.message(CALL, toolCall("deploy", { cfg: value })))).action_digest;

describe("ambiguous bytes", () => {
  const F01 =
    '{"jsonrpc":"2.0","method":"steps/toolCallRequest","id":"rpc-1","params":{"acs_version":"0.1.0","request_id":"11111111-1111-4111-8111-111111111111","timestamp":"2026-03-01T10:00:00Z","metadata":{"agent_id":"agent-blue","session_id":"aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"},"payload":{"tool":{"name":"pay_invoice"},"arguments":{"amount":{"value":10},"amount":{"value":9000}}}}}';
  const called = (args: string) => `{"jsonrpc":"2.0","method":"${CALL}","id":"x","params":{"payload":${args}}}`;
  const deep = (inner: string) => `${'{"a":'.repeat(5_000)}"${inner}"${"}".repeat(5_000)}`;

  it.each([
    ["a repeated argument", F01, "duplicate_member"],
    ["a repeated member inside a list", called('{"l":[{"a":1,"b":2,"a":3}]}'), "duplicate_member"],
    ["a repeated method", '{"jsonrpc":"2.0","method":"a","method":"b","id":1,"params":{}}', "duplicate_member"],
    ["half a surrogate pair", called('{"note":{"value":"hi \\ud800 there"}}'), "lone_surrogate"],
    ["the other half", called('{"note":"\\udc00"}'), "lone_surrogate"],
    ["half a pair before a letter", called('{"\\ud83dx":1}'), "lone_surrogate"],
    ["an integer that is rounded", called('{"order_id":{"value":9007199254740995}}'), "unsafe_integer"],
    ["its neighbour", called('{"order_id":9007199254740996}'), "unsafe_integer"],
    ["a negative one", called('{"n":-9007199254740992}'), "unsafe_integer"],
    ["5,000 levels around x", called(`{"q":${deep("x")}}`), "too_deep"],
    ["5,000 levels around y", called(`{"q":${deep("y")}}`), "too_deep"],
    ["200,000 open brackets", "[".repeat(200_000), "too_deep"],
  ])("are refused, and evaluated by nobody: %s", async (_, text, reason) => {
    const before = await rowsOf(w, session);
    expect(await say(text)).toMatchObject({ reason, decision: undefined });
    expect(await rowsOf(w, session)).toEqual(before);
  });

  it("are not big numbers that are sent as texts", async () => {
    for (const id of ["9007199254740995", "9007199254740996", "-9007199254740993"]) {
      const asked = await say(session.message(CALL, toolCall("refund_order", { order_id: id })));
      const row = await w.container.prisma.approval.findUniqueOrThrow({ where: { id: approvalOf(asked).approval_id } });
      expect(row.effectiveAction).toContain(`"${id}"`);
    }
  });
});

describe("actions that differ", () => {
  it.each([
    [
      "in a null, an empty object, and a member that is spelled like two",
      ['{"a":null}', '{"a":{}}', '{"a\\":1,\\"b":2}', '{"a":1,"b":2}'],
    ],
    [
      "in a member called __proto__",
      [
        '{"action":"deploy","__proto__":{"scope":"staging"}}',
        '{"action":"deploy","__proto__":{"scope":"production"}}',
        '{"action":"deploy"}',
      ],
    ],
    ["in what is empty", ['{"a":[]}', '{"a":""}', '{"a":[[]]}', "{}"]],
    ["in a number and its text", ['{"n":1}', '{"n":"1"}', '{"n":[1]}']],
    ["in the form of a letter", ['{"k":"\\u00e9"}', '{"k":"e\\u0301"}', '{"k":"e"}']],
  ])("never share a digest: %s", async (_, texts) => {
    const digests: string[] = [];
    for (const text of texts) digests.push(await digestOf(JSON.parse(text)));
    expect(new Set(digests).size).toBe(texts.length);
  });

  it.each([
    ["4.5", "4.50"],
    ["1000", "1E3"],
    ["0", "-0"],
  ])("in how a number is written alone are one: %s and %s", async (one, other) => {
    const text = JSON.stringify(session.message(CALL, toolCall("deploy", { cfg: JSON.parse(one) })));
    const spelled = text.replace(`"value":${one}`, `"value":${other}`);
    expect(spelled).not.toBe(text);
    expect(approvalOf(await say(spelled)).action_digest).toBe(await digestOf(JSON.parse(one)));
  });
});

describe("unsigned, stale and repeated messages", () => {
  it("are refused with their own codes, and what is genuine is decided once", async () => {
    const own = await open({
      methods_implemented: [...CORE_METHODS, "protocols/MCP/tools/call"],
      wrapped_protocols: [{ protocol: "MCP", version: "2025-06-18" }],
    });
    const pay = toolCall("lookup_invoice", { amount: 100, to: "vendor-17" });
    expect(await say(own.unsigned(CALL, pay))).toMatchObject({ code: -32004 });
    const genuine = own.message(CALL, pay);
    expect((await say(genuine)).result.chain_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await say(genuine)).toMatchObject({ code: -32005 });
    for (const timestamp of [
      new Date(Date.now() - 86_400_000).toISOString(),
      "2019-06-30T00:00:00Z",
      "2199-01-01T00:00:00Z",
    ]) {
      const stale = await say(own.message(CALL, pay, { timestamp }));
      expect([stale.code, stale.error.data]).toEqual([-32006, expect.objectContaining({ skew_window_ms: 300_000 })]);
    }
    const echo = {
      jsonrpc: "2.0",
      id: 1,
      method: "system/ping",
      params: {
        acs_version: "0.1.0",
        request_id: crypto.randomUUID(),
        timestamp: new Date().toISOString(),
        metadata: { agent_id: "a", session_id: crypto.randomUUID() },
        payload: { echo: "hi" },
      },
    };
    expect((await say(echo)).result).toMatchObject({ decision: "allow", payload: { echo: "hi" } });
    const wrapped = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "bash", arguments: { command: "rm -rf /" } },
    };
    const judged = await say(own.message("protocols/MCP/tools/call", wrapped));
    expect([judged.decision, judged.codes]).toEqual([
      "deny",
      expect.arrayContaining(["destructive_shell_command_blocked"]),
    ]);
    expect(own.verifies(judged.raw)).toBe(true);
  });

  it("are remembered while another session floods, and across a restart", async () => {
    const own = await open();
    const first = own.message(CALL, toolCall("lookup_invoice", { n: 1 }));
    expect((await say(first)).decision).toBe("allow");
    const flood = await open();
    const many = Array.from({ length: 300 }, (_, n) => flood.message(CALL, toolCall("lookup_invoice", { n })));
    const answers = await Promise.all(many.map(say));
    expect(answers.every(({ decision }) => decision === "allow")).toBe(true);
    expect(await say(first)).toMatchObject({ code: -32005 });
    await guardian.stop();
    guardian = await startGuardian({ databaseUrl: w.container.url, dataDir, master: w.master });
    for (const again of [first, many[0], many.at(-1)]) expect(await say(again)).toMatchObject({ code: -32005 });
    expect((await verified(w, flood)).findings).toEqual([]);
  });
});
