/** Public keys of agents on a real database, beside a Guardian that checks their messages. */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_AGENT_SETTINGS } from "../../core/admin/agent-settings";
import { toBase64 } from "../../core/encoding";
import type { PublicKeyAlgorithm } from "../../core/signing/algorithms";
import { splitParts } from "../../core/signing/parts";
import { commandDepsOf } from "../../server/commands";
import type { KeyPair } from "../../server/signing/private-keys";
import { toolCall } from "../../testing/scripted-agent";
import { agentsSlowSigning, freshPair, signerFor, signingSession } from "../../testing/signing-agent";
import { send, type World, world } from "../../testing/world";
import type { Actor, CommandDeps } from "./actor";
import { createAgentKey, retireAgentKey, revokeAgentKey, rotateAgentKey } from "./agent-keys";
import { registerPublicKey, rotatePublicKey } from "./agent-public-keys";
import { changeAgent, createAgent } from "./agents";

const CALL = "steps/toolCallRequest";
const LOOKUP = toolCall("lookup_account", { id: "c-7" });

let w: World;
let deps: CommandDeps;
let admin: Actor;
beforeAll(async () => {
  w = await world();
  deps = commandDepsOf(w.container);
  const { id, signInId } = await w.person({ roles: ["admin"] });
  admin = { id, signInId, tenantId: "default" };
});
afterAll(async () => {
  await agentsSlowSigning.close();
  await w.close();
});

function value<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

let count = 0;
async function made(allowedAlgorithms = DEFAULT_AGENT_SETTINGS.allowedAlgorithms) {
  count += 1;
  const agentId = `public-${count}`;
  const settings = { name: "Made here", ...DEFAULT_AGENT_SETTINGS, allowedAlgorithms };
  const { agentKey, keyId } = value(await createAgent(deps, admin, { agentId, settings }));
  return { agentId, agentKey, secretKeyId: keyId };
}

const texts = (algorithm: PublicKeyAlgorithm, { publicKey }: KeyPair) => {
  const halves = algorithm.includes("+") ? splitParts(publicKey) : null;
  if (halves === null) return { publicKey: toBase64(publicKey) };
  return { publicKey: toBase64(halves.pqc), classicalKey: toBase64(halves.classical) };
};

async function registered(algorithm: PublicKeyAlgorithm) {
  const agent = await made();
  const pair = await freshPair(algorithm);
  const input = { agentKey: agent.agentKey, algorithm, ...texts(algorithm, pair) };
  const key = value(await registerPublicKey(deps, admin, input));
  return { ...agent, ...key, signer: signerFor(algorithm, pair) };
}

describe("registering a public key", () => {
  it.each<PublicKeyAlgorithm>(["ECDSA-P256", "ML-DSA-65", "ML-DSA-65+ECDSA-P256"])(
    "of %s lets its holder open a session",
    async (algorithm) => {
      const agent = await registered(algorithm);
      const published = w.container.keyring.published().map((key) => key.algorithm);
      expect(published).toContain(algorithm);
      const session = signingSession(w, agent);
      expect((await send(w.guardian, await session.hello())).result.negotiated_version).toBe("0.1.0");
      const answer = await send(w.guardian, await session.message(CALL, LOOKUP));
      expect([answer.decision, session.verifies(answer.raw)]).toEqual(["allow", true]);
      const [audit] = await w.container.prisma.audit.findMany({ where: { subject: `agent_key:${agent.keyId}` } });
      expect(audit).toMatchObject({ action: "agent_key.created", actorId: admin.id });
      expect(JSON.parse(audit?.detail ?? "{}")).toMatchObject({ algorithm, fingerprint: agent.fingerprint });
    },
  );

  it("takes PEM of classical keys", async () => {
    const { agentKey } = await made();
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const publicKey = String(pair.publicKey.export({ format: "pem", type: "spki" }));
    expect((await registerPublicKey(deps, admin, { agentKey, algorithm: "ECDSA-P256", publicKey })).ok).toBe(true);
  });

  it("refuses an algorithm that the agent may not use, and nonsense, and keeps nothing of it", async () => {
    const { agentKey } = await made(["HMAC-SHA256", "ML-DSA-44"]);
    const publicKey = toBase64((await freshPair("ECDSA-P256")).publicKey);
    const tries = [
      [{ algorithm: "ECDSA-P256", publicKey }, "algorithm"],
      [{ algorithm: "HMAC-SHA256", publicKey }, "algorithm"],
      [{ algorithm: "none", publicKey }, "algorithm"],
      [{ algorithm: "ML-DSA-44", publicKey }, "publicKey"],
      [{ algorithm: "ML-DSA-44", publicKey: 7 }, "publicKey"],
      [{ algorithm: "ML-DSA-44", publicKey: "" }, "publicKey"],
    ] as const;
    for (const [input, field] of tries) {
      const refused = await registerPublicKey(deps, admin, { agentKey, ...input });
      expect(refused).toMatchObject({ ok: false, failure: { kind: "invalid", field } });
      expect(JSON.stringify(refused)).not.toContain(publicKey.slice(0, 40));
    }
    expect(await w.container.prisma.agentKey.count({ where: { agentKey } })).toBe(1);
  });

  it("needs both halves of a hybrid", async () => {
    const { agentKey } = await made();
    const algorithm = "ML-DSA-65+ECDSA-P256";
    const { publicKey } = texts(algorithm, await freshPair(algorithm));
    const refused = await registerPublicKey(deps, admin, { agentKey, algorithm, publicKey });
    expect(refused).toMatchObject({ ok: false, failure: { field: "classicalKey" } });
  });

  it("refuses a key that was ever registered, for whichever agent", async () => {
    const pair = await freshPair("ECDSA-P256");
    const [one, two] = [await made(), await made()];
    const input = { algorithm: "ECDSA-P256", publicKey: toBase64(pair.publicKey) };
    const { keyId } = value(await registerPublicKey(deps, admin, { ...input, agentKey: one.agentKey }));
    value(await revokeAgentKey(deps, admin, keyId));
    for (const { agentKey } of [one, two]) {
      const again = await registerPublicKey(deps, admin, { ...input, agentKey });
      expect(again).toMatchObject({ ok: false, failure: { kind: "conflict", field: "publicKey" } });
    }
  });

  it("is for admins", async () => {
    const { id, signInId } = await w.person({ roles: ["approver", "analyst"] });
    const { agentKey } = await made();
    const publicKey = toBase64((await freshPair("ECDSA-P256")).publicKey);
    const refused = await registerPublicKey(
      deps,
      { id, signInId, tenantId: "default" },
      { agentKey, algorithm: "ECDSA-P256", publicKey },
    );
    expect(refused).toMatchObject({ ok: false, failure: { kind: "forbidden" } });
  });
});

describe("an agent without HMAC", () => {
  it("gets no further secret, and its secret opens no session", async () => {
    const { agentKey, secretKeyId } = await made();
    const settings = { name: "Public only", ...DEFAULT_AGENT_SETTINGS, allowedAlgorithms: ["ML-DSA-65" as const] };
    value(await changeAgent(deps, admin, { agentKey, revision: 1, settings }));
    const refused = { ok: false, failure: { kind: "invalid", field: "algorithm" } };
    expect(await createAgentKey(deps, admin, agentKey)).toMatchObject(refused);
    expect(await rotateAgentKey(deps, admin, { keyId: secretKeyId, overlapS: 0 })).toMatchObject(refused);
  });
});

describe("rotating a public key", () => {
  it("opens sessions with the new one, lets old ones end under the old one", async () => {
    const old = await registered("ML-DSA-65");
    const session = signingSession(w, old);
    await send(w.guardian, await session.hello());
    const pair = await freshPair("ML-DSA-65");
    const input = { keyId: old.keyId, overlapS: 3600, ...texts("ML-DSA-65", pair) };
    const next = { ...old, ...value(await rotatePublicKey(deps, admin, input)), signer: signerFor("ML-DSA-65", pair) };
    expect(next.keyId).not.toBe(old.keyId);
    expect((await send(w.guardian, await session.message(CALL, LOOKUP))).decision).toBe("allow");
    // a second later no process believes the old row any more
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const late = await send(w.guardian, await signingSession(w, old).hello());
    expect(late).toMatchObject({ code: -32000, reason: "key_retired" });
    const fresh = signingSession(w, next);
    expect((await send(w.guardian, await fresh.hello())).result.negotiated_version).toBe("0.1.0");
    expect((await send(w.guardian, await session.message(CALL, LOOKUP))).decision).toBe("allow");
    await w.container.prisma.agentKey.update({
      where: { keyId: old.keyId },
      data: { overlapUntil: new Date(Date.now() - 1_000) },
    });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const over = await send(w.guardian, await session.message(CALL, LOOKUP));
    expect(over).toMatchObject({ code: -32004, reason: "signature_invalid" });
  });

  it("undoes the retirement when the new key is no key", async () => {
    const old = await registered("ECDSA-P256");
    const refused = await rotatePublicKey(deps, admin, { keyId: old.keyId, overlapS: 0, publicKey: "AAAA" });
    expect(refused).toMatchObject({ ok: false, failure: { field: "publicKey" } });
    expect(await w.container.prisma.agentKey.findUnique({ where: { keyId: old.keyId } })).toMatchObject({
      state: "active",
    });
    const asSecret = await rotateAgentKey(deps, admin, { keyId: old.keyId, overlapS: 0 });
    expect(asSecret).toMatchObject({ ok: false, failure: { field: "publicKey" } });
  });
});

describe("revoking a public key", () => {
  it("closes its sessions at once and refuses what it signs, without a restart", async () => {
    const agent = await registered("ECDSA-P256");
    const session = signingSession(w, agent);
    await send(w.guardian, await session.hello());
    expect((await send(w.guardian, await session.message(CALL, LOOKUP))).decision).toBe("allow");
    expect(value(await revokeAgentKey(deps, admin, agent.keyId))).toMatchObject({ closed: 1 });
    const answer = await send(w.guardian, await session.message(CALL, LOOKUP));
    expect(answer.decision).not.toBe("allow");
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const refused = await send(w.guardian, await session.message(CALL, LOOKUP));
    expect(refused).toMatchObject({ code: -32004, reason: "signature_invalid" });
    expect(await retireAgentKey(deps, admin, { keyId: agent.keyId, overlapS: 0 })).toMatchObject({ ok: false });
  });
});

describe("a stored key", () => {
  it("has exactly what its algorithm needs", async () => {
    const { agentKey } = await made();
    const rows = [
      { algorithm: "HMAC-SHA256", secretSealed: null, publicKey: null },
      { algorithm: "HMAC-SHA256", secretSealed: "v1.x", publicKey: "AAAA" },
      { algorithm: "ECDSA-P256", secretSealed: "v1.x", publicKey: "AAAA" },
      { algorithm: "ECDSA-P256", secretSealed: null, publicKey: null },
      { algorithm: "ED25519", secretSealed: null, publicKey: "AAAA" },
    ];
    for (const [index, row] of rows.entries()) {
      const data = { keyId: `bad-${index}`, tenantId: "default", agentKey, ...row };
      await expect(w.container.prisma.agentKey.create({ data })).rejects.toThrow();
    }
  });
});
