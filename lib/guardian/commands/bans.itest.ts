/** Bans from the console's word to the agent's next step, and the AgBOM that they are matched with. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commandDepsOf } from "../../server/commands";
import { bundleOf, PERMIT_ALL, verified } from "../../testing/probes";
import { CORE_METHODS, type ScriptedSession, scriptedSession, toolCall } from "../../testing/scripted-agent";
import { approvalOf, decide, send, type TestPerson, type World, world } from "../../testing/world";
import type { Actor, CommandDeps } from "./actor";
import { createBan, editBan, exportBans, importBans, previewBan, revokeBan } from "./bans";

const CALL = "steps/toolCallRequest";
let w: World;
let deps: CommandDeps;
let admin: Actor;
let person: TestPerson;
beforeAll(async () => {
  w = await world();
  deps = commandDepsOf(w.container);
  admin = await actor(["admin"]);
  person = await w.person();
  await w.publish(bundleOf("all", [PERMIT_ALL]));
});
beforeEach(() =>
  w.container.pool.query(
    "UPDATE ban SET revoked_at = clock_timestamp(); UPDATE tenant SET policy_epoch = policy_epoch + 1",
  ),
);
afterAll(() => w.close());

async function actor(roles: readonly string[]): Promise<Actor> {
  const { id, signInId } = await w.person({ roles });
  return { id, signInId, tenantId: "default" };
}

function value<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

const METHODS = [
  ...CORE_METHODS,
  "agbom/snapshot",
  "agbom/changed",
  "steps/skillRegister",
  "steps/skillLoad",
  "steps/knowledgeRetrieval",
];

async function opened(): Promise<ScriptedSession> {
  const session = scriptedSession(await w.agent(), randomUUID());
  const hello = await send(w.guardian, session.hello({ methods_implemented: METHODS }));
  expect(hello.result.methods_evaluated).toEqual(expect.arrayContaining(["agbom/snapshot", "agbom/changed"]));
  expect((await send(w.guardian, session.message("steps/sessionStart", {}))).decision).toBe("allow");
  return session;
}

const tool = (id: string, members: object = {}) => ({
  id,
  type: "tool",
  name: id,
  version: "1.0.0",
  provider: "acme",
  tool_fields: { capability: "x" },
  ...members,
});
const server = (id: string, tools: readonly string[], members: object = {}) => ({
  id,
  type: "mcp_server",
  name: id,
  version: "1.0.0",
  endpoint: `https://${id}.example.test/mcp`,
  mcp_server_fields: { tools },
  ...members,
});
const say = (session: ScriptedSession, method: string, payload: unknown, metadata?: Record<string, unknown>) =>
  send(w.guardian, session.message(method, payload, metadata ? { metadata } : {}));
const call = (session: ScriptedSession, name: string) => say(session, CALL, toolCall(name, { a: 1 }));
const ban = async (terms: object) => value(await createBan(deps, admin, { reason: "leaks data", ...terms })).id;
const keyOf = async (session: ScriptedSession) =>
  (await w.container.prisma.session.findFirstOrThrow({ where: { sessionId: session.sessionId } })).key;

describe("a ban made while a session lives", () => {
  it("had named that session in its preview, and stops the next use although nothing was declared", async () => {
    const session = await opened();
    expect((await call(session, "scraper")).decision).toBe("allow");
    const preview = value(await previewBan(deps, admin, { name: "Scraper", reason: "x" }));
    expect(preview.sessions.items.map((hit) => hit.sessionId)).toEqual([session.sessionId]);
    expect(preview.components.items).toEqual([
      expect.objectContaining({ type: "tool", name: "scraper", declared: false, used: true, sessions: 1 }),
    ]);
    const id = await ban({ name: "Scraper" });
    const denied = await call(session, "scraper");
    expect(denied).toMatchObject({ decision: "deny", codes: expect.arrayContaining(["component_banned"]) });
    expect(denied.result.reasoning).toContain(id);
    expect(denied.result.reasoning).toContain("leaks data");
    expect((await call(session, "reader")).decision).toBe("allow");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("reaches tools through the server that declares them, and is let go with its revocation", async () => {
    const session = await opened();
    await say(session, "agbom/snapshot", { components: [tool("fetch"), server("files", ["fetch"])] });
    expect((await call(session, "fetch")).decision).toBe("allow");
    const preview = value(await previewBan(deps, admin, { endpoint: "https://files.example.test", reason: "x" }));
    expect(preview.sessions.items).toEqual([
      expect.objectContaining({ sessionId: session.sessionId, declared: true, components: ["files"] }),
    ]);
    const id = await ban({ type: "mcp_server", endpoint: "https://files.example.test" });
    expect((await call(session, "fetch")).codes).toContain("component_banned");
    value(await revokeBan(deps, admin, { id, revision: 1 }));
    expect((await call(session, "fetch")).decision).toBe("allow");
  });

  it("names open approvals that it would end", async () => {
    const session = await opened();
    await say(session, "agbom/snapshot", { components: [tool("wire")] });
    await say(session, "agbom/changed", { changed: [tool("wire", { description: "other" })] });
    const { approval_id } = approvalOf(await call(session, "wire"));
    const preview = value(await previewBan(deps, admin, { name: "wire", reason: "x" }));
    expect(preview.approvals.items.map((hit) => hit.id)).toEqual([approval_id]);
    await ban({ name: "wire" });
    expect((await decide(w.deps, person, approval_id)).ok).toBe(true);
    expect((await call(session, "wire")).codes).toContain("component_banned");
  });

  it("judges a step again that was judged before it: nothing is allowed after the first denial", async () => {
    const session = await opened();
    await call(session, "quick");
    const before = await w.container.prisma.tenant.findUniqueOrThrow({ where: { id: "default" } });
    const steps = Array.from({ length: 12 }, () => call(session, "quick"));
    const [, ...answers] = await Promise.all([ban({ name: "quick" }), ...steps]);
    expect((await call(session, "quick")).codes).toContain("component_banned");
    const after = await w.container.prisma.tenant.findUniqueOrThrow({ where: { id: "default" } });
    expect(after.policyEpoch).toBe(before.policyEpoch + 1n);
    const entries = await w.container.prisma.entry.findMany({
      where: { sessionKey: await keyOf(session), stepType: CALL },
      orderBy: { seq: "asc" },
    });
    const decisions = entries.map(({ decision }) => decision);
    expect(decisions).toHaveLength(answers.length + 2);
    expect(decisions).toEqual([...decisions].sort());
    expect(decisions.at(-1)).toBe("deny");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("is over by the database's clock", async () => {
    const session = await opened();
    const id = await ban({ name: "brief", expiresAt: Date.now() + 3_600_000 });
    expect((await call(session, "brief")).codes).toContain("component_banned");
    await w.container.pool.query("UPDATE ban SET expires_at = clock_timestamp() WHERE id = $1", [id]);
    await w.container.pool.query("UPDATE tenant SET policy_epoch = policy_epoch + 1");
    expect((await call(session, "brief")).decision).toBe("allow");
    expect(await editBan(deps, admin, { id, revision: 1, terms: { name: "brief", reason: "x" } })).toMatchObject({
      ok: false,
      failure: { kind: "conflict" },
    });
    expect(await createBan(deps, admin, { name: "brief", reason: "x", expiresAt: Date.now() - 60_000 })).toMatchObject({
      ok: false,
      failure: { field: "expiresAt" },
    });
  });
});

describe("the AgBOM of a session", () => {
  it("refuses a snapshot with a component that is banned by package URL, wherever its version stands", async () => {
    await ban({ name: "pkg:npm/left-widget@2.8.1" });
    const session = await opened();
    const widget = tool("t1", { name: "left-widget", version: "2.8.1", provider: "npm" });
    expect((await say(session, "agbom/snapshot", { components: [widget] })).codes).toContain("component_banned");
    const unknown = tool("t1", { name: "left-widget", version: "2.8.1", provider: "someone" });
    const answer = await say(session, "agbom/snapshot", { components: [unknown] });
    expect(answer).toMatchObject({ decision: "allow", codes: ["component_not_checked"] });
    expect(answer.text).toContain("its package ecosystem is not known");
  });

  it("refuses the hot swap to a banned server, and keeps what was declared before", async () => {
    const session = await opened();
    await say(session, "agbom/snapshot", { components: [tool("read"), server("good", ["read"])] });
    await ban({ type: "mcp_server", name: "evil" });
    const swap = { removed: ["good"], added: [server("evil", ["read"])], reason: "hot_swap" };
    expect((await say(session, "agbom/changed", swap)).codes).toContain("component_banned");
    const rows = await w.container.prisma.agbomComponent.findMany({
      where: { sessionKey: await keyOf(session), removedSeq: null },
    });
    expect(rows.map((row) => row.componentId).sort()).toEqual(["good", "read"]);
    expect((await call(session, "read")).decision).toBe("allow");
  });

  it("tells of what is in use undeclared, and decides nothing by it", async () => {
    const session = await opened();
    await say(session, "agbom/snapshot", { components: [tool("known")] });
    expect(await call(session, "unknown")).toMatchObject({ decision: "allow", codes: ["component_undeclared"] });
    expect(await call(session, "known")).toMatchObject({ decision: "allow", codes: [] });
    const key = await keyOf(session);
    const uses = await w.container.prisma.componentUse.findMany({
      where: { sessionKey: key },
      orderBy: { firstSeq: "asc" },
    });
    expect(uses.map(({ name, declared }) => [name, declared])).toEqual([
      ["unknown", false],
      ["known", true],
    ]);
    expect(await w.container.prisma.audit.count({ where: { sessionKey: key, action: "component_undeclared" } })).toBe(
      1,
    );
  });

  it("asks at the next call of a tool whose definition changed, until somebody decides", async () => {
    const session = await opened();
    await say(session, "agbom/snapshot", { components: [tool("t-mail"), tool("other")] });
    expect((await call(session, "t-mail")).decision).toBe("allow");
    const changed = await say(session, "agbom/changed", {
      changed: [tool("t-mail", { endpoint: "https://new.example.test" })],
      reason: "update",
    });
    expect(changed.decision).toBe("allow");
    const history = await w.container.prisma.agbomChange.findMany({
      where: { sessionKey: await keyOf(session) },
      orderBy: { seq: "desc" },
    });
    expect(JSON.parse(history[0]?.diff ?? "")).toMatchObject({
      changed: [{ id: "t-mail", members: [{ pointer: "/endpoint", after: "https://new.example.test" }] }],
    });
    const asked = await call(session, "t-mail");
    expect(asked).toMatchObject({ decision: "ask", codes: expect.arrayContaining(["component_definition_changed"]) });
    expect((await call(session, "other")).decision).toBe("allow");
    const { approval_id } = approvalOf(asked);
    await say(session, "agbom/changed", { changed: [tool("t-mail", { endpoint: "https://third.example.test" })] });
    expect((await decide(w.deps, person, approval_id)).ok).toBe(true);
    const again = await call(session, "t-mail");
    expect(again.decision).toBe("ask");
    expect((await decide(w.deps, person, approvalOf(again).approval_id)).ok).toBe(true);
    expect((await call(session, "t-mail")).decision).toBe("allow");
    expect((await say(session, CALL, toolCall("t-mail", { a: 2 }))).decision).toBe("allow");
    expect((await verified(w, session)).findings).toEqual([]);
  });

  it("refuses repeated ids and changes that do not fit", async () => {
    const session = await opened();
    expect((await say(session, "agbom/snapshot", { components: [tool("a"), tool("a")] })).codes).toContain(
      "agbom_inconsistent",
    );
    await say(session, "agbom/snapshot", { components: [tool("a")] });
    expect((await say(session, "agbom/changed", { removed: ["b"] })).codes).toContain("agbom_inconsistent");
  });

  it("takes hostile ids and names as they are", async () => {
    const session = await opened();
    const ids = [
      "__proto__",
      "constructor",
      "a\u0000b",
      "\u{1F480}".repeat(500),
      "tool_read file/α@1",
      "'; DROP TABLE ban; --",
    ];
    expect((await say(session, "agbom/snapshot", { components: ids.map((id) => tool(id)) })).decision).toBe("allow");
    expect(
      (await say(session, "agbom/changed", { changed: [tool("a\u0000b", { version: "2" })], removed: ["__proto__"] }))
        .decision,
    ).toBe("allow");
    for (const id of ids.slice(1)) expect((await call(session, id)).codes).not.toContain("component_undeclared");
    expect((await call(session, "__proto__")).codes).toContain("component_undeclared");
    expect((await verified(w, session)).findings).toEqual([]);
  });
});

describe("the list of bans", () => {
  it("is changed by admins alone, each change audited", async () => {
    for (const roles of [["approver"], ["analyst"], []]) {
      const nobody = await actor(roles);
      expect(await createBan(deps, nobody, { name: "x", reason: "y" })).toMatchObject({
        failure: { kind: "forbidden" },
      });
      expect(await previewBan(deps, nobody, { name: "x", reason: "y" })).toMatchObject({
        failure: { kind: "forbidden" },
      });
    }
    const id = await ban({ name: "audited" });
    value(
      await editBan(deps, admin, { id, revision: 1, terms: { name: "audited", versionRange: "<2", reason: "less" } }),
    );
    expect(await editBan(deps, admin, { id, revision: 1, terms: { name: "audited", reason: "z" } })).toMatchObject({
      failure: { kind: "conflict" },
    });
    value(await revokeBan(deps, admin, { id, revision: 2 }));
    expect(await revokeBan(deps, admin, { id, revision: 3 })).toMatchObject({ failure: { kind: "conflict" } });
    const trail = await w.container.prisma.audit.findMany({ where: { subject: `ban:${id}` }, orderBy: { id: "asc" } });
    expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["ban.created", admin.id],
      ["ban.changed", admin.id],
      ["ban.revoked", admin.id],
    ]);
  });

  it("goes out as a file and comes in again, once", async () => {
    await ban({ type: "tool", name: "exported", versionRange: ">=1" });
    await ban({ digest: `sha256:${"ab".repeat(32)}` });
    const { text } = value(await exportBans(deps, admin));
    expect(value(await importBans(deps, admin, text))).toEqual({ created: 0, known: 2, over: 0 });
    await w.container.pool.query("UPDATE ban SET revoked_at = clock_timestamp()");
    expect(value(await importBans(deps, admin, text))).toEqual({ created: 2, known: 0, over: 0 });
    expect((await call(await opened(), "exported")).codes).toContain("component_not_checked");
    expect(await importBans(deps, admin, "{")).toMatchObject({ failure: { kind: "invalid", field: "file" } });
  });
});
