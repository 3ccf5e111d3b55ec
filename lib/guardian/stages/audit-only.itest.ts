/** Hooks that permit no DENY (W§16): what cannot be refused is allowed and says so. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACS_METHODS, permittedAt } from "../../core/wire/hooks/registry";
import { rowsOf } from "../../testing/probes";
import { type ScriptedIdentity, scriptedSession } from "../../testing/scripted-agent";
import { send, type World, world } from "../../testing/world";

const HEAD = "a".repeat(64);
const lineage = { provenance_id: "p1", origin: "agent_generated", derived_from: [] };
const PAYLOADS: { readonly [method: string]: unknown } = {
  "steps/postCompact": {
    summary: { value: "s", provenance: lineage },
    entries_compacted: ["s1"],
    pre_compact_chain_hash: HEAD,
    post_compact_chain_hash: HEAD,
  },
  "steps/subagentStop": { subagent_session_id: randomUUID(), outcome: "completed" },
  "steps/skillUnload": { skill_id: "s", reason: "explicit_unload" },
  "steps/turnEnd": { turn_id: "t", outcome: "completed" },
  "steps/sessionEnd": { reason: "completed" },
};
const METHODS = Object.keys(PAYLOADS);
const offered = { methods_implemented: [...METHODS, "steps/turnStart"] };

let w: World;
let agent: ScriptedIdentity & { readonly key: string };

beforeAll(async () => {
  w = await world();
  agent = await w.agent();
});
afterAll(() => w.close());

describe("the hooks without DENY", () => {
  it("are all tried here", () => {
    const hooks = Object.keys(ACS_METHODS).filter((method) => method.startsWith("steps/"));
    expect(hooks.filter((method) => !permittedAt(method).includes("deny")).sort()).toEqual([...METHODS].sort());
  });

  it.each(METHODS)("%s after the session ended is allowed, signed, without an entry", async (method) => {
    const session = scriptedSession(agent);
    await send(w.guardian, session.hello(offered));
    await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
    const { entries, headHash } = await rowsOf(w, session);
    const answer = await send(w.guardian, session.message(method, PAYLOADS[method]));
    expect(answer).toMatchObject({ decision: "allow", codes: ["session_closed", "disposition_not_permitted"] });
    expect(String(answer.result.reasoning)).toContain("deny is not permitted");
    expect(answer.result.chain_hash).toBeUndefined();
    expect(session.verifies(answer.raw)).toBe(true);
    expect(await rowsOf(w, session)).toMatchObject({ entries, headHash, state: "closed" });
    const turn = session.message("steps/turnStart", { turn_id: "t", triggered_by: "user_message" });
    expect(await send(w.guardian, turn)).toMatchObject({ decision: "deny", codes: ["session_closed"] });
  });

  it.each(METHODS)("%s that names another agent is allowed without an entry", async (method) => {
    const session = scriptedSession(agent);
    await send(w.guardian, session.hello(offered));
    const step = session.message(method, PAYLOADS[method], { metadata: { agent_id: "agent-other" } });
    const answer = await send(w.guardian, step);
    expect(answer).toMatchObject({ decision: "allow", codes: ["agent_id_not_bound", "disposition_not_permitted"] });
    expect(answer.result.chain_hash).toBeUndefined();
    expect(session.verifies(answer.raw)).toBe(true);
  });
});
