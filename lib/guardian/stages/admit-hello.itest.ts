/** The handshake is a gate and its result binds (R5, F16–F18); the ping is outside of everything (R6). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_BUNDLE } from "../../core/policy/default-bundle";
import { refusalsDuring, rowsOf } from "../../testing/probes";
import {
  CORE_METHODS,
  type ScriptedIdentity,
  scriptedSession,
  toolCall,
  userMessage,
} from "../../testing/scripted-agent";
import { send, type World, world } from "../../testing/world";

const CALL = toolCall("lookup_account", { id: "c1" });
let w: World;
let agent: ScriptedIdentity;

beforeAll(async () => {
  w = await world();
  agent = await w.agent();
});
afterAll(() => w.close());

const sessions = () => w.container.prisma.session.count();

describe("a hook before the hello", () => {
  it("is refused, signed, recorded, and opens nothing", async () => {
    const session = scriptedSession(agent);
    const before = await sessions();
    const rows = await refusalsDuring(w, async () => {
      const answer = await send(w.guardian, session.message("steps/toolCallRequest", CALL));
      expect(answer).toMatchObject({ code: -32003, reason: "session_missing", decision: undefined });
      expect(answer.error.data).toMatchObject({ method: "steps/toolCallRequest" });
      expect(session.verifies(answer.raw)).toBe(true);
    });
    expect(rows).toMatchObject([{ code: -32003, sessionId: session.sessionId }]);
    expect(await sessions()).toBe(before);
  });
});

describe("a hello", () => {
  it.each([
    ["without a common transport", { transports_supported: ["stdio"] }, -32000, "transport_unsupported"],
    ["without a common version", { acs_versions_supported: ["1.0.0", "2.3.4"] }, -32001, "unsupported_version"],
    ["with no versions", { acs_versions_supported: [] }, -32602, "client_hello_invalid"],
    ["with a transport of its own", { transports_supported: ["carrier-pigeon"] }, -32602, "client_hello_invalid"],
    ["with methods that are no list", { methods_implemented: "all" }, -32602, "client_hello_invalid"],
    ["with a method outside ACS", { methods_implemented: ["rm -rf"] }, -32602, "client_hello_invalid"],
    ["with an unknown producer", { provenance_producer: "llm" }, -32602, "client_hello_invalid"],
    ["with a size limit of zero", { max_payload_size_bytes: 0 }, -32602, "client_hello_invalid"],
  ])("%s is refused and opens no session", async (_what, payload, code, reason) => {
    const session = scriptedSession(agent);
    const before = await sessions();
    const rows = await refusalsDuring(w, async () => {
      const answer = await send(w.guardian, session.hello(payload));
      expect(answer).toMatchObject({ code, reason });
      expect(session.verifies(answer.raw)).toBe(true);
    });
    expect(rows).toMatchObject([{ code, reason }]);
    expect(await sessions()).toBe(before);
  });

  it("that names another agent is refused", async () => {
    const session = scriptedSession({ ...agent, agentId: "agent-somebody-else" });
    expect(await send(w.guardian, session.hello())).toMatchObject({ code: -32000, reason: "agent_not_bound" });
  });

  it("accepts only the profiles and methods that both sides know", async () => {
    const session = scriptedSession(agent);
    const methods = [...CORE_METHODS, "steps/memoryStore", "agbom/snapshot"];
    const answer = await send(
      w.guardian,
      session.hello({
        profiles_supported: [
          "acs-core",
          "acs-unknown",
          "acs-crypto",
          "acs-inspect",
          "acs-inspect-dynamic",
          "acs-trace",
        ],
        methods_implemented: [...methods, "steps/future", "system/ping", "protocols/A2A/message/send"],
      }),
    );
    expect(answer.result.profiles_accepted).toEqual(["acs-core", "acs-inspect"]);
    expect(answer.result.methods_evaluated).toEqual(methods);
    expect(answer.result).toMatchObject({ on_decision_failure: "deny", skew_window_ms: 300_000 });
    expect(session.verifies(answer.raw)).toBe(true);
  });

  it("of few methods binds the session to these", async () => {
    const session = scriptedSession(agent);
    const few = ["steps/sessionStart", "steps/userMessage"];
    const hello = await send(w.guardian, session.hello({ methods_implemented: few }));
    expect(hello.result.methods_evaluated).toEqual(few);
    const refused = async (method: string, payload: unknown) => {
      const answer = await send(w.guardian, session.message(method, payload));
      expect(answer).toMatchObject({ code: -32003, reason: "capability_not_negotiated", decision: undefined });
      expect(answer.error.data).toMatchObject({ method });
      expect(session.verifies(answer.raw)).toBe(true);
    };
    await refused("steps/memoryStore", { content: { value: 1 } });
    await refused("steps/toolCallRequest", CALL);
    await refused("agbom/snapshot", { components: [] });
    await refused("protocols/A2A/message/send", {});
    const unknown = await send(w.guardian, session.message("steps/future", {}));
    expect(unknown).toMatchObject({ code: -32601, reason: "method_not_found" });
    expect((await send(w.guardian, session.message("steps/sessionStart", {}))).decision).toBe("allow");
  });

  it("without the methods that the agent must report is refused and names them", async () => {
    const strict = await w.agent({
      requiredMethods: ["steps/toolCallRequest", "steps/userMessage|steps/agentTrigger"],
    });
    const session = scriptedSession(strict);
    const answer = await send(w.guardian, session.hello({ methods_implemented: ["steps/sessionStart"] }));
    expect(answer).toMatchObject({ code: -32000, reason: "required_methods_missing" });
    expect(answer.error.data).toMatchObject({
      methods: ["steps/toolCallRequest", "steps/userMessage|steps/agentTrigger"],
    });
    const either = ["steps/toolCallRequest", "steps/agentTrigger"];
    expect((await send(w.guardian, session.hello({ methods_implemented: either }))).error).toEqual({});
  });

  it("of a disabled agent or under a retired key is refused", async () => {
    const disabled = await w.agent();
    await w.container.prisma.agent.update({ where: { key: disabled.key }, data: { disabledAt: new Date() } });
    const first = await send(w.guardian, scriptedSession(disabled).hello());
    expect(first).toMatchObject({ code: -32000, reason: "agent_disabled" });
    const retired = await w.agent();
    const overlapUntil = new Date(Date.now() + 600_000);
    await w.container.prisma.agentKey.update({
      where: { keyId: retired.keyId },
      data: { state: "retired", overlapUntil },
    });
    const second = await send(w.guardian, scriptedSession(retired).hello());
    expect(second).toMatchObject({ code: -32000, reason: "key_retired" });
  });

  it("sent twice byte for byte is a replay", async () => {
    const session = scriptedSession(agent);
    const hello = session.hello();
    expect((await send(w.guardian, hello)).error).toEqual({});
    expect(await send(w.guardian, hello)).toMatchObject({ code: -32005, reason: "replay_detected" });
  });

  it("said again under a fresh id gets the same terms; lists compare as sets", async () => {
    const session = scriptedSession(agent);
    const first = await send(w.guardian, session.hello());
    const rows = await rowsOf(w, session);
    const again = await send(w.guardian, session.hello({ methods_implemented: [...CORE_METHODS].reverse() }));
    const { signature: _one, ...terms } = first.result;
    const { signature: _two, ...same } = again.result;
    expect(same).toEqual(terms);
    expect(await rowsOf(w, session)).toMatchObject({ key: rows.key, entries: 0, state: "open" });
  });

  it.each([
    ["fewer methods", { methods_implemented: ["steps/sessionStart"] }],
    ["more methods", { methods_implemented: [...CORE_METHODS, "steps/turnStart"] }],
    ["a protocol to wrap", { wrapped_protocols: [{ protocol: "MCP", version: "1" }] }],
    ["another producer", { provenance_producer: "deterministic" }],
    ["another transport", { transports_supported: ["https"] }],
    ["a smaller size", { max_payload_size_bytes: 10 }],
  ])("cannot change the terms of a live session: %s", async (_what, payload) => {
    const session = scriptedSession(agent);
    await send(w.guardian, session.hello());
    const answer = await send(w.guardian, session.hello(payload));
    expect(answer).toMatchObject({ code: -32000, reason: "already_negotiated" });
    const call = await send(w.guardian, session.message("steps/agentResponse", userMessage("as agreed")));
    expect(call.decision).toBe("allow");
  });

  it("does not open a session again that ended", async () => {
    const session = scriptedSession(agent);
    await send(w.guardian, session.hello());
    await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
    expect(await send(w.guardian, session.hello())).toMatchObject({ code: -32000, reason: "already_negotiated" });
  });

  it("said by many at once opens one session", async () => {
    const session = scriptedSession(agent);
    const hellos = Array.from({ length: 12 }, () => session.hello());
    const answers = await Promise.all(hellos.map((hello) => send(w.guardian, hello)));
    expect(answers.every((answer) => answer.result.negotiated_version === "0.1.0")).toBe(true);
    expect((await rowsOf(w, session)).state).toBe("open");
  });
});

describe("wrapped MCP", () => {
  const read = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "file:///tmp/x" } };
  const PLAIN = "protocols/MCP/resources/read";
  const PINNED = "wrapped:mcp-2025-06-18/resources/read";
  const OTHER = "wrapped:mcp-2024-11-05/resources/read";
  const methods_implemented = [...CORE_METHODS, PLAIN, PINNED, OTHER];

  it("is judged where the hello declared it, the explicit form at its version alone", async () => {
    const session = scriptedSession(agent);
    const wrapped_protocols = [{ protocol: "MCP", version: "2025-06-18" }];
    const hello = await send(w.guardian, session.hello({ methods_implemented, wrapped_protocols }));
    expect(hello.result.methods_evaluated).toEqual([...CORE_METHODS, PLAIN, PINNED]);
    for (const method of [PLAIN, PINNED]) {
      const answer = await send(w.guardian, session.message(method, read));
      expect(answer.decision).toBeDefined();
      expect(answer.result.chain_hash).toMatch(/^[0-9a-f]{64}$/);
      expect(session.verifies(answer.raw)).toBe(true);
    }
    const response = { jsonrpc: "2.0", id: 1, result: { contents: [] } };
    expect((await send(w.guardian, session.message(PLAIN, response))).result.chain_hash).toBeDefined();
    const other = await send(w.guardian, session.message(OTHER, read));
    expect(other).toMatchObject({ code: -32003, reason: "capability_not_negotiated" });
  });

  it("is not negotiated where the hello declared no MCP", async () => {
    const session = scriptedSession(agent);
    const hello = await send(w.guardian, session.hello({ methods_implemented }));
    expect(hello.result.methods_evaluated).toEqual([...CORE_METHODS]);
    const answer = await send(w.guardian, session.message(PLAIN, read));
    expect(answer).toMatchObject({ code: -32003, reason: "capability_not_negotiated" });
    expect(answer.error.data).toMatchObject({ method: PLAIN });
  });

  it.each([
    ["another method", { ...read, method: "tools/call" }],
    ["result and error", { jsonrpc: "2.0", id: 1, result: {}, error: { code: 1, message: "m" } }],
    ["an id of null", { ...read, id: null }],
    ["no JSON-RPC", { uri: "file:///tmp/x" }],
  ])("that carries %s is -32602 and remembered", async (_what, payload) => {
    const session = scriptedSession(agent);
    const wrapped_protocols = [{ protocol: "MCP", version: "2025-06-18" }];
    await send(w.guardian, session.hello({ methods_implemented, wrapped_protocols }));
    const message = session.message(PLAIN, payload);
    expect(await send(w.guardian, message)).toMatchObject({ code: -32602, reason: "payload_invalid" });
    expect(await send(w.guardian, message)).toMatchObject({ code: -32005, reason: "replay_detected" });
  });
});

describe("a policy that requires provenance", () => {
  it("refuses clients that produce none, before it looks at their transports", async () => {
    const own = await world();
    try {
      const identity = await own.agent();
      await own.publish({ ...DEFAULT_BUNDLE, paradigms: { ...DEFAULT_BUNDLE.paradigms, require_provenance: true } });
      const none = scriptedSession(identity);
      const refused = await send(own.guardian, none.hello({ transports_supported: ["stdio"] }));
      expect(refused).toMatchObject({ code: -32002, reason: "provenance_required" });
      expect(none.verifies(refused.raw)).toBe(true);
      const session = scriptedSession(identity);
      const asked = { provenance_producer: "deterministic", profiles_supported: ["acs-provenance"] };
      const hello = await send(own.guardian, session.hello(asked));
      expect(hello.result).toMatchObject({ policy_requires_provenance: true, profiles_accepted: ["acs-provenance"] });
      const bare = await send(own.guardian, session.message("steps/userMessage", userMessage("hi")));
      expect(bare).toMatchObject({ code: -32602, reason: "payload_invalid" });
      expect(bare.error.data).toMatchObject({ field: "params.payload.content.0.provenance" });
    } finally {
      await own.close();
    }
  });
});

describe("terms", () => {
  it("outlive the process that made them", async () => {
    const session = scriptedSession(agent);
    const methods_implemented = [...CORE_METHODS, "protocols/MCP/initialize"];
    const wrapped_protocols = [{ protocol: "MCP", version: "2025-06-18" }];
    await send(w.guardian, session.hello({ methods_implemented, wrapped_protocols }));
    const restarted = await w.replica();
    const initialize = { jsonrpc: "2.0", id: 1, method: "initialize" };
    const step = session.message("protocols/MCP/initialize", initialize);
    expect((await send(restarted.guardian, step)).result.chain_hash).toBeDefined();
    const other = session.message("steps/memoryStore", { content: { value: 1 } });
    expect(await send(restarted.guardian, other)).toMatchObject({ code: -32003 });
    const again = session.hello({ methods_implemented, wrapped_protocols });
    expect((await send(restarted.guardian, again)).result.methods_evaluated).toEqual(methods_implemented);
  });

  it("name the endpoint's transport, and hold on no other", async () => {
    const stdio = await w.replica({ transports: ["stdio"], trace: { otel: false, ocsf: true } });
    const session = scriptedSession(agent);
    const hello = await send(stdio.guardian, session.hello({ transports_supported: ["http", "stdio"] }));
    expect(hello.result).toMatchObject({
      selected_transport: "stdio",
      trace_emission: { otel_enabled: false, ocsf_enabled: true },
    });
    expect((await send(stdio.guardian, session.message("steps/sessionStart", {}))).decision).toBe("allow");
    const answer = await send(w.guardian, session.message("steps/userMessage", userMessage("hi")));
    expect(answer).toMatchObject({ code: -32003, reason: "transport_not_negotiated", decision: undefined });
    const http = await send(stdio.guardian, scriptedSession(agent).hello());
    expect(http).toMatchObject({ code: -32000, reason: "transport_unsupported" });
    expect(http.error.data).toMatchObject({ supported_transports: ["stdio"] });
  });
});

describe("a ping", () => {
  const ping = (payload: unknown, params: Record<string, unknown> = {}) =>
    scriptedSession(agent).unsigned("system/ping", payload, { params });

  it("is allowed before any hello, unsigned, with its echo, and leaves no entry", async () => {
    const before = await w.container.prisma.entry.count();
    const answer = await send(w.guardian, ping({ echo: "are you there" }));
    expect(answer.decision).toBe("allow");
    expect(answer.result.payload).toMatchObject({ status: "ok", echo: "are you there" });
    expect(answer.result.chain_hash).toBeUndefined();
    expect(answer.result.signature).toBeUndefined();
    expect(await w.container.prisma.entry.count()).toBe(before);
  });

  it("is signed when it was signed well, and answered all the same when it was not", async () => {
    const session = scriptedSession(agent);
    const good = await send(w.guardian, session.message("system/ping", {}));
    expect(good.decision).toBe("allow");
    expect(session.verifies(good.raw)).toBe(true);
    const bad = await send(w.guardian, session.sign(session.unsigned("system/ping", {}), new Uint8Array(32)));
    expect(bad.decision).toBe("allow");
    expect(bad.result.signature).toBeUndefined();
    const stale = session.message("system/ping", {}, { timestamp: "2019-06-30T00:00:00Z" });
    expect((await send(w.guardian, stale)).decision).toBe("allow");
    expect((await send(w.guardian, stale)).decision).toBe("allow");
  });

  it.each([
    [{ echo: 5 }, {}],
    [[], {}],
    [{}, { request_id: "no uuid" }],
    [{}, { request_id: undefined }],
  ])("that is malformed gets a plain JSON-RPC code", async (payload, params) => {
    expect(await send(w.guardian, ping(payload, params))).toMatchObject({ code: -32602, decision: undefined });
  });
});
