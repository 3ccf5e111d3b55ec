/** Sessions of every signature algorithm on a real database, from hello to evidence that others can check. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStored } from "../core/chain/links";
import { verifyPack } from "../core/evidence/verify";
import type { JsonObject } from "../core/json/value";
import { PUBLIC_KEY_ALGORITHMS, type PublicKeyAlgorithm, SIGNATURE_ALGORITHMS } from "../core/signing/algorithms";
import { joinParts, splitParts } from "../core/signing/parts";
import { readSignature, sessionKey, signEnvelope, withSignature } from "../core/wire/signature";
import { nodeCrypto } from "../server/crypto-node";
import { storedEvidence } from "../storage/reads/evidence";
import { messageBytes, toolCall } from "../testing/scripted-agent";
import {
  agentsSlowSigning,
  freshPair,
  guardianKeys,
  type SigningAgent,
  type SigningSession,
  signedBy,
  signerFor,
  signingAgent,
  signingSession,
} from "../testing/signing-agent";
import { trustedKeys } from "../testing/trusted-keys";
import { openSession, send, type World, world } from "../testing/world";
import { evidencePack } from "./queries/evidence-pack";

const CALL = "steps/toolCallRequest";
const LOOKUP = toolCall("lookup_account", { id: "c-7" });
const SLOW = { timeout: 180_000 };

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(async () => {
  await agentsSlowSigning.close();
  await w.close();
});

async function opened(agent: SigningAgent): Promise<SigningSession> {
  const session = signingSession(w, agent);
  const hello = await send(w.guardian, await session.hello());
  if (hello.result.negotiated_version !== "0.1.0") throw new Error(`hello was refused: ${hello.text}`);
  expect(session.verifies(hello.raw)).toBe(true);
  return session;
}

async function evidenceOf(session: SigningSession): Promise<JsonObject> {
  const { prisma, keyring, clock } = w.container;
  const row = await prisma.session.findFirstOrThrow({ where: { sessionId: session.sessionId } });
  const stored = await storedEvidence(prisma, { tenantId: "default", key: row.key, exact: true });
  const pack = stored && readStored(evidencePack(keyring, stored, clock.now()));
  if (!pack) throw new Error("no evidence");
  return pack;
}

function judged(pack: JsonObject, agent: SigningAgent, publicKey = agent.pair.publicKey) {
  return verifyPack(nodeCrypto, pack, {
    guardianKeys: trustedKeys(w.container.keyring.published()),
    messageKeys: {
      agentKeys: new Map([[agent.keyId, { algorithm: agent.algorithm, publicKey }]]),
      guardianKeys: guardianKeys(w),
    },
  });
}

describe.each(PUBLIC_KEY_ALGORITHMS)("a session under %s", (algorithm) => {
  it("runs from hello to a decision, signed both ways, whose evidence verifies", SLOW, async () => {
    const agent = await signingAgent(w, algorithm);
    const session = await opened(agent);
    const answer = await send(w.guardian, await session.message(CALL, LOOKUP));
    expect(answer.decision).toBe("allow");
    expect(session.verifies(answer.raw)).toBe(true);
    const pack = await evidenceOf(session);
    const report = judged(pack, agent);
    expect(report).toMatchObject({ verdict: "verified", findings: [], counts: { validSignatures: 2 } });
    expect(report.notes.join(" ")).not.toContain("HMAC");
    expect(pack.agent_keys).toMatchObject([{ key_id: agent.keyId, algorithm }]);
    const stranger = judged(pack, agent, (await freshPair(algorithm)).publicKey);
    expect(stranger).toMatchObject({ verdict: "tampered", first: { kind: "signature_invalid", seq: 1 } });
  });
});

describe("the hello", () => {
  it("lists what the agent may use, and gives slow algorithms time", SLOW, async () => {
    const slow = signingSession(w, await signingAgent(w, "SLH-DSA-128f", { timeoutMs: 5_000 }));
    const { result } = await send(w.guardian, await slow.hello());
    expect(result.signature_algorithms_supported).toEqual([...SIGNATURE_ALGORITHMS]);
    expect(result.timeout_config).toMatchObject({ default_ms: 30_000 });
    const quick = signingSession(w, await signingAgent(w, "ECDSA-P256", { timeoutMs: 5_000 }));
    const other = await send(w.guardian, await quick.hello());
    expect(other.result.timeout_config).toMatchObject({ default_ms: 5_000 });
  });

  it("is refused under an algorithm that the agent may no longer use; open sessions go on", async () => {
    const agent = await signingAgent(w, "ECDSA-P256");
    const session = await opened(agent);
    await w.container.prisma.agent.update({ where: { key: agent.key }, data: { allowedAlgorithms: ["ML-DSA-65"] } });
    const next = signingSession(w, agent);
    const refused = await send(w.guardian, await next.hello());
    expect(refused).toMatchObject({ code: -32000, reason: "key_retired" });
    expect(next.verifies(refused.raw)).toBe(true);
    expect((await send(w.guardian, await session.message(CALL, LOOKUP))).decision).toBe("allow");
  });
});

describe("a signature by another algorithm than the key's", () => {
  const refused = { code: -32004, reason: "signature_invalid", decision: undefined };

  it("is refused as HMAC with the public key as its secret", async () => {
    const agent = await signingAgent(w, "ECDSA-P256");
    const session = await opened(agent);
    const unsigned = session.raw.unsigned(CALL, LOOKUP);
    const { publicKey } = agent.pair;
    const secrets = [publicKey, new TextEncoder().encode(Buffer.from(publicKey).toString("base64")), new Uint8Array()];
    for (const secret of secrets) {
      for (const key of [secret, sessionKey(nodeCrypto, secret, session.sessionId)]) {
        const forged = signEnvelope(nodeCrypto, unsigned, "params", key, agent.keyId);
        expect(await send(w.guardian, forged)).toMatchObject(refused);
      }
    }
  });

  it("is refused under a genuine key of that other algorithm", async () => {
    const agent = await signingAgent(w, "ECDSA-P256");
    const session = await opened(agent);
    for (const algorithm of ["ML-DSA-65", "RSA-PSS-SHA256", "ML-DSA-65+ECDSA-P256"] as const) {
      const signer = signerFor(algorithm, await freshPair(algorithm));
      const forged = await signedBy(session.raw.unsigned(CALL, LOOKUP), { ...agent, algorithm, signer });
      expect(await send(w.guardian, forged)).toMatchObject(refused);
    }
  });

  it("is refused where it only says so", async () => {
    const agent = await signingAgent(w, "ML-DSA-65");
    const session = await opened(agent);
    const genuine = await session.message(CALL, LOOKUP);
    const read = readSignature(genuine, "params");
    if (!read.ok) throw new Error("unsigned");
    for (const algorithm of SIGNATURE_ALGORITHMS.filter((name) => name !== "ML-DSA-65" && name !== "HMAC-SHA256")) {
      const renamed = withSignature(genuine, "params", { ...read.value, algorithm });
      expect(await send(w.guardian, renamed)).toMatchObject(refused);
    }
    expect((await send(w.guardian, genuine)).decision).toBe("allow");
  });

  it("is refused for an HMAC key too, whoever signed", async () => {
    const agent = await w.agent();
    const session = await openSession(w.guardian, agent);
    const signer = signerFor("ECDSA-P256", await freshPair("ECDSA-P256"));
    const forged = await signedBy(session.unsigned(CALL, LOOKUP), { ...agent, algorithm: "ECDSA-P256", signer });
    expect(await send(w.guardian, forged)).toMatchObject(refused);
  });

  it.each(["pqc", "classical"] as const)("is refused when the %s half of a hybrid is not the key's", async (half) => {
    const agent = await signingAgent(w, "ML-DSA-65+ECDSA-P256");
    const session = await opened(agent);
    const genuine = await session.message(CALL, LOOKUP);
    const stranger = signerFor(agent.algorithm, await freshPair(agent.algorithm));
    const other = await signedBy(genuine, { ...agent, signer: stranger });
    const [own, theirs] = [genuine, other].map((message) => {
      const read = readSignature(message, "params");
      return read.ok ? splitParts(read.value.value) : null;
    });
    if (!own || !theirs) throw new Error("no halves");
    const value = joinParts({ ...own, [half]: theirs[half] });
    const { algorithm, keyId } = agent;
    expect(await send(w.guardian, withSignature(genuine, "params", { algorithm, keyId, value }))).toMatchObject(
      refused,
    );
    expect((await send(w.guardian, genuine)).decision).toBe("allow");
  });
});

describe("one flipped bit", () => {
  it.each<PublicKeyAlgorithm>(["ECDSA-P256", "ML-DSA-65"])(
    "of a %s signature is refused, wherever it is",
    async (name) => {
      const agent = await signingAgent(w, name);
      const session = await opened(agent);
      const genuine = await session.message(CALL, LOOKUP);
      const read = readSignature(genuine, "params");
      if (!read.ok) throw new Error("unsigned");
      const { length } = read.value.value;
      for (const at of [0, 1, Math.floor(length / 3), Math.floor(length / 2), length - 2, length - 1]) {
        const value = Uint8Array.from(read.value.value, (byte, index) => (index === at ? byte ^ 4 : byte));
        const forged = withSignature(genuine, "params", { ...read.value, value });
        expect(await send(w.guardian, forged)).toMatchObject({ code: -32004, reason: "signature_invalid" });
      }
    },
  );
});

describe("a slow signature", () => {
  it(
    "that nobody made keeps no other session waiting, however often it is sent, alone or in a batch",
    SLOW,
    async () => {
      const agent = await signingAgent(w, "SLH-DSA-128f");
      const quick = await openSession(w.guardian, await w.agent());
      const raw = signingSession(w, agent).raw;
      const forged = () => {
        const value = new Uint8Array(17_088).fill(7);
        const { algorithm, keyId } = agent;
        return withSignature(raw.unsigned(CALL, LOOKUP), "params", { algorithm, keyId, value });
      };
      const order: string[] = [];
      const flood = Array.from({ length: 60 }, () =>
        send(w.guardian, forged()).then((answer) => {
          order.push("forged");
          return answer.code;
        }),
      );
      const batch = w.guardian.handle(messageBytes(Array.from({ length: 40 }, forged)));
      expect((await send(w.guardian, quick.message(CALL, LOOKUP))).decision).toBe("allow");
      order.push("genuine");
      expect(new Set(await Promise.all(flood))).toEqual(new Set([-32004]));
      expect(order.indexOf("genuine")).toBeLessThan(30);
      expect(JSON.parse(new TextDecoder().decode(await batch))).toHaveLength(40);
    },
  );

  it("keeps no other session waiting", SLOW, async () => {
    const slow = await opened(await signingAgent(w, "SLH-DSA-128s"));
    const quick = await openSession(w.guardian, await w.agent());
    const order: string[] = [];
    const pending = send(w.guardian, await slow.message(CALL, LOOKUP)).then((answer) => {
      order.push("slow");
      return answer;
    });
    for (let step = 0; step < 10; step += 1) {
      expect((await send(w.guardian, quick.message(CALL, LOOKUP))).decision).toBe("allow");
      order.push("quick");
    }
    expect(slow.verifies((await pending).raw)).toBe(true);
    expect(order).toEqual([...Array(10).fill("quick"), "slow"]);
  });
});

describe("the Guardian's own keys", () => {
  it("are made once for each algorithm, sealed, however many ask at once", async () => {
    const replica = await w.replica();
    const data = new Uint8Array(3);
    const rings = [w.container.keyring, replica.keyring];
    const made = await Promise.all(rings.flatMap((ring) => [0, 1].map(() => ring.signMessage("ML-DSA-87", data))));
    expect(new Set(made.map(({ keyId }) => keyId)).size).toBe(1);
    const rows = await w.container.prisma.guardianKey.findMany({ where: { algorithm: "ML-DSA-87" } });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.privateSealed).toMatch(/^v1\./);
  });

  it("are followed by new ones, and stay published with the time in which they held", async () => {
    const agent = await signingAgent(w, "ECDSA-P256");
    const session = await opened(agent);
    const before = await send(w.guardian, await session.message(CALL, LOOKUP));
    const next = await w.container.keyring.rotate("ECDSA-P256");
    const after = await send(w.guardian, await session.message(CALL, LOOKUP));
    expect(after.result.signature).toMatchObject({ key_id: next.key_id });
    expect([before, after].map(({ raw }) => session.verifies(raw))).toEqual([true, true]);
    const published = w.container.keyring.published().filter(({ algorithm }) => algorithm === "ECDSA-P256");
    expect(published.map(({ key_id, valid_to }) => [key_id === next.key_id, valid_to === null])).toEqual([
      [true, true],
      [false, false],
    ]);
    const replica = await w.replica();
    expect(replica.keyring.sign(new Uint8Array(1)).key_id).toBe(next.key_id);
  });

  it("do not sign before their time", async () => {
    const { keyring } = w.container;
    const now = await keyring.signMessage("ML-DSA-44", new Uint8Array(1));
    const later = await keyring.rotate("ML-DSA-44", 3_600);
    expect((await keyring.signMessage("ML-DSA-44", new Uint8Array(1))).keyId).toBe(now.keyId);
    expect(keyring.published().map(({ key_id }) => key_id)).toContain(later.key_id);
  });
});
