import { describe, expect, it } from "vitest";
import { nodeCrypto } from "../../server/crypto-node";
import { nobleCrypto } from "../crypto-noble";
import { fromBase64Strict, fromHex, toBase64 } from "../encoding";
import { utf8 } from "../json/canonical";
import { vectorsOf } from "../vectors/load";
import classical from "../vectors/signing-classical.json";
import hybrid from "../vectors/signing-hybrid.json";
import postQuantum from "../vectors/signing-post-quantum.json";
import { isHybrid, isPublicKeyAlgorithm, PUBLIC_KEY_ALGORITHMS, type PublicKeyAlgorithm } from "./algorithms";
import { ML_DSA } from "./ml-dsa";
import { joinParts, splitParts } from "./parts";
import { readPublicKey, SCHEMES, type VerifyingKey, verifySignature } from "./registry";
import { SLH_DSA } from "./slh-dsa";

interface Known {
  readonly id: string;
  readonly key: VerifyingKey;
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

const bytes = (text: string): Uint8Array => {
  const read = fromBase64Strict(text);
  if (read === null) throw new Error("a vector is not base64");
  return read;
};

const known: readonly Known[] = [classical, postQuantum, hybrid].flatMap((file) =>
  vectorsOf<{ id: string; algorithm: string; message: string; public_key: string; signature: string }>(file).map(
    ({ id, algorithm, message, public_key, signature }) => {
      if (!isPublicKeyAlgorithm(algorithm)) throw new Error("a vector names no algorithm");
      const key = readPublicKey(algorithm, public_key);
      if (!key.ok) throw new Error(key.failure.message);
      return { id, key: key.value, data: utf8(message), signature: bytes(signature) };
    },
  ),
);

/** A copy with one bit turned, at about thirty places spread over all of it, the ends included. */
function* flipped(original: Uint8Array): Generator<Uint8Array> {
  const stride = Math.max(1, Math.floor(original.length / 30));
  const places = new Set([original.length - 1]);
  for (let at = 0; at < original.length; at += stride) places.add(at);
  for (const at of places) {
    const copy = Uint8Array.from(original);
    copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
    yield copy;
  }
}

it("knows an answer of every algorithm", () => {
  expect(known.map(({ key }) => key.algorithm).sort()).toEqual([...PUBLIC_KEY_ALGORITHMS].sort());
});

describe.each([
  ["noble", nobleCrypto],
  ["node", nodeCrypto],
])("under %s", (_, c) => {
  describe.each(known)("$id", ({ key, data, signature }) => {
    const accepts = (change: Partial<Known & { publicKey: Uint8Array }>): boolean =>
      verifySignature(
        c,
        { ...key, publicKey: change.publicKey ?? key.publicKey },
        { data: change.data ?? data, signature: change.signature ?? signature },
      );

    it("verifies the known answer", () => {
      expect(accepts({})).toBe(true);
    });

    it("refuses a flipped bit anywhere in the signature", () => {
      for (const changed of flipped(signature)) expect(accepts({ signature: changed })).toBe(false);
    });

    it("refuses a flipped bit anywhere in the message", () => {
      for (const changed of flipped(data)) expect(accepts({ data: changed })).toBe(false);
      expect(accepts({ data: new Uint8Array() })).toBe(false);
    });

    it("refuses a flipped bit anywhere in the public key", () => {
      for (const changed of flipped(key.publicKey)) expect(accepts({ publicKey: changed })).toBe(false);
    });

    it("answers false, never a throw, to wrong lengths", () => {
      const lengths = [0, 1, 31, 32, 64, signature.length - 1, signature.length + 1, 70_000];
      for (const length of lengths.filter((each) => each !== signature.length)) {
        expect(accepts({ signature: resized(signature, length) })).toBe(false);
        if (length !== key.publicKey.length) {
          expect(accepts({ publicKey: resized(key.publicKey, length) })).toBe(false);
        }
      }
    });

    it("is of no use to another algorithm", () => {
      for (const other of PUBLIC_KEY_ALGORITHMS.filter((name) => name !== key.algorithm)) {
        expect(verifySignature(c, { ...key, algorithm: other }, { data, signature })).toBe(false);
      }
    });
  });
});

const resized = (from: Uint8Array, length: number): Uint8Array => {
  const copy = new Uint8Array(length);
  copy.set(from.subarray(0, length));
  return copy;
};

describe.each(known.filter(({ key }) => isHybrid(key.algorithm)))("$id", ({ key, data, signature }) => {
  const values = splitParts(signature);
  const keys = splitParts(key.publicKey);
  if (values === null || keys === null) throw new Error("a vector is no hybrid");
  const accepts = (changed: Uint8Array, publicKey = key.publicKey) =>
    verifySignature(nobleCrypto, { ...key, publicKey }, { data, signature: changed });

  it("needs both halves", () => {
    for (const half of ["pqc", "classical"] as const) {
      const wrong = Uint8Array.from(values[half], (byte, at) => (at === 40 ? byte ^ 1 : byte));
      expect(accepts(joinParts({ ...values, [half]: wrong }))).toBe(false);
      expect(accepts(joinParts({ ...values, [half]: new Uint8Array(values[half].length) }))).toBe(false);
    }
    expect(accepts(joinParts({ pqc: values.classical, classical: values.pqc }))).toBe(false);
    expect(accepts(values.pqc)).toBe(false);
    expect(accepts(joinParts(values))).toBe(true);
  });

  it("takes no spare bytes and no lengths that do not add up", () => {
    expect(accepts(Uint8Array.from([...signature, 0]))).toBe(false);
    const long = Uint8Array.from(signature);
    long[3] = (long[3] ?? 0) + 1;
    expect(accepts(long)).toBe(false);
    expect(accepts(Uint8Array.from([255, 255, 255, 255, ...signature.slice(4)]))).toBe(false);
    expect(accepts(signature, Uint8Array.from([...key.publicKey, 0]))).toBe(false);
  });
});

describe.each(vectorsOf(postQuantum))("$id", ({ algorithm, seed, message, public_key, signature }) => {
  it("makes the known key and signature again", { timeout: 60_000 }, () => {
    const scheme = { ...ML_DSA, ...SLH_DSA }[algorithm as keyof typeof ML_DSA | keyof typeof SLH_DSA];
    const pair = scheme.keygen(fromHex(seed) ?? new Uint8Array());
    expect(toBase64(pair.publicKey)).toBe(public_key);
    expect(toBase64(scheme.sign(utf8(message), pair.secretKey, { extraEntropy: false }))).toBe(signature);
  });
});

describe("a public key", () => {
  const textOf = (algorithm: PublicKeyAlgorithm): string =>
    toBase64(known.find(({ key }) => key.algorithm === algorithm)?.key.publicKey ?? new Uint8Array());

  it("is canonical base64 of its scheme's one encoding", () => {
    for (const { key } of known) {
      const text = textOf(key.algorithm);
      expect(readPublicKey(key.algorithm, text).ok).toBe(true);
      for (const wrong of ["", " ", `${text}\n`, `AAAA${text}`, `${text.slice(0, -4)}`, text.replace(/=*$/, "*")]) {
        expect(readPublicKey(key.algorithm, wrong).ok).toBe(false);
      }
    }
  });

  it("is none of another algorithm's, and the refusal shows nothing of it", () => {
    for (const { key } of known) {
      const others = known.filter((other) => other.key.publicKey.length !== key.publicKey.length);
      for (const other of others) {
        const read = readPublicKey(key.algorithm, toBase64(other.key.publicKey));
        expect(read.ok).toBe(false);
        expect(JSON.stringify(read)).not.toContain(toBase64(other.key.publicKey).slice(0, 24));
      }
    }
  });

  it("of P-256 lies on the curve", () => {
    const spki = Uint8Array.from(bytes(textOf("ECDSA-P256")));
    spki[spki.length - 1] = (spki.at(-1) ?? 0) ^ 1;
    expect(SCHEMES["ECDSA-P256"].publicKeyFault(spki)).toBe("is not a point of the curve P-256");
  });
});
