/** AgBOM and bans in the decision path: declared, changed under a session's feet, banned while it lives. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditActions, bundleOf, chainOf, PERMIT_ALL, sql, verified } from "../testing/probes";
import { type ScriptedSession, toolCall } from "../testing/scripted-agent";
import { approvalOf, contextIn, decide, everyHook, openSession, send, type World, world } from "../testing/world";

let w: World;
beforeAll(async () => {
  w = await world();
  await w.publish(bundleOf("all", [PERMIT_ALL]));
});
afterAll(() => w.close());

const tool = (name: string, capability = "mail.send") => ({
  id: `t-${name}`,
  type: "tool",
  name,
  version: "1.0.0",
  provider: "acme",
  tool_fields: { capability },
});
const open = async () => openSession(w.guardian, await w.agent(), { hello: everyHook() });
const call = (session: ScriptedSession, name: string) =>
  send(w.guardian, session.message("steps/toolCallRequest", toolCall(name, { to: "x" })));

describe("an AgBOM", () => {
  it("is chained, changes by diff, and what does not fit it is denied", async () => {
    const session = await open();
    const agbom = (method: string, payload: object) => send(w.guardian, session.message(method, payload));
    const first = await agbom("agbom/snapshot", { components: [tool("send_mail")] });
    expect([first.decision, first.codes]).toEqual(["allow", []]);
    const added = await agbom("agbom/changed", { added: [tool("read_mail")], reason: "hot swap" });
    expect(added.decision).toBe("allow");
    const wrong = await agbom("agbom/changed", { removed: ["t-nothing"] });
    expect([wrong.decision, wrong.codes]).toEqual(["deny", ["agbom_inconsistent"]]);
    expect((await contextIn(w.container, session)).agbom).toMatchObject({ components: 2 });
    const hashes = (await chainOf(w, session)).map((entry) => JSON.parse(entry.content).agbom_hash ?? null);
    expect(hashes.map((hash) => hash !== null)).toEqual([false, true, true, false]);
    expect(hashes[2]).toBe((await contextIn(w.container, session)).agbom?.hash);
  });

  it("whose tool changed asks at its next call, once, and reports what it does not declare", async () => {
    const person = await w.person();
    const session = await open();
    await send(w.guardian, session.message("agbom/snapshot", { components: [tool("send_mail")] }));
    expect((await call(session, "send_mail")).codes).toEqual([]);
    const swap = { changed: [tool("send_mail", "process.execute")], reason: "swap" };
    await send(w.guardian, session.message("agbom/changed", swap));
    const asked = await call(session, "send_mail");
    expect([asked.decision, asked.codes]).toEqual(["ask", ["component_definition_changed"]]);
    await decide(w.deps, person, approvalOf(asked).approval_id);
    expect((await call(session, "send_mail")).decision).toBe("allow");
    const again = session.message("steps/toolCallRequest", toolCall("send_mail", { to: "y" }));
    expect((await send(w.guardian, again)).decision).toBe("allow");
    const undeclared = await call(session, "other_tool");
    expect([undeclared.decision, undeclared.codes]).toEqual(["allow", ["component_undeclared"]]);
    expect(await auditActions(w, session)).toContain("component_undeclared");
  });
});

describe("a ban", () => {
  it("stops the next use in a session that is under way, declared or not", async () => {
    const session = await open();
    expect((await call(session, "shady_tool")).decision).toBe("allow");
    await sql(
      w,
      "INSERT INTO ban (id, tenant_id, type, name, reason) VALUES ('ban_1', 'default', 'tool', 'shady_tool', 'stolen')",
    );
    await sql(w, "UPDATE tenant SET policy_epoch = policy_epoch + 1");
    const denied = await call(session, "Shady_Tool");
    expect([denied.decision, denied.codes]).toEqual(["deny", ["component_banned"]]);
    const declared = session.message("agbom/snapshot", { components: [tool("shady_tool")] });
    expect((await send(w.guardian, declared)).codes).toEqual(["component_banned"]);
    expect((await contextIn(w.container, session)).agbom).toBeNull();
    await sql(w, "DELETE FROM ban");
    await sql(w, "UPDATE tenant SET policy_epoch = policy_epoch + 1");
    expect((await call(session, "shady_tool")).decision).toBe("allow");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("reaches the tools of a server that the agent takes out of its AgBOM, until another server holds them", async () => {
    const session = await open();
    const agbom = (method: string, payload: object) => send(w.guardian, session.message(method, payload));
    const server = (id: string, name: string) => ({
      id,
      type: "mcp_server",
      name,
      version: "1.0.0",
      provider: "acme",
      endpoint: `https://${name}.example/mcp`,
      mcp_server_fields: { tools: ["t-post_note"] },
    });
    await agbom("agbom/snapshot", { components: [tool("post_note"), server("s-1", "shady-server")] });
    expect((await call(session, "post_note")).decision).toBe("allow");
    await sql(
      w,
      "INSERT INTO ban (id, tenant_id, type, name, reason) VALUES ('ban_2', 'default', 'mcp_server', 'shady-server', 'stolen')",
    );
    await sql(w, "UPDATE tenant SET policy_epoch = policy_epoch + 1");
    expect((await call(session, "post_note")).codes).toEqual(["component_banned"]);
    expect((await agbom("agbom/changed", { removed: ["s-1"] })).decision).toBe("allow");
    expect((await call(session, "post_note")).codes).toEqual(["component_banned"]);
    expect((await agbom("agbom/changed", { removed: ["t-post_note"] })).decision).toBe("allow");
    const hidden = await call(session, "post_note");
    expect([hidden.decision, hidden.codes]).toEqual(["deny", ["component_banned", "component_undeclared"]]);
    const swap = { added: [tool("post_note"), server("s-2", "good-server")], reason: "hot swap" };
    expect((await agbom("agbom/changed", swap)).decision).toBe("allow");
    expect((await call(session, "post_note")).decision).toBe("allow");
    await sql(w, "DELETE FROM ban");
    await sql(w, "UPDATE tenant SET policy_epoch = policy_epoch + 1");
  });
});
