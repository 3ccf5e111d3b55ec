/** Wrapped MCP (W§15): a tools/call is judged as the tool hook it stands for, and its answer closes it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditActions, chainOf } from "../testing/probes";
import type { ScriptedSession } from "../testing/scripted-agent";
import { approvalOf, decide, everyHook, openSession, send, type World, world } from "../testing/world";

let w: World;
beforeAll(async () => {
  w = await world();
  await w.person();
});
afterAll(() => w.close());

const CALL = "protocols/MCP/tools/call";
const PINNED = "wrapped:mcp-2025-06-18/tools/call";
const open = async (settings: Parameters<World["agent"]>[0] = {}) =>
  openSession(w.guardian, await w.agent(settings), {
    hello: everyHook(CALL, PINNED, "protocols/MCP/initialize", "protocols/MCP/sampling/createMessage"),
  });

const call = (id: number | string, name: string, args: object, method = "tools/call") => ({
  jsonrpc: "2.0",
  id,
  method,
  params: { name, arguments: args },
});
const answerTo = (id: number | string, text: string) => ({
  jsonrpc: "2.0",
  id,
  result: { content: [{ type: "text", text }] },
});
const at = (server: string) => ({ metadata: { mcp_server_id: server } });

describe("a wrapped tools/call", () => {
  it.each([CALL, PINNED])("under %s meets every rule on that tool", async (method) => {
    const session = await open();
    const small = await send(w.guardian, session.message(method, call(1, "refund_payment", { amount: 20 }), at("pay")));
    expect(small.decision).toBe("allow");
    const large = await send(
      w.guardian,
      session.message(method, call(2, "refund_payment", { amount: 840 }), at("pay")),
    );
    expect([large.decision, large.codes]).toEqual(["ask", ["refund_over_limit"]]);
    const shell = await send(w.guardian, session.message(method, call(3, "bash", { command: "rm -rf /" }), at("sh")));
    expect([shell.decision, shell.codes]).toEqual([
      "deny",
      expect.arrayContaining(["destructive_shell_command_blocked"]),
    ]);
  });

  it("is released once by a person, under a fresh id, and its answer closes it", async () => {
    const person = await w.person();
    const session = await open();
    const send1 = (id: number) =>
      send(w.guardian, session.message(CALL, call(id, "refund_payment", { amount: 840 }), at("pay")));
    const asked = await send1(1);
    await decide(w.deps, person, approvalOf(asked).approval_id);
    expect((await send1(2)).decision).toBe("allow");
    expect((await send1(3)).codes).toEqual(["approval_consumed"]);
    expect(await closes(session, 2, "elsewhere")).toEqual([null, ["executed_without_release"]]);
    expect((await closes(session, 2, "pay"))[0]).not.toBeNull();
    expect(await closes(session, 2, "pay")).toEqual([null, ["executed_without_release"]]);
    expect(await auditActions(w, session)).toContain("executed_without_release");
    const row = await w.container.prisma.approval.findUniqueOrThrow({ where: { id: approvalOf(asked).approval_id } });
    expect([row.tool, row.state, row.resultAt === null]).toEqual(["refund_payment", "consumed", false]);
  });

  it("may be edited by the approver, argument by argument", async () => {
    const person = await w.person();
    const session = await open();
    const message = () => session.message(CALL, call(1, "refund_payment", { amount: 840 }), at("pay"));
    const asked = await send(w.guardian, message());
    const decided = await decide(w.deps, person, approvalOf(asked).approval_id, { edits: { amount: 600 } });
    expect(decided.ok).toBe(true);
    const released = await send(w.guardian, message());
    expect([released.decision, released.result.modifications]).toEqual([
      "modify",
      { parameter_overrides: { amount: 600 } },
    ]);
  });

  it("without an id wants no answer, and two servers may use one id", async () => {
    const session = await open();
    for (const server of ["a", "b"]) {
      const message = session.message(CALL, call("7", "lookup_order", { id: 1 }), at(server));
      expect((await send(w.guardian, message)).decision).toBe("allow");
    }
    const first = await closes(session, "7", "b");
    const second = await closes(session, "7", "a");
    expect(new Set([first[0], second[0]]).size).toBe(2);
    expect([first[1], second[1]]).toEqual([[], []]);
    const { id: _id, ...notification } = call(0, "lookup_order", { id: 1 });
    expect((await send(w.guardian, session.message(CALL, notification, at("a")))).decision).toBe("allow");
  });
});

describe("other wrapped messages", () => {
  it("are recorded, request and answer; what a server asks of the model is not allowed by itself", async () => {
    const session = await open();
    const hello = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } };
    expect((await send(w.guardian, session.message("protocols/MCP/initialize", hello))).decision).toBe("allow");
    const back = { jsonrpc: "2.0", id: 1, result: { serverInfo: { name: "pay", version: "1" } } };
    const answered = await send(w.guardian, session.message("protocols/MCP/initialize", back));
    expect([answered.decision, answered.codes]).toEqual(["allow", []]);
    const sampling = { jsonrpc: "2.0", id: 2, method: "sampling/createMessage", params: { messages: [] } };
    const denied = await send(w.guardian, session.message("protocols/MCP/sampling/createMessage", sampling));
    expect([denied.decision, denied.codes]).toEqual(["deny", ["no_permit"]]);
    const types = (await chainOf(w, session)).map((entry) => entry.stepType);
    expect(types.filter((type) => type === "protocols/MCP/initialize")).toHaveLength(2);
  });
});

/** What an answer closes, and the codes that it got. */
async function closes(
  session: ScriptedSession,
  id: number | string,
  server: string,
): Promise<[string | null, readonly string[]]> {
  const answer = await send(w.guardian, session.message(CALL, answerTo(id, "done"), at(server)));
  const entry = (await chainOf(w, session)).at(-1);
  return [entry?.resultOf ?? null, answer.codes];
}
