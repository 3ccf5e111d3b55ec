/** Agents with keys of any algorithm, and raw messages signed by them: for tests of everything but HMAC. */
import { randomUUID } from "node:crypto";
import { toBase64 } from "../core/encoding";
import { isJsonObject, type JsonObject } from "../core/json/value";
import { type PublicKeyAlgorithm, SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from "../core/signing/algorithms";
import type { VerifyingKey } from "../core/signing/registry";
import type { Signer } from "../core/signing/scheme";
import { readSignature, signedBytes, verifyMessage, withSignature } from "../core/wire/signature";
import { nodeCrypto } from "../server/crypto-node";
import { generatePair, type KeyPair, signerOf } from "../server/signing/private-keys";
import { SlowSigning } from "../server/signing/slow-signing";
import { type MessageOverrides, type ScriptedSession, scriptedSession } from "./scripted-agent";
import type { AgentOptions, World } from "./world";

/** Of the agents of one test process: their SLH-DSA signing blocks nothing either. */
export const agentsSlowSigning = new SlowSigning();

export interface SigningAgent {
  /** The agent's row. */
  readonly key: string;
  readonly agentId: string;
  readonly keyId: string;
  readonly algorithm: PublicKeyAlgorithm;
  readonly pair: KeyPair;
  readonly signer: Signer;
}

export const freshPair = (algorithm: PublicKeyAlgorithm): Promise<KeyPair> =>
  generatePair(algorithm, agentsSlowSigning);

export const signerFor = (algorithm: PublicKeyAlgorithm, pair: KeyPair): Signer =>
  signerOf(algorithm, pair.privateKey, agentsSlowSigning);

/** An agent that may use every algorithm and has one key, of this one. */
export async function signingAgent(
  w: World,
  algorithm: PublicKeyAlgorithm,
  options: AgentOptions = {},
): Promise<SigningAgent> {
  const { key, agentId, keyId: secretKeyId } = await w.agent(options);
  const { prisma } = w.container;
  await prisma.agentKey.delete({ where: { keyId: secretKeyId } });
  await prisma.agent.update({ where: { key }, data: { allowedAlgorithms: [...SIGNATURE_ALGORITHMS] } });
  const pair = await freshPair(algorithm);
  const keyId = `k_${randomUUID().slice(0, 8)}`;
  const publicKey = toBase64(pair.publicKey);
  await prisma.agentKey.create({ data: { keyId, tenantId: "default", agentKey: key, algorithm, publicKey } });
  return { key, agentId, keyId, algorithm, pair, signer: signerFor(algorithm, pair) };
}

export interface SigningSession {
  readonly sessionId: string;
  readonly raw: ScriptedSession;
  message(method: string, payload: unknown, overrides?: MessageOverrides): Promise<JsonObject>;
  hello(): Promise<JsonObject>;
  /** True when a published Guardian key of the session's own algorithm signed the answer. */
  verifies(answer: JsonObject): boolean;
}

type Named = Pick<SigningAgent, "agentId" | "keyId" | "signer"> & { readonly algorithm: SignatureAlgorithm };

export function signingSession(w: World, agent: Named, sessionId: string = randomUUID()): SigningSession {
  // the secret of this one is never used: its messages are signed below
  const raw = scriptedSession({ ...agent, secret: new Uint8Array(32), crypto: nodeCrypto }, sessionId);
  const sign = (envelope: JsonObject) => signedBy(envelope, agent);
  return {
    sessionId,
    raw,
    message: (method, payload, overrides) => sign(raw.unsigned(method, payload, overrides)),
    hello: () => {
      const { params, ...rest } = raw.hello();
      if (!isJsonObject(params)) throw new Error("a hello has params");
      const { signature, ...unsigned } = params;
      return sign({ ...rest, params: unsigned });
    },
    verifies: (answer) => {
      const at = "error" in answer ? "error" : "result";
      const signature = readSignature(answer, at);
      if (!signature.ok || signature.value.algorithm !== agent.algorithm) return false;
      const key = guardianKeys(w).get(signature.value.keyId);
      return key !== undefined && verifyMessage(nodeCrypto, answer, at, key).ok;
    },
  };
}

export async function signedBy(envelope: JsonObject, { algorithm, keyId, signer }: Named): Promise<JsonObject> {
  const value = await signer.sign(signedBytes(envelope, "params"));
  return withSignature(envelope, "params", { algorithm, keyId, value });
}

/** As published, by key_id. */
export const guardianKeys = (w: Pick<World, "container">): ReadonlyMap<string, VerifyingKey> =>
  new Map(
    w.container.keyring.published().map(({ key_id, algorithm, public_key }) => {
      const publicKey = new Uint8Array(Buffer.from(public_key, "base64"));
      return [key_id, { algorithm, publicKey }];
    }),
  );
