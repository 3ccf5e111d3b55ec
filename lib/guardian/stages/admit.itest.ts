/** Freshness in both directions (R4, F12); envelopes, payloads and methods outside the terms of the session (R5, R6). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusalsDuring, rowsOf } from "../../testing/probes";
import { CORE_METHODS, type ScriptedSession, scriptedSession, userMessage } from "../../testing/scripted-agent";
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

describe("freshness", () => {
  it.each([
    ["a day old", -86_400_000],
    ["just too old", -301_000],
    ["too far ahead", 330_000],
    ["years ahead", 10 * 365 * 86_400_000],
  ])("refuses a timestamp that is %s and reserves nothing", async (_what, offset) => {
    const before = await rowsOf(w, session);
    const message = say({ timestamp: at(offset) });
    await expectRefused(message, -32006, "timestamp_out_of_window");
    expect((await rowsOf(w, session)).reservations).toBe(before.reservations);
    const { error } = await send(w.guardian, message);
    expect(error.data).toMatchObject({ skew_window_ms: 300_000 });
  });

  it("takes times within the window, with any offset", async () => {
    for (const timestamp of [at(-250_000), at(250_000), at(3_600_000).replace("Z", "+01:00")]) {
      expect((await send(w.guardian, say({ timestamp }))).decision).toBe("allow");
    }
  });

  it.each(["2026-11-30", "2026-11-30T10:00:00", "yesterday", "1796032800", "2026-02-30T10:00:00Z", ""])(
    "refuses %j as no RFC 3339 time with an offset",
    async (timestamp) => {
      await expectRefused(say({ timestamp }), -32600, "envelope_invalid");
    },
  );
});

describe("an envelope or payload that does not fit its schema", () => {
  it.each([
    ["acs_version", "1.0"],
    ["request_id", "42"],
    ["nonce", "short"],
    ["nonce", "n".repeat(65)],
    ["tenant_id", 5],
    ["payload", []],
    ["payload", null],
  ])("is refused with -32600 when %s is %j", async (member, value) => {
    await expectRefused(say({ params: { [member]: value } }), -32600, "envelope_invalid");
  });

  it.each([
    { environment: "moon" },
    { turn_id: 7 },
    { session_state: "x" },
    { session_state: { chain_hash: 4 } },
    { user_context: { roles: "all" } },
    { agent_id: null },
  ])("is refused with -32600 for metadata %j", async (metadata) => {
    await expectRefused(say({ metadata }), -32600, "envelope_invalid");
  });

  it("is refused with -32600 for an unknown member at the top", async () => {
    const unsigned = session.unsigned(SAY, userMessage("hello"));
    await expectRefused(session.sign({ ...unsigned, extra: true }), -32600, "envelope_invalid");
  });

  it.each([
    [SAY, {}],
    [SAY, { content: [] }],
    [SAY, { content: [{ type: "smell", value: "x" }] }],
    [SAY, { content: [{ type: "text" }] }],
    [CALL, { arguments: {} }],
    [CALL, { tool: "x", arguments: {} }],
    [CALL, { tool: { name: "x" }, arguments: { a: "bare" } }],
    [CALL, JSON.parse('{"tool":{"name":"x"},"arguments":{"__proto__":"bare"}}')],
    ["steps/toolCallResult", { tool: { name: "x" }, exit_status: "fine", outputs: [] }],
    ["steps/sessionEnd", {}],
  ])("is refused with -32602 at %s for %j", async (method, payload) => {
    await expectRefused(session.message(method, payload), -32602, "payload_invalid");
  });

  it("of another major version is refused with -32001 and says which would do", async () => {
    const message = say({ params: { acs_version: "1.0.0" } });
    await expectRefused(message, -32001, "unsupported_version");
  });
});

describe("a method outside the session's terms", () => {
  it.each(["steps/memoryStore", "agbom/snapshot", "protocols/MCP/tools/call", "steps/turnStart"])(
    "is refused with -32003: %s",
    async (method) => {
      const message = session.message(method, {});
      await expectRefused(message, -32003, "capability_not_negotiated");
      const { error } = await send(w.guardian, session.message(method, {}));
      expect(error.data).toMatchObject({ method });
    },
  );

  it("is refused although the Guardian knows it, when the client did not list it", async () => {
    const agent = await w.agent();
    const own = scriptedSession(agent);
    const listed = CORE_METHODS.filter((method) => method !== "steps/agentResponse");
    const hello = await send(w.guardian, own.hello({ methods_implemented: listed }));
    expect(hello.result.methods_evaluated).toEqual(listed);
    const answer = await send(w.guardian, own.message("steps/agentResponse", userMessage("hi")));
    expect(answer).toMatchObject({ code: -32003, reason: "capability_not_negotiated" });
  });
});
