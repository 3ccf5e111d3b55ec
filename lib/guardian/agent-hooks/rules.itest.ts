import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_BUNDLE } from "../../core/policy/default-bundle";
import { RULES } from "../../core/wire/agent-hooks";
import { scriptedSession } from "../../testing/scripted-agent";
import { openSession, send, type World, world } from "../../testing/world";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

describe("guardian/agentHooks/rules", () => {
  it("answers the host rules of the bundle in force, signed", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const answer = await send(w.guardian, session.message(RULES, {}));
    expect(answer.result).toMatchObject({ type: "final", rules: DEFAULT_BUNDLE.host_rules });
    expect(answer.result.bundle_digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(session.verifies(answer.raw)).toBe(true);
  });

  it("answers the new ones once a bundle is published, and none where it has none", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const first = await send(w.guardian, session.message(RULES, {}));
    const { host_rules: _none, ...bare } = DEFAULT_BUNDLE;
    await w.publish({ ...bare, name: "Without host rules" });
    const second = await send(w.guardian, session.message(RULES, {}));
    expect(second.result.rules).toEqual([]);
    expect(second.result.bundle_digest).not.toBe(first.result.bundle_digest);
    await w.publish(DEFAULT_BUNDLE);
  });

  it("refuses a payload with anything in it", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const answer = await send(w.guardian, session.message(RULES, { point: "output" }));
    expect(answer.reason).toBe("payload_invalid");
  });

  it("refuses a replay, an unknown session and another agent's key", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const message = session.message(RULES, {});
    await send(w.guardian, message);
    expect((await send(w.guardian, message)).reason).toBe("replay_detected");
    const unknown = scriptedSession(await w.agent(), randomUUID());
    expect((await send(w.guardian, unknown.message(RULES, {}))).reason).toBe("session_missing");
    const foreign = scriptedSession(await w.agent(), session.sessionId);
    expect((await send(w.guardian, foreign.message(RULES, {}))).reason).toBe("key_not_bound");
  });

  it("leaves other methods below guardian/ unknown", async () => {
    const session = await openSession(w.guardian, await w.agent());
    expect((await send(w.guardian, session.message("guardian/agentHooks/think", {}))).reason).toBe("method_not_found");
  });
});
