/** What a session has been through decides what it may do next: turns, Intent, subagents, provenance. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../core/json/value";
import { auditActions, chainOf, verified } from "../testing/probes";
import { type ScriptedSession, userMessage } from "../testing/scripted-agent";
import { contextIn, everyHook, openSession, send, type World, world } from "../testing/world";

const CALL = "steps/toolCallRequest";
let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

const open = async (start: Record<string, unknown> = {}, sessionId: string = randomUUID()) =>
  openSession(w.guardian, await w.agent(), { sessionId, hello: everyHook(), start });

const intent = (...tools: readonly string[]) => ({
  raw: "look things up",
  parsed: tools.map((tool) => ({ tool })),
  parser_provenance: { provenance_id: "pi", origin: "user_input" },
});

const entriesOf = async (session: ScriptedSession): Promise<JsonObject[]> =>
  (await chainOf(w, session)).map((entry) => JSON.parse(entry.content) as JsonObject);

describe("turns", () => {
  it("nest, and an outer one closes those inside it", async () => {
    const session = await open();
    const start = (turn_id: string, parent_turn_id?: string) =>
      send(
        w.guardian,
        session.message(
          "steps/turnStart",
          { turn_id, triggered_by: "agent_loop", ...(parent_turn_id ? { parent_turn_id } : {}) },
          { metadata: { turn_id } },
        ),
      );
    expect((await start("outer")).codes).toEqual([]);
    expect((await start("inner", "outer")).decision).toBe("allow");
    const again = await start("inner", "outer");
    expect([again.decision, again.codes]).toEqual(["deny", ["turn_already_open"]]);
    await send(w.guardian, session.message("steps/userMessage", userMessage("hi"), { metadata: { turn_id: "inner" } }));
    expect((await contextIn(w.container, session)).turns.map((turn) => turn.turn_id)).toEqual(["outer", "inner"]);

    const end = await send(
      w.guardian,
      session.message("steps/turnEnd", { turn_id: "outer", outcome: "completed" }, { metadata: { turn_id: "outer" } }),
    );
    expect([end.decision, end.codes]).toEqual(["allow", ["turn_unknown"]]);
    expect((await contextIn(w.container, session)).turns).toEqual([]);
    const entries = await entriesOf(session);
    expect(entries.map((entry) => entry.turn_id ?? null)).toEqual([null, "outer", "inner", "inner", "inner", "outer"]);
  });
});

describe("an Intent", () => {
  it("may be repeated, never changed, and the attempt is audited", async () => {
    const session = await open({ intent: intent("lookup_order") });
    const trigger = (more: object) =>
      send(w.guardian, session.message("steps/agentTrigger", { trigger_type: "system", ...more }));
    expect((await trigger({ intent: intent("lookup_order") })).decision).toBe("allow");
    const changed = await trigger({ intent: intent("lookup_order", "delete_order") });
    expect([changed.decision, changed.codes]).toEqual(["deny", ["intent_mismatch"]]);
    expect(changed.result.chain_hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await contextIn(w.container, session)).intent?.parsed).toEqual([{ tool: "lookup_order" }]);
    expect(await auditActions(w, session)).toContain("intent_mutation_rejected");
  });
});

describe("a subagent's session", () => {
  const spawn = async (given: Record<string, unknown>, parentIntent = intent("lookup_order", "read_file")) => {
    const parent = await open({ intent: parentIntent });
    const child = randomUUID();
    const answer = await send(
      w.guardian,
      parent.message("steps/subagentStart", {
        subagent_session_id: child.toUpperCase(),
        parent_session_id: parent.sessionId,
        parent_step_id: "s1",
        ...given,
      }),
    );
    return { parent, child, answer };
  };

  it("opens with the Intent that it has from its parent, and names it", async () => {
    const { parent, child, answer } = await spawn({ intent_derivation: "inherit_full" });
    expect(answer.decision).toBe("allow");
    const session = await open({}, child);
    expect((await contextIn(w.container, session)).intent?.parsed).toEqual([
      { tool: "lookup_order" },
      { tool: "read_file" },
    ]);
    const rows = await Promise.all(
      [parent.sessionId, child].map((id) => w.container.store.session("default", id.toLowerCase())),
    );
    expect(rows[1]?.session.parentKey).toBe(rows[0]?.session.key);
    expect((await contextIn(w.container, parent)).subagents).toMatchObject([{ session_id: child, state: "running" }]);
  });

  it("is not told of by a parent that may not start it: no link, and denied_at_spawn closes it", async () => {
    const { parent, child, answer } = await spawn({
      intent_derivation: "inherit_subset",
      subagent_intent: intent("delete_everything"),
    });
    expect([answer.decision, answer.codes]).toEqual(["deny", ["subagent_intent_exceeds_parent"]]);
    const stop = await send(
      w.guardian,
      parent.message("steps/subagentStop", { subagent_session_id: child, outcome: "denied_at_spawn" }),
    );
    expect(stop.decision).toBe("allow");
    const session = await open({}, child);
    const row = await w.container.store.session("default", session.sessionId.toLowerCase());
    expect(row?.session.parentKey).toBeNull();
    expect((await contextIn(w.container, parent)).subagents).toMatchObject([{ state: "denied" }]);
  });

  it("cannot widen what it derived", async () => {
    const { child } = await spawn({ intent_derivation: "derived_from_parent" });
    const agent = await w.agent();
    await expect(
      openSession(w.guardian, agent, {
        sessionId: child,
        hello: everyHook(),
        start: { intent: intent("delete_order") },
      }),
    ).rejects.toThrow(/subagent_intent_exceeds_parent/);
  });
});

const toolCallWith = (provenance: object) => ({
  tool: { name: "lookup_order" },
  arguments: { q: { value: "x", provenance } },
});

describe("the provenance summary", () => {
  it("grows over two processes, whatever is repeated or denied, and the chain verifies", async () => {
    const session = await open();
    const other = await w.replica();
    const say = (guardian: World["guardian"], id: string, origin: string, derived_from: readonly string[] = []) =>
      send(
        guardian,
        session.message(CALL, {
          tool: { name: "lookup_order" },
          arguments: { q: { value: "x", provenance: { provenance_id: id, origin, derived_from } } },
        }),
      );
    await say(w.guardian, "p1", "user_input");
    await say(other.guardian, "p2", "tool_output", ["p1"]);
    await say(w.guardian, "p3", "agent_generated", ["p2"]);
    await say(other.guardian, "p3", "agent_generated", ["p2"]);
    const entries = await entriesOf(session);
    const summaries = entries.flatMap((entry) =>
      entry.provenance_summary ? [entry.provenance_summary as JsonObject] : [],
    );
    expect(summaries.map((summary) => summary.entry_count)).toEqual([1, 2, 3, 3]);
    expect(summaries.at(-1)).toMatchObject({
      origins_seen: ["user_input", "tool_output", "agent_generated"],
      entry_count_by_origin: { user_input: 1, tool_output: 1, agent_generated: 1 },
      max_lineage_depth: 2,
    });
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("keeps the first meaning of an id, however hostile the id", async () => {
    const session = await open();
    const id = `\u0000\u2400${"x".repeat(5_000)}`;
    const say = (origin: string) =>
      send(w.guardian, session.message(CALL, toolCallWith({ provenance_id: id, origin })));
    expect((await say("external")).decision).toBe("allow");
    const relabelled = await say("user_input");
    expect(relabelled.result.chain_hash).toMatch(/^[0-9a-f]{64}$/);
    const summary = (await contextIn(w.container, session)).summary;
    expect(summary.entry_count_by_origin).toEqual({ external: 1 });
  });
});
