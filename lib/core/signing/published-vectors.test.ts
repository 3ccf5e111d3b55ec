/** Published vectors of NIST and Wycheproof, where they lie beside the checkout; a file without vectors is a failure. */
import { expect, it } from "vitest";
import { nodeCrypto } from "../../server/crypto-node";
import { referenceFile } from "../../testing/reference";
import { nobleCrypto } from "../crypto-noble";
import { fromHex, toHex } from "../encoding";
import { ML_DSA } from "./ml-dsa";
import { SCHEMES } from "./registry";
import { SLH_DSA } from "./slh-dsa";

const hex = (text: string): Uint8Array => fromHex(text.toLowerCase()) ?? new Uint8Array();

interface Group<T> {
  readonly parameterSet?: string;
  readonly publicKey?: unknown;
  readonly publicKeyDer?: string;
  readonly tests: readonly T[];
}

const looked: boolean[] = [];

function forEachFile<T>(path: string, title: string, run: (groups: readonly Group<T>[]) => number): void {
  const file = referenceFile(`acvp/${path}`) as { readonly testGroups: readonly Group<T>[] } | null;
  looked.push(file !== null);
  if (file === null) return;
  it(title, { timeout: 120_000 }, () => {
    expect(run(file.testGroups)).toBeGreaterThan(9);
  });
}

interface SigVer {
  readonly tcId: number;
  readonly testPassed: boolean;
  readonly pk: string;
  readonly message: string;
  readonly context: string;
  readonly signature: string;
}

forEachFile<SigVer>("ml-dsa-sigver-external-pure.json", "agrees with NIST about ML-DSA signatures", (groups) => {
  const wrong: number[] = [];
  let count = 0;
  for (const { parameterSet, tests } of groups) {
    const scheme = ML_DSA[parameterSet as keyof typeof ML_DSA];
    for (const { tcId, testPassed, pk, message, context, signature } of tests) {
      const verdict = scheme.verify(hex(signature), hex(message), hex(pk), { context: hex(context) });
      if (verdict !== testPassed) wrong.push(tcId);
      count += 1;
    }
  }
  expect(wrong).toEqual([]);
  return count;
});

interface KeyGen {
  readonly skSeed: string;
  readonly skPrf: string;
  readonly pkSeed: string;
  readonly sk: string;
  readonly pk: string;
}

const SETS = { "SLH-DSA-SHA2-128s": "SLH-DSA-128s", "SLH-DSA-SHA2-128f": "SLH-DSA-128f" } as const;

forEachFile<KeyGen>("slh-dsa-keygen.json", "makes the SLH-DSA keys that NIST makes", (groups) => {
  let count = 0;
  for (const { parameterSet, tests } of groups.filter((group) => Object.hasOwn(SETS, group.parameterSet ?? ""))) {
    const scheme = SLH_DSA[SETS[parameterSet as keyof typeof SETS]];
    for (const { skSeed, skPrf, pkSeed, sk, pk } of tests) {
      const pair = scheme.keygen(hex(skSeed + skPrf + pkSeed));
      expect([toHex(pair.secretKey), toHex(pair.publicKey)]).toEqual([sk.toLowerCase(), pk.toLowerCase()]);
      count += 1;
    }
  }
  return count;
});

interface Verdict {
  readonly tcId: number;
  readonly msg: string;
  readonly sig: string;
  readonly result: "valid" | "acceptable" | "invalid";
  readonly ctx?: string;
  readonly flags?: readonly string[];
}

// our messages have no context, so that its vectors for one are not about them
forEachFile<Verdict>("wycheproof-mldsa_65_verify_test.json", "agrees with Wycheproof about ML-DSA-65", (groups) => {
  const wrong: number[] = [];
  let count = 0;
  for (const { publicKey, tests } of groups) {
    for (const { tcId, msg, sig, result } of tests.filter(({ ctx = "" }) => ctx === "")) {
      const signed = { data: hex(msg), signature: hex(sig) };
      const verdict = SCHEMES["ML-DSA-65"].verify(nobleCrypto, hex(String(publicKey)), signed);
      if (verdict !== (result === "valid")) wrong.push(tcId);
      count += 1;
    }
  }
  expect(wrong).toEqual([]);
  return count;
});

for (const [name, c] of [
  ["noble", nobleCrypto],
  ["node", nodeCrypto],
] as const) {
  const title = `agrees with Wycheproof about RSA-PSS under ${name}`;
  forEachFile<Verdict>("wycheproof-rsa_pss_2048_sha256_mgf1_32_test.json", title, (groups) => {
    const wrong: number[] = [];
    let count = 0;
    for (const { publicKeyDer, tests } of groups) {
      for (const { tcId, msg, sig, result } of tests) {
        const signed = { data: hex(msg), signature: hex(sig) };
        const verdict = SCHEMES["RSA-PSS-SHA256"].verify(c, hex(String(publicKeyDer)), signed);
        if (verdict !== (result === "valid")) wrong.push(tcId);
        count += 1;
      }
    }
    expect(wrong).toEqual([]);
    return count;
  });
}

it("runs all of the published files or, where they do not lie beside the checkout, none", () => {
  expect(looked.length).toBeGreaterThan(3);
  expect(new Set(looked).size).toBe(1);
});
