/** What the console reads of a session's AgBOM and of bans, and the files made of it. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { banOf } from "../../core/admin/ban-input";
import { agbomFile, maskedComponents } from "../../core/agbom/export/formats";
import { bundleOf, PERMIT_ALL } from "../../testing/probes";
import { CORE_METHODS, type ScriptedSession, scriptedSession, toolCall } from "../../testing/scripted-agent";
import { send, type World, world } from "../../testing/world";
import { sessionAgbom } from "./agbom";
import { exportSource } from "./agbom-export";
import { banItem, banList } from "./bans";

let w: World;
let session: ScriptedSession;
let key: string;
const TENANT = "default";
const tool = (id: string, members: object = {}) => ({
  id,
  type: "tool",
  name: id,
  version: "1.0.0",
  provider: "acme",
  tool_fields: { capability: "x" },
  ...members,
});
const say = (method: string, payload: unknown) => send(w.guardian, session.message(method, payload));

beforeAll(async () => {
  w = await world();
  await w.publish(bundleOf("all", [PERMIT_ALL]));
  session = scriptedSession(await w.agent(), randomUUID());
  await send(w.guardian, session.hello({ methods_implemented: [...CORE_METHODS, "agbom/snapshot", "agbom/changed"] }));
  await say("steps/sessionStart", {});
  key = (await w.container.prisma.session.findFirstOrThrow({ where: { sessionId: session.sessionId } })).key;
});
afterAll(() => w.close());

const ban = (terms: object) =>
  banOf("b1", {
    type: null,
    name: null,
    versionRange: null,
    provider: null,
    endpoint: null,
    digest: null,
    reason: "no",
    expiresAt: null,
    ...terms,
  });
const read = (bans: readonly ReturnType<typeof ban>[] = []) =>
  sessionAgbom(w.container.prisma, { tenantId: TENANT, key, bans, now: 0 });

describe("a session's AgBOM", () => {
  it("is not there before a snapshot; then what is in use is all undeclared", async () => {
    await say("steps/toolCallRequest", toolCall("early", { a: 1 }));
    expect(await read()).toMatchObject({ agbom: null, components: [], undeclared: [{ name: "early" }], changes: [] });
    expect(await exportSource(w.container.prisma, { tenantId: TENANT, key })).toBeNull();
    expect(await sessionAgbom(w.container.prisma, { tenantId: "other", key, bans: [], now: 0 })).toBeNull();
  });

  it("shows components with bans through their server, the graph, uses, and every change", async () => {
    const files = {
      id: "files",
      type: "mcp_server",
      name: "files",
      version: "1",
      endpoint: "https://u:CANARY-pw1234@files.example.test",
      mcp_server_fields: { tools: ["read"] },
    };
    await say("agbom/snapshot", { components: [tool("read"), files, tool("old")] });
    for (const a of [1, 2, 3]) await say("steps/toolCallRequest", toolCall("read", { a }));
    await say("agbom/changed", {
      removed: ["old"],
      changed: [tool("read", { api_key: "CANARY-7f3a9-secret" })],
      reason: "update",
    });
    const shown = await read([ban({ type: "mcp_server", name: "Files" })]);
    expect(shown?.counts).toEqual({ declared: 2, removed: 1, banned: 2, notChecked: 0, changed: 1, undeclared: 1 });
    expect(shown?.components.map(({ id, changed, removedSeq }) => [id, changed, removedSeq === null])).toEqual([
      ["files", false, true],
      ["read", true, true],
      ["old", false, false],
    ]);
    expect(shown?.components.find(({ id }) => id === "read")).toMatchObject({
      uses: 3,
      bans: [{ banId: "b1", notChecked: null }],
    });
    expect(shown?.graph.edges).toEqual([
      { from: null, to: "files", kind: "declares" },
      { from: "files", to: "read", kind: "exposes" },
    ]);
    expect(shown?.changes.map(({ kind, reason }) => [kind, reason])).toEqual([
      ["changed", "update"],
      ["snapshot", null],
    ]);
    expect(shown?.changes[0]?.diff).toMatchObject({
      removed: [{ id: "old" }],
      changed: [{ id: "read", members: [{ pointer: "/api_key" }] }],
    });
    expect(JSON.stringify(shown)).not.toContain("CANARY");
  });

  it("has the hash that the session's chain carries", async () => {
    const shown = await read();
    const row = await w.container.prisma.session.findUniqueOrThrow({ where: { key } });
    expect(JSON.parse(row.context).agbom).toEqual(shown?.agbom);
    const entry = await w.container.prisma.entry.findFirstOrThrow({
      where: { sessionKey: key, stepType: "agbom/changed" },
    });
    expect(JSON.parse(entry.content).agbom_hash).toBe(shown?.agbom?.hash);
  });

  it("goes out in every format, secrets masked unless asked for", async () => {
    const source = await exportSource(w.container.prisma, { tenantId: TENANT, key });
    if (source === null) throw new Error("no AgBOM");
    for (const format of ["canonical", "cyclonedx-1.6", "spdx-3.0", "swid"] as const) {
      expect(agbomFile(source, format).text).toContain("CANARY-7f3a9-secret");
      const masked = agbomFile({ ...source, components: maskedComponents(source.components) }, format);
      expect(masked.text).not.toContain("CANARY");
      expect(masked.name).toMatch(/^[A-Za-z0-9-]+\.[a-z.]+$/);
    }
  });
});

describe("the list of bans", () => {
  it("tells active, expired and revoked ones apart by the database clock, a page at a time", async () => {
    await w.container.pool.query(`INSERT INTO ban (id, tenant_id, name, reason, expires_at, revoked_at, created_at)
      SELECT 'b' || n, '${TENANT}', 'name ' || n, 'why', CASE WHEN n = 1 THEN clock_timestamp() END,
        CASE WHEN n = 2 THEN clock_timestamp() END, now() FROM generate_series(1, 60) n`);
    const first = await banList(w.container.prisma, TENANT, {});
    expect(first.counts).toEqual({ active: 58, expired: 1, revoked: 1 });
    const second = await banList(w.container.prisma, TENANT, { before: first.before ?? "" });
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(60);
    expect(second.before).toBeNull();
    expect((await banList(w.container.prisma, TENANT, { state: "expired" })).items.map(({ id }) => id)).toEqual(["b1"]);
    expect((await banList(w.container.prisma, TENANT, { text: "NAME 17" })).items.map(({ id }) => id)).toEqual(["b17"]);
    expect(await banItem(w.container.prisma, TENANT, "b2")).toMatchObject({
      state: "revoked",
      terms: { name: "name 2" },
    });
    expect(await banItem(w.container.prisma, "other", "b2")).toBeNull();
  });
});
