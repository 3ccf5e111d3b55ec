/** What came in long ago stops counting, what came in lately counts, however many steps and processes lie between. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOf, PERMIT_ALL, verified } from "../testing/probes";
import { contextIn, everyHook, openSession, send, type World, world } from "../testing/world";

let w: World;
beforeAll(async () => {
  w = await world();
  await w.publish({
    ...bundleOf("aarm", [PERMIT_ALL]),
    paradigms: { consequential: ["tool:send_mail"], aarm: { look_back_steps: 20, on_taint: "deny" } },
  });
});
afterAll(() => w.close());

const traced = (value: string, origin: string) => ({
  value,
  provenance: { provenance_id: `p-${value}`, origin, ...(origin === "agent_generated" ? { derived_from: [] } : {}) },
});

describe("a long session", () => {
  it("is tainted by what it read within the look-back, in whichever process, and stays small", async () => {
    const session = await openSession(w.guardian, await w.agent(), { hello: everyHook() });
    const other = (await w.replica()).guardian;
    const step = (index: number) => (index % 2 === 0 ? w.guardian : other);
    const mail = (index: number) =>
      send(
        step(index),
        session.message("steps/toolCallRequest", {
          tool: { name: "send_mail" },
          arguments: { text: traced(`t${index}`, "user_input") },
        }),
      );
    const read = (index: number) =>
      send(
        step(index),
        session.message("steps/knowledgeRetrieval", {
          query: { value: "q" },
          results: [traced(`r${index}`, "external")],
        }),
      );
    expect((await mail(0)).decision).toBe("allow");
    await read(1);
    const tainted = await mail(2);
    expect([tainted.decision, tainted.codes[0]]).toEqual(["deny", "aarm_cumulative_taint"]);
    expect(tainted.result.cited_provenance_ids).toEqual(["p-r1"]);
    expect(tainted.result.policy_data).toHaveProperty("aarm");

    for (let index = 3; index < 40; index += 1) {
      const said = { content: [{ type: "text", value: "thinking" }] };
      await send(step(index), session.message("steps/agentResponse", said));
    }
    expect((await mail(40)).decision).toBe("allow");
    await read(41);
    expect((await mail(42)).decision).toBe("deny");
    const row = await w.container.store.session("default", session.sessionId.toLowerCase());
    expect(row?.session.context.length).toBeLessThan(4_000);
    expect((await contextIn(w.container, session)).summary.entry_count_by_origin).toMatchObject({ external: 2 });
    expect((await verified(w, session)).findings).toEqual([]);
  });
});
