/** Records of a hosted session beside its steps, on a real database and with a real Guardian. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeCrypto } from "../../server/crypto-node";
import { type HostedOptions, hostedSession } from "../../testing/hosted-session";
import { openSession, send, type World, world } from "../../testing/world";
import { type ComparedHost, comparedHost } from "./compared-host";
import { enforcedRows, recordChainState, recordDetail, recordRows } from "./host-records";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

const keyOf = async (sessionId: string): Promise<string> =>
  (await w.container.prisma.session.findFirstOrThrow({ where: { sessionId } })).key;

const read = (key: string, tenantId = "default") => comparedHost(w.container.prisma, { tenantId, key });

async function hosted(options: HostedOptions = {}): Promise<ComparedHost & { readonly key: string }> {
  const say = async (message: Parameters<typeof send>[1]) => (await send(w.guardian, message)).raw;
  const key = await keyOf(await hostedSession(say, await w.agent(), options));
  const found = await read(key);
  if (found === null) throw new Error("the session is hosted");
  return { ...found, key };
}

describe("a hosted session", () => {
  it("is told with its host, its records and those that stand beside the chain", async () => {
    const { session, key } = await hosted();
    expect(session).toMatchObject({
      host: { framework: "langgraph", mode: "enforce", resolver: true },
      records: 10,
      gaps: [],
      disagreements: 0,
      unenforced: 0,
      beside: [
        [2, 3],
        [2, 4],
        [4, 7],
      ],
    });
    expect(await recordChainState(w.container.prisma, nodeCrypto, key)).toBe("whole");
  });

  it("says of each step what was enforced", async () => {
    const found = await hosted();
    const rows = enforcedRows(found, [1, 2, 3, 4, 5, 6, 7, 8]);
    expect(rows.map(({ entry, record }) => [entry, record?.point, record?.decision])).toEqual([
      [1, "agent_startup", "allow"],
      [2, "input", "allow"],
      [3, "pre_tool_call", "allow"],
      [4, "post_tool_call", "allow"],
      [5, "pre_tool_call", "deny"],
      [6, "output", "transform"],
      [7, "agent_shutdown", "allow"],
    ]);
  });

  it("flags the record that lets through what was denied", async () => {
    const { session, ...found } = await hosted({ lies: true });
    expect(session.disagreements).toBe(1);
    expect(enforcedRows({ session, ...found }, [5])[0]?.flags).toEqual(["permitted_though_denied"]);
  });

  it("never calls enforced what was only evaluated", async () => {
    const { session, rows } = await hosted({ mode: "evaluate_only" });
    expect(session).toMatchObject({ host: { mode: "evaluate_only" }, unenforced: 10, disagreements: 0 });
    expect([...rows.values()].every(({ flags }) => flags.includes("evaluate_only"))).toBe(true);
  });

  it("gives rows at the host's own times, and one record in full", async () => {
    const found = await hosted();
    const { prisma } = w.container;
    const rows = await recordRows(prisma, found, { key: found.key, seqs: [3, 7, 99] });
    expect(rows.map(({ seq, point }) => [seq, point])).toEqual([
      [3, "pre_model_call"],
      [7, "pre_model_call"],
    ]);
    const detail = await recordDetail(prisma, found, { key: found.key, seq: 7 });
    expect(detail?.content).toContain("private_key_in_prompt");
    expect(detail?.previousHash).toMatch(/^[0-9a-f]{64}$/);
    expect(await recordDetail(prisma, found, { key: found.key, seq: 99 })).toBeNull();
  });

  it("notices that a stored record was altered although the head stayed", async () => {
    const { key } = await hosted();
    await w.container.pool.query(
      "UPDATE host_record SET content = replace(content, 'deny', 'allow') WHERE session_key = $1",
      [key],
    );
    expect(await recordChainState(w.container.prisma, nodeCrypto, key)).toBe("broken");
  });
});

describe("any other session", () => {
  it("has nothing to tell, and neither has one of another tenant", async () => {
    const session = await openSession(w.guardian, await w.agent());
    expect(await read(await keyOf(session.sessionId))).toBeNull();
    const { key } = await hosted();
    expect(await read(key, "other")).toBeNull();
  });
});
