/** The host client under public keys, over the Guardian's own listener: what it signs, and which answers it believes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PublicKeyAlgorithm } from "../core/signing/algorithms";
import { splitParts } from "../core/signing/parts";
import { type Listener, listen } from "../server/listener";
import { publishedKeys } from "../server/published-keys";
import { agentsSlowSigning, type SigningAgent, signingAgent } from "../testing/signing-agent";
import { type World, world } from "../testing/world";
import { createGuardianClient } from "./client";
import { orThrow } from "./failures";
import type { GuardianTrust } from "./guardian-trust";
import { createSigner } from "./signers";

let w: World;
let listener: Listener;
beforeAll(async () => {
  w = await world();
  listener = await listen({
    guardian: w.guardian,
    host: "127.0.0.1",
    port: 0,
    maxBytes: w.deps.limits.maxBytes,
    publishedKeys: () => publishedKeys(w.container.keyring),
  });
});
afterAll(async () => {
  await agentsSlowSigning.close();
  await listener.close();
  await w.close();
});

async function hostSigner({ algorithm, pair }: SigningAgent) {
  const halves = algorithm.includes("+") ? splitParts(pair.privateKey) : null;
  return halves === null
    ? createSigner({ algorithm, privateKey: pair.privateKey })
    : createSigner({ algorithm, privateKey: halves.pqc, classicalKey: halves.classical });
}

async function clientOf(agent: SigningAgent, guardianKeys: GuardianTrust) {
  const { agentId, keyId } = agent;
  return createGuardianClient({
    url: `${listener.url}/acs`,
    agentId,
    keyId,
    signer: await hostSigner(agent),
    guardianKeys,
  });
}

const published = (): GuardianTrust => ({ fetchFrom: `${listener.url}/.well-known/guardian-keys.json` });

describe("a client under a public key", () => {
  it.each<PublicKeyAlgorithm>([
    "ECDSA-P256",
    "RSA-PSS-SHA256",
    "ML-DSA-44",
    "ML-DSA-65",
    "ML-DSA-87",
    "SLH-DSA-128f",
    "ML-DSA-65+ECDSA-P256",
    "ML-DSA-65+RSA-PSS-SHA256",
  ])("of %s runs a session whose answers it checks with fetched keys", { timeout: 120_000 }, async (algorithm) => {
    const agent = await signingAgent(w, algorithm);
    const session = orThrow(await (await clientOf(agent, published())).open());
    const said = orThrow(await session.userMessage("hello"));
    expect(said.decision).toBe("allow");
    expect(await session.end()).toBe(true);
    const rows = await w.container.prisma.envelope.findMany({ where: { method: "steps/userMessage" } });
    const last = rows.find(({ response }) => response.includes(said.requestId));
    expect(JSON.parse(last?.response ?? "{}").result.signature.algorithm).toBe(algorithm);
  });

  it("believes keys that it was given", async () => {
    const agent = await signingAgent(w, "ECDSA-P256");
    const document = JSON.stringify(await publishedKeys(w.container.keyring));
    const session = orThrow(await (await clientOf(agent, { document })).open());
    expect(session.posture).toBe("deny");
    await session.end();
  });

  it("opens no session where another's keys are trusted, or none can be had", async () => {
    const agent = await signingAgent(w, "ECDSA-P256");
    const other = await world();
    const document = JSON.stringify(await publishedKeys(other.container.keyring));
    await other.close();
    for (const trust of [{ document }, { document: "{}" }, { fetchFrom: `${listener.url}/nowhere` }]) {
      const opened = await (await clientOf(agent, trust)).open();
      expect(opened).toMatchObject({ ok: false, failure: { reason: "signature_invalid" } });
    }
  });

  it("is not made without keys to check with, nor with both kinds of credentials", async () => {
    const agent = await signingAgent(w, "ECDSA-P256");
    const { agentId, keyId } = agent;
    const common = { url: `${listener.url}/acs`, agentId, keyId };
    const signer = await hostSigner(agent);
    const secret = new Uint8Array(32);
    expect(() => createGuardianClient(common)).toThrow(TypeError);
    expect(() => createGuardianClient({ ...common, signer })).toThrow(TypeError);
    expect(() => createGuardianClient({ ...common, signer, secret, guardianKeys: published() })).toThrow(TypeError);
  });

  it("denies here when its signer fails", async () => {
    const agent = await signingAgent(w, "ECDSA-P256");
    let works = true;
    const real = await hostSigner(agent);
    const signer = {
      ...real,
      sign: (data: Uint8Array) => (works ? real.sign(data) : Promise.reject(new Error("KMS"))),
    };
    const { agentId, keyId } = agent;
    const url = `${listener.url}/acs`;
    const client = createGuardianClient({ url, agentId, keyId, signer, guardianKeys: published() });
    const session = orThrow(await client.open());
    works = false;
    expect(await session.userMessage("hello")).toMatchObject({ ok: false, failure: { kind: "no_decision" } });
  });
});
