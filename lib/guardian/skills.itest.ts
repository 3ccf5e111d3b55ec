/** Skills load only as an allowed registration named them, and a compaction answers for what it summarises. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../core/json/value";
import { auditActions, defaultAnd } from "../testing/probes";
import type { ScriptedSession } from "../testing/scripted-agent";
import { contextIn, everyHook, openSession, send, type World, world } from "../testing/world";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

const open = async () => openSession(w.guardian, await w.agent(), { hello: everyHook() });
const digest = (value: string) => ({ algorithm: "sha-256", value });

const register = (session: ScriptedSession, skill_id: string, value: string, composed: readonly string[] = []) =>
  send(
    w.guardian,
    session.message("steps/skillRegister", {
      skill_id,
      definition: { digest: digest(value) },
      declared_capabilities: ["filesystem.read"],
      composition: { composed_skills: composed },
    }),
  );

const load = (session: ScriptedSession, path: readonly string[], value: string) =>
  send(
    w.guardian,
    session.message("steps/skillLoad", {
      skill_id: path.at(-1) ?? "",
      digest: digest(value),
      load_trigger: path.length > 1 ? "skill_composition" : "user",
      load_path: path.map((skill_id) => ({ skill_id })),
    }),
  );

describe("a skill", () => {
  it("loads in any session of the tenant once a registration was allowed, by id, algorithm and value", async () => {
    await register(await open(), "pdf", "aa");
    const session = await open();
    expect((await load(session, ["pdf"], "aa")).decision).toBe("allow");
    const changed = await load(session, ["pdf"], "ab");
    expect([changed.decision, changed.codes]).toEqual(["deny", ["skill_unverifiable"]]);
    expect((await load(session, ["unregistered"], "aa")).codes).toEqual(["skill_unverifiable"]);
    expect((await contextIn(w.container, session)).skills).toMatchObject([{ skill_id: "pdf", value: "aa" }]);
    const unload = session.message("steps/skillUnload", { skill_id: "pdf", reason: "explicit_unload" });
    expect((await send(w.guardian, unload)).decision).toBe("allow");
    expect((await contextIn(w.container, session)).skills).toEqual([]);
  });

  it("is vouched for by an allowed registration alone", async () => {
    const forbidden = {
      id: "no-skills",
      text: 'forbid (principal, action == Action::"steps/skillRegister", resource) when { context.agent_id like "*" };',
    };
    await w.publish(defaultAnd("no skills", forbidden));
    const session = await open();
    expect((await register(session, "denied", "cc")).decision).toBe("deny");
    await w.publish(defaultAnd("skills again"));
    expect((await load(session, ["denied"], "cc")).codes).toEqual(["skill_unverifiable"]);
  });

  it("loads another one only where its registration composes it", async () => {
    const session = await open();
    await register(session, "report", "dd", ["chart"]);
    await register(session, "chart", "ee");
    await register(session, "mail", "ff");
    expect((await load(session, ["report", "chart"], "ee")).decision).toBe("allow");
    const outside = await load(session, ["report", "mail"], "ff");
    expect([outside.decision, outside.codes]).toEqual(["deny", ["skill_load_path_invalid"]]);
    // registering the same artifact again, with more that it may load, changes nothing
    await register(await open(), "report", "dd", ["chart", "mail"]);
    expect((await load(session, ["report", "mail"], "ff")).codes).toEqual(["skill_load_path_invalid"]);
  });

  it("may have any name that a text can hold", async () => {
    const session = await open();
    for (const name of [`a\u0000b`, `a\u24000b`, "s".repeat(9_000)]) {
      expect((await register(session, name, "1")).decision).toBe("allow");
      expect((await load(session, [name], "1")).decision).toBe("allow");
      expect((await load(session, [`${name}x`], "1")).codes).toEqual(["skill_unverifiable"]);
    }
  });
});

describe("a compaction", () => {
  const say = (session: ScriptedSession, id: string) =>
    session.message("steps/userMessage", {
      content: [{ type: "text", value: "hi", provenance: { provenance_id: id, origin: "user_input" } }],
    });
  const idOf = (message: JsonObject): string => String((message.params as JsonObject).request_id);

  const compact = (
    session: ScriptedSession,
    given: { steps: readonly string[]; from: readonly string[]; head: unknown },
  ) =>
    send(
      w.guardian,
      session.message("steps/postCompact", {
        summary: {
          value: "they said hi",
          provenance: {
            provenance_id: `sum-${given.from.join("-")}`,
            origin: "agent_generated",
            derived_from: given.from,
          },
        },
        entries_compacted: given.steps,
        pre_compact_chain_hash: given.head,
        post_compact_chain_hash: "0".repeat(64),
      }),
    );

  it("that accounts for its sources is recorded without a word", async () => {
    const session = await open();
    const said = [say(session, "m1"), say(session, "m2")];
    let last = await send(w.guardian, said[0] as JsonObject);
    last = await send(w.guardian, said[1] as JsonObject);
    const before = session.message("steps/preCompact", { entries_to_compact: said.map(idOf), triggered_by: "manual" });
    last = await send(w.guardian, before);
    expect([last.decision, last.codes]).toEqual(["allow", []]);
    const done = await compact(session, { steps: said.map(idOf), from: ["m1", "m2"], head: last.result.chain_hash });
    expect([done.decision, done.codes]).toEqual(["allow", []]);
    expect((await contextIn(w.container, session)).compactions).toBe(1);
  });

  it.each([
    ["leaves a source out", { from: ["m1"], steps: 2, head: true }],
    ["starts from a head that was never published", { from: ["m1", "m2"], steps: 2, head: false }],
    ["names a step of no entry", { from: ["m1", "m2"], steps: 3, head: true }],
  ])("that %s is recorded as a mismatch, never denied", async (_title, wrong) => {
    const session = await open();
    const said = [say(session, "m1"), say(session, "m2")];
    await send(w.guardian, said[0] as JsonObject);
    const last = await send(w.guardian, said[1] as JsonObject);
    const steps = [...said.map(idOf), "5c3f1b8e-9a0d-4c2e-8f4b-2d6a7e9c1b30"].slice(0, wrong.steps);
    const head = wrong.head ? last.result.chain_hash : "a".repeat(64);
    const done = await compact(session, { steps, from: wrong.from, head });
    expect([done.decision, done.codes]).toEqual(["allow", ["lineage_mismatch"]]);
    expect(await auditActions(w, session)).toContain("lineage_mismatch");
  });
});
