/** The live feed over a real database: changes arrive by themselves, a reader who was away misses none, a token that ends ends it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_AGENT_SETTINGS } from "../core/admin/agent-settings";
import type { Actor } from "../guardian/commands/actor";
import { createAgent } from "../guardian/commands/agents";
import { disablePerson } from "../guardian/commands/people";
import { createServiceAccount } from "../guardian/commands/service-accounts";
import { type World, world } from "../testing/world";
import { commandDepsOf } from "./commands";
import { liveResponse } from "./live-response";
import { viewerOfBearerIn } from "./viewer";

let w: World;
let admin: Actor;
beforeAll(async () => {
  w = await world();
  admin = { ...(await w.person({ roles: ["admin"] })), tenantId: "default" };
});
afterAll(() => w.close());

let made = 0;
async function touchAgents(): Promise<void> {
  made += 1;
  const settings = { name: "Any", ...DEFAULT_AGENT_SETTINGS };
  await createAgent(commandDepsOf(w.container), admin, { agentId: `live-${made}`, settings });
}

async function service(roles: readonly string[]) {
  const created = await createServiceAccount(commandDepsOf(w.container), admin, { name: "Reader", roles, groups: [] });
  if (!created.ok) throw new Error("no service account");
  return created.value;
}

interface Frame {
  readonly event: string;
  readonly id: string;
  readonly data: { readonly topic?: string };
}

/** Opens the stream; `next` resolves with the next frame that `wanted` accepts, or null at the end. */
async function listen(token: string, after: string | null = null) {
  const authorization = `Bearer ${token}`;
  const viewer = await viewerOfBearerIn(w.container, authorization);
  if (!viewer) throw new Error("the token is nobody's");
  const abort = new AbortController();
  const request = new Request("http://localhost/api/events", { headers: { authorization }, signal: abort.signal });
  const response = await liveResponse(w.container, { viewer, after, request });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (wanted: (frame: Frame) => boolean): Promise<Frame | null> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const frame = parse(text.slice(0, end));
        text = text.slice(end + 2);
        if (frame && wanted(frame)) return frame;
        continue;
      }
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return null;
      text += chunk.value;
    }
  };
  return { next, response, stop: () => abort.abort() };
}

function parse(block: string): Frame | null {
  const member = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
  return member("event") === "" ? null : { event: member("event"), id: member("id"), data: JSON.parse(member("data")) };
}

const isReady = (frame: Frame) => frame.event === "ready";
const isAbout = (topic: string) => (frame: Frame) => frame.data.topic === topic;

describe("the live feed", () => {
  it("tells of a change by itself", async () => {
    const stream = await listen((await service(["analyst"])).token);
    expect(stream.response.headers.get("x-accel-buffering")).toBe("no");
    await stream.next(isReady);
    const heard = stream.next(isAbout("agents"));
    await touchAgents();
    expect(await heard).toMatchObject({ event: "change", data: { topic: "agents" } });
    stream.stop();
  });

  it("goes on where a reader left off: nothing that happened in between is lost", async () => {
    const { token } = await service(["analyst"]);
    const first = await listen(token);
    const left = (await first.next(isReady))?.id ?? "";
    first.stop();
    await touchAgents();
    await touchAgents();
    const second = await listen(token, left);
    expect(await second.next(isAbout("agents"))).toMatchObject({ event: "change" });
    second.stop();
  });

  it("orders a snapshot when the store's epoch is another one", async () => {
    const { token } = await service(["analyst"]);
    const first = await listen(token);
    const left = (await first.next(isReady))?.id ?? "";
    first.stop();
    const stream = await listen(token, left.replace(/^[^.]+/, "anotherstore"));
    expect(await stream.next(() => true)).toMatchObject({ event: "snapshot" });
    stream.stop();
  });

  it("ends by itself when the account is disabled", async () => {
    const account = await service(["analyst"]);
    const stream = await listen(account.token);
    await stream.next(isReady);
    const end = stream.next(() => false);
    await disablePerson(commandDepsOf(w.container), admin, account.personId);
    expect(await end).toBeNull();
  });

  it("stops when the reader goes", async () => {
    const stream = await listen((await service(["analyst"])).token);
    await stream.next(isReady);
    stream.stop();
    expect(await stream.next(() => false)).toBeNull();
  });
});
