/** What one signature costs under each algorithm: made by the Guardian's signer, checked by the server's verifier. */
import { randomBytes } from "node:crypto";
import { PUBLIC_KEY_ALGORITHMS, type PublicKeyAlgorithm } from "../../core/signing/algorithms";
import { hmacSigner, verifyHmac } from "../../core/signing/hmac-sha256";
import { verifySignature } from "../../core/signing/registry";
import type { SignedData, Signer } from "../../core/signing/scheme";
import { nodeCrypto } from "../../server/crypto-node";
import { generatePair, signerOf } from "../../server/signing/private-keys";
import { SlowSigning } from "../../server/signing/slow-signing";
import type { CpuCost } from "./cpu";
import { timeAsyncCalls, timeCalls } from "./measure";

/** About the size of a refund request in canonical form. */
const MESSAGE_BYTES = 600;

/** Two rows for each algorithm, HMAC first. SLH-DSA signs in worker threads, so its cost is nobody else's wait. */
export async function signingCosts(ms: number): Promise<readonly CpuCost[]> {
  const data = new Uint8Array(randomBytes(MESSAGE_BYTES));
  const key = new Uint8Array(randomBytes(32));
  const slow = new SlowSigning();
  try {
    const hmac = {
      signer: hmacSigner(nodeCrypto, key),
      verify: (signed: SignedData) => verifyHmac(nodeCrypto, key, signed),
    };
    const costs = [...(await both(hmac, data, ms))];
    for (const algorithm of PUBLIC_KEY_ALGORITHMS) costs.push(...(await costsOf(algorithm, { data, slow, ms })));
    return costs;
  } finally {
    await slow.close();
  }
}

async function costsOf(
  algorithm: PublicKeyAlgorithm,
  { data, slow, ms }: { readonly data: Uint8Array; readonly slow: SlowSigning; readonly ms: number },
): Promise<readonly CpuCost[]> {
  const { publicKey, privateKey } = await generatePair(algorithm, slow);
  const verify = (signed: SignedData) => verifySignature(nodeCrypto, { algorithm, publicKey }, signed);
  return both({ signer: signerOf(algorithm, privateKey, slow), verify }, data, ms);
}

interface Pair {
  readonly signer: Signer;
  readonly verify: (signed: SignedData) => boolean;
}

async function both({ signer, verify }: Pair, data: Uint8Array, ms: number): Promise<readonly CpuCost[]> {
  const signature = await signer.sign(data);
  if (!verify({ data, signature })) throw new Error(`${signer.algorithm} does not verify its own signature`);
  const { algorithm } = signer;
  return [
    { what: `${algorithm}: sign ${data.length} bytes`, ...(await timeAsyncCalls(() => signer.sign(data), ms)) },
    { what: `${algorithm}: verify`, ...timeCalls(() => verify({ data, signature }), ms) },
  ];
}
