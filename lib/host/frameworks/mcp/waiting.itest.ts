/** The proxy while people decide, and when the Guardian is not there: nothing passes without its word. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { mcpConnection } from "../../../testing/mcp-connection";
import { type McpWorld, mcpWorld } from "../../../testing/mcp-world";
import { soon } from "../../../testing/soon";
import { decide } from "../../../testing/world";
import { GUARDIAN_SILENT } from "./denial";

let world: McpWorld;
beforeAll(async () => {
  world = await mcpWorld();
});
afterEach(() => world.closeConnections());
afterAll(() => world.close());

describe("a call that people decide", () => {
  /** Decides the one open item of a session. */
  const decideOpen = async (sessionId: string, verdict: "approve" | "deny") => {
    const session = await world.w.container.prisma.session.findFirstOrThrow({ where: { sessionId } });
    const find = () =>
      world.w.container.prisma.approval.findFirst({ where: { sessionKey: session.key, state: "pending" } });
    await soon(find).not.toBeNull();
    await decide(world.w.deps, world.person, (await find())?.id ?? "", { verdict });
  };

  it("waits, tells the client that it is alive, lets others pass, and runs when approved", async () => {
    const { client, call, runs, ...mcp } = await world.connect({ options: { aliveMs: 20 } });
    const alive: string[] = [];
    const waiting = client.callTool({ name: "refund", arguments: { amount: 840 } }, undefined, {
      onprogress: ({ message }) => void alive.push(message ?? ""),
    });
    await soon(() => alive.length).toBeGreaterThan(2);
    expect(alive[0]).toMatch(/^Waiting for a person to decide/);
    expect(await call("say", { words: "meanwhile" })).toEqual({ isError: false, text: "meanwhile" });
    expect(runs).toEqual([["say", "meanwhile"]]);
    await decideOpen(mcp.sessionId(), "approve");
    expect((await waiting).content).toEqual([{ type: "text", text: "refund 840" }]);
    expect(runs.at(-1)).toEqual(["refund", { amount: 840 }]);
  });

  it("is told as a denial when rejected", async () => {
    const { call, runs, ...mcp } = await world.connect();
    const waiting = call("refund", { amount: 840 });
    await decideOpen(mcp.sessionId(), "deny");
    expect(await waiting).toMatchObject({ isError: true, text: expect.stringContaining("not today") });
    expect(runs).toEqual([]);
  });

  it("that its client has given up is not run on approval, but when the client asks for it again", async () => {
    const { client, call, runs, ...mcp } = await world.connect();
    const abort = new AbortController();
    const refund = { name: "refund", arguments: { amount: 840 } };
    const waiting = client.callTool(refund, undefined, { signal: abort.signal });
    await soon(() => mcp.events.map(({ kind }) => kind)).toContain("waiting");
    abort.abort();
    await expect(waiting).rejects.toThrow();
    await soon(() => mcp.stopped()).toEqual(["client notifications/cancelled: dropped"]);
    await decideOpen(mcp.sessionId(), "approve");
    await soon(() => mcp.stopped()).toContain("client tools/call: dropped");
    expect(runs).toEqual([]);
    expect(await call("refund", { amount: 840 })).toEqual({ isError: false, text: "refund 840" });
    expect(runs).toEqual([["refund", { amount: 840 }]]);
  });

  it("is denied when nobody decides in time", async () => {
    const { call, runs } = await world.connect({ options: { waitMs: 50 } });
    expect(await call("refund", { amount: 840 })).toMatchObject({
      isError: true,
      text: "Blocked: Nobody decided in time. (approval_undecided)",
    });
    expect(runs).toEqual([]);
  });
});

describe("without a Guardian", () => {
  it("initialize is an error that says so, and the server is never started", async () => {
    const guardian = await world.guardian({ url: "http://127.0.0.1:9/acs" });
    let started = 0;
    const connection = await mcpConnection({
      guardian,
      server: {
        connect: async () => {
          started += 1;
        },
      },
    });
    await expect(connection.client.connect(connection.raw)).rejects.toMatchObject({ code: GUARDIAN_SILENT });
    expect(await connection.proxy.closed).toMatchObject({ told: false });
    expect(started).toBe(0);
  });

  it("that was there before, nothing passes any more, in either direction", async () => {
    let isDown = false;
    const flaky: typeof fetch = (...input) => (isDown ? Promise.reject(new TypeError("down")) : fetch(...input));
    const guardian = await world.guardian({ fetch: flaky });
    const { client, call, runs, server } = await world.connect({ guardian });
    isDown = true;
    expect(await call("say", { words: "hello" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Blocked: No decision from the Guardian/),
    });
    await expect(client.listResources()).rejects.toMatchObject({ code: GUARDIAN_SILENT });
    await expect(server.server.ping()).rejects.toMatchObject({ code: GUARDIAN_SILENT });
    expect(runs).toEqual([]);
  });
});
