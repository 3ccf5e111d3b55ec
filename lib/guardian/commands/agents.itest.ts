/** Agents and their keys on a real database, beside a Guardian that judges their messages. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_AGENT_SETTINGS } from "../../core/admin/agent-settings";
import { verifyChain } from "../../core/chain/verify";
import { fromBase64Strict } from "../../core/encoding";
import { commandDepsOf } from "../../server/commands";
import { nodeCrypto } from "../../server/crypto-node";
import { scriptedSession, toolCall } from "../../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type World, world } from "../../testing/world";
import type { Actor, CommandDeps } from "./actor";
import { createAgentKey, type NewKey, retireAgentKey, revokeAgentKey, rotateAgentKey } from "./agent-keys";
import { changeAgent, createAgent, disableAgent, enableAgent } from "./agents";

let w: World;
let deps: CommandDeps;
let admin: Actor;
beforeAll(async () => {
  w = await world();
  deps = commandDepsOf(w.container);
  admin = await actor(["admin"]);
});
afterAll(() => w.close());

const CALL = "steps/toolCallRequest";
const refund = (amount: number) => toolCall("refund_payment", { customer: "cust_1042", amount, currency: "EUR" });

async function actor(roles: readonly string[]): Promise<Actor> {
  const { id, signInId } = await w.person({ roles });
  return { id, signInId, tenantId: "default" };
}

function value<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

let count = 0;
async function registered() {
  count += 1;
  const agentId = `made-${count}`;
  const created = value(
    await createAgent(deps, admin, { agentId, settings: { name: "Made here", ...DEFAULT_AGENT_SETTINGS } }),
  );
  return { key: created.agentKey, ...identity(agentId, created) };
}

function identity(agentId: string, key: NewKey) {
  const secret = fromBase64Strict(key.secret);
  if (secret === null) throw new Error("the secret is no base64");
  return { agentId, keyId: key.keyId, secret, crypto: nodeCrypto };
}

const trail = (action: string) => w.container.prisma.audit.findMany({ where: { action }, orderBy: { id: "desc" } });

describe("registering an agent", () => {
  it("gives a key that signs, whose secret is kept sealed and audited nowhere", async () => {
    const agent = await registered();
    const session = await openSession(w.guardian, agent);
    expect((await send(w.guardian, session.message(CALL, toolCall("lookup_account", { id: "c" })))).decision).toBe(
      "allow",
    );
    const stored = JSON.stringify([
      await w.container.prisma.agentKey.findUnique({ where: { keyId: agent.keyId } }),
      await w.container.prisma.audit.findMany({ select: { detail: true, subject: true } }),
    ]);
    expect(stored).not.toContain(Buffer.from(agent.secret).toString("base64"));
    expect(stored).not.toContain(Buffer.from(agent.secret).toString("hex"));
    expect(await trail("agent.created")).toContainEqual(
      expect.objectContaining({ actorKind: "person", actorId: admin.id, subject: `agent:${agent.key}` }),
    );
  });

  it("refuses an id that is taken, and leaves no trace of the try", async () => {
    const { agentId } = await registered();
    const before = (await trail("agent.created")).length;
    const again = await createAgent(deps, admin, { agentId, settings: { name: "Twin", ...DEFAULT_AGENT_SETTINGS } });
    expect(again).toMatchObject({ ok: false, failure: { kind: "conflict", field: "agentId" } });
    expect(await trail("agent.created")).toHaveLength(before);
  });

  it("refuses everybody but admins, as the row says at that moment", async () => {
    const settings = { name: "Nope", ...DEFAULT_AGENT_SETTINGS };
    for (const roles of [["approver"], ["analyst"], ["approver", "analyst"], []]) {
      const refused = await createAgent(deps, await actor(roles), { agentId: "nope", settings });
      expect(refused).toMatchObject({ ok: false, failure: { kind: "forbidden" } });
    }
    const former = await actor(["admin"]);
    await w.container.prisma.person.update({ where: { id: former.id }, data: { roles: ["analyst"] } });
    expect(await createAgent(deps, former, { agentId: "nope", settings })).toMatchObject({
      failure: { kind: "forbidden" },
    });
    await w.container.prisma.signIn.update({ where: { id: admin.signInId ?? "" }, data: { endedAt: new Date() } });
    expect(await createAgent(deps, admin, { agentId: "nope", settings })).toMatchObject({
      failure: { kind: "signed_out" },
    });
    await w.container.prisma.signIn.update({ where: { id: admin.signInId ?? "" }, data: { endedAt: null } });
  });

  it("refuses an owner that does not exist", async () => {
    const settings = { name: "Owned", ...DEFAULT_AGENT_SETTINGS, ownerId: "psn_nobody" };
    const refused = await createAgent(deps, admin, { agentId: "owned", settings });
    expect(refused).toMatchObject({ ok: false, failure: { field: "ownerId" } });
  });
});

describe("changing an agent", () => {
  it("refuses a form that was drawn from an older state", async () => {
    const agent = await registered();
    const settings = { name: "Renamed", ...DEFAULT_AGENT_SETTINGS };
    expect((await changeAgent(deps, admin, { agentKey: agent.key, revision: 1, settings })).ok).toBe(true);
    const stale = await changeAgent(deps, admin, { agentKey: agent.key, revision: 1, settings });
    expect(stale).toMatchObject({ ok: false, failure: { kind: "conflict" } });
  });

  it("shuts a disabled agent out and lets it in again", async () => {
    const agent = await registered();
    const session = await openSession(w.guardian, agent);
    expect(value(await disableAgent(deps, admin, agent.key))).toEqual({ closed: 1, cancelled: 0 });
    const step = await send(w.guardian, session.message(CALL, toolCall("lookup_account", { id: "c" })));
    expect(step.decision).not.toBe("allow");
    const hello = await send(w.guardian, scriptedSession(agent).hello());
    expect(hello.result.negotiated_version).toBeUndefined();
    value(await enableAgent(deps, admin, agent.key));
    await openSession(w.guardian, agent);
  });
});

describe("revoking a key", () => {
  it("closes its sessions and cancels what is open or approved there, and nothing of other keys", async () => {
    const agent = await registered();
    const other = identity(agent.agentId, value(await createAgentKey(deps, admin, agent.key)));
    const mine = [await openSession(w.guardian, agent), await openSession(w.guardian, agent)];
    const theirs = await openSession(w.guardian, other);
    const asked = [];
    for (const session of [...mine, theirs])
      asked.push(approvalOf(await send(w.guardian, session.message(CALL, refund(840)))));
    const [pending = "", approved = "", untouched = ""] = asked.map((approval) => approval.approval_id);
    expect(await decide(w.deps, await w.person(), approved)).toMatchObject({ ok: true, value: { state: "approved" } });

    expect(value(await revokeAgentKey(deps, admin, agent.keyId))).toEqual({ closed: 2, cancelled: 2 });

    const rows = await w.container.prisma.approval.findMany({ where: { id: { in: [pending, approved, untouched] } } });
    const stateOf = (id: string) => rows.find((row) => row.id === id)?.state;
    expect([pending, approved, untouched].map(stateOf)).toEqual(["cancelled", "cancelled", "pending"]);
    for (const session of mine) {
      expect((await send(w.guardian, session.message(CALL, refund(840)))).decision).not.toBe("allow");
      expect(await closedBy(session.sessionId)).toEqual(["closed", "key_revoked"]);
    }
    expect(await closedBy(theirs.sessionId)).toEqual(["open", null]);
    expect(await decide(w.deps, await w.person(), pending)).toMatchObject({ ok: false });
  });

  it("writes an entry for each end, linked to the chain that was there", async () => {
    const agent = await registered();
    const session = await openSession(w.guardian, agent);
    const { approval_id } = approvalOf(await send(w.guardian, session.message(CALL, refund(900))));
    value(await revokeAgentKey(deps, admin, agent.keyId));
    const row = await w.container.prisma.session.findFirstOrThrow({ where: { sessionId: session.sessionId } });
    const entries = await w.container.prisma.entry.findMany({
      where: { sessionKey: row.key },
      orderBy: { seq: "asc" },
    });
    expect(entries.slice(-2).map((entry) => [entry.stepType, entry.approvalId])).toEqual([
      ["guardian/approval_resolution", approval_id],
      ["guardian/session_closed", null],
    ]);
    const chain = entries.map(({ seq, content }) => ({ seq, entry: content, request: null, response: null }));
    expect(verifyChain(nodeCrypto, chain, { count: row.headSeq, head: row.headHash }).findings).toEqual([]);
    expect([row.headSeq, row.headHash]).toEqual([entries.length, entries.at(-1)?.entryHash]);
    const events = await w.container.prisma.event.findMany({ where: { topic: `approval:${approval_id}` } });
    expect(events.length).toBeGreaterThan(1);
  });

  it("wins or loses against a decision at the same moment, and never does half", async () => {
    for (let round = 0; round < 8; round += 1) {
      const agent = await registered();
      const session = await openSession(w.guardian, agent);
      const { approval_id } = approvalOf(await send(w.guardian, session.message(CALL, refund(700 + round))));
      const person = await w.person();
      const [revoked] = await Promise.all([
        revokeAgentKey(deps, admin, agent.keyId),
        decide(w.deps, person, approval_id),
      ]);
      expect(revoked).toMatchObject({ ok: true, value: { closed: 1, cancelled: 1 } });
      const row = await w.container.prisma.approval.findUniqueOrThrow({ where: { id: approval_id } });
      expect([row.state, ...(await closedBy(session.sessionId))]).toEqual(["cancelled", "closed", "key_revoked"]);
    }
  });

  it("is final", async () => {
    const agent = await registered();
    value(await revokeAgentKey(deps, admin, agent.keyId));
    expect(await revokeAgentKey(deps, admin, agent.keyId)).toMatchObject({ failure: { kind: "conflict" } });
    expect(await retireAgentKey(deps, admin, { keyId: agent.keyId, overlapS: 60 })).toMatchObject({ ok: false });
    expect(await revokeAgentKey(deps, admin, "key_none\u0000")).toMatchObject({ failure: { kind: "not_found" } });
  });
});

describe("retiring and rotating a key", () => {
  it("opens no session from then on, and carries the open ones through the overlap", async () => {
    const agent = await registered();
    const session = await openSession(w.guardian, agent);
    const next = identity(
      agent.agentId,
      value(await rotateAgentKey(deps, admin, { keyId: agent.keyId, overlapS: 3600 })),
    );
    expect((await send(w.guardian, session.message(CALL, toolCall("lookup_account", { id: "c" })))).decision).toBe(
      "allow",
    );
    expect((await send(w.guardian, scriptedSession(agent).hello())).result.negotiated_version).toBeUndefined();
    await openSession(w.guardian, next);
  });

  it("ends the open ones at once without an overlap", async () => {
    const agent = await registered();
    const session = await openSession(w.guardian, agent);
    value(await retireAgentKey(deps, admin, { keyId: agent.keyId, overlapS: 0 }));
    const step = await send(w.guardian, session.message(CALL, toolCall("lookup_account", { id: "c" })));
    expect(step.decision).not.toBe("allow");
  });

  it.each([-1, 1.5, Number.NaN, 604_801])("refuses an overlap of %d seconds and keeps the key", async (overlapS) => {
    const agent = await registered();
    expect(await rotateAgentKey(deps, admin, { keyId: agent.keyId, overlapS })).toMatchObject({
      failure: { field: "overlapS" },
    });
    const keys = await w.container.prisma.agentKey.findMany({ where: { agentKey: agent.key } });
    expect(keys.map((key) => key.state)).toEqual(["active"]);
  });
});

async function closedBy(sessionId: string) {
  const row = await w.container.prisma.session.findFirstOrThrow({ where: { sessionId } });
  return [row.state, row.closeReason];
}
