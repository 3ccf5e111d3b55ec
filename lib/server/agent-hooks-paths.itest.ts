/** The addresses of Agent Hooks beside /acs: the same Guardian, one method each. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AGENT_HOOKS_PATHS, RESOLVE } from "../core/wire/agent-hooks";
import { asking, CALL, freshIdentity, hookSession, refund } from "../testing/hook-agent";
import { messageBytes, type ScriptedSession } from "../testing/scripted-agent";
import { readAnswer, send, type World, world } from "../testing/world";
import { type Listener, listen } from "./listener";

let w: World;
let listener: Listener;
let session: ScriptedSession;
beforeAll(async () => {
  w = await world();
  await w.person();
  listener = await listen({
    guardian: w.guardian,
    host: "127.0.0.1",
    port: 0,
    maxBytes: w.deps.limits.maxBytes,
    publishedKeys: () => ({ keys: [] }),
  });
  session = await hookSession(w.guardian, await w.agent());
});
afterAll(async () => {
  await listener.close();
  await w.close();
});

async function post(path: string, body: Uint8Array) {
  const response = await fetch(`${listener.url}${path}`, { method: "POST", body: Buffer.from(body) });
  expect(response.status).toBe(200);
  return readAnswer(new Uint8Array(await response.arrayBuffer()));
}

describe("an address of Agent Hooks", () => {
  it("takes its own method, like /acs does", async () => {
    const asked = await send(w.guardian, session.message(CALL, refund(840)));
    const payload = asking(asked, freshIdentity());
    for (const path of ["/agent-hooks/resolve", "/acs"]) {
      const answer = await post(path, messageBytes(session.message(RESOLVE, payload)));
      expect(answer.result).toMatchObject({ state: "pending" });
      expect(session.verifies(answer.raw)).toBe(true);
    }
  });

  it.each(Object.keys(AGENT_HOOKS_PATHS))("%s takes no other method, alone or in a batch", async (path) => {
    const message = session.message(CALL, refund(1));
    const answer = await post(path, messageBytes(message));
    expect(answer).toMatchObject({ code: -32601, reason: "method_not_found" });
    const batch = await fetch(`${listener.url}${path}`, { method: "POST", body: JSON.stringify([message]) });
    expect(await batch.json()).toMatchObject([{ error: { code: -32601 } }]);
    const get = await fetch(`${listener.url}${path}`);
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("that there is not is not found", async () => {
    const response = await fetch(`${listener.url}/agent-hooks/rules`, { method: "POST", body: "{}" });
    expect(response.status).toBe(405);
    expect((await fetch(`${listener.url}/agent-hooks/rules`)).status).toBe(404);
  });
});
