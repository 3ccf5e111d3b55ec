/** What every implementation of the Crypto port must do; each one's test runs this. */
import { createHash, createHmac, generateKeyPairSync, hkdfSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Crypto, EcPublicJwk } from "../core/crypto";
import { fromHex, toBase64Url, toHex } from "../core/encoding";
import { utf8 } from "../core/json/canonical";
import { referenceFile } from "./reference";

const data = utf8("the bytes");
const key = new Uint8Array(32).fill(3);
const hex = (text: string): Uint8Array => fromHex(text) ?? new Uint8Array();

export function describeCrypto(name: string, c: Crypto): void {
  describe(name, () => {
    it("hashes, authenticates and derives as the platform does", () => {
      expect(toHex(c.sha256(data))).toBe(createHash("sha256").update(data).digest("hex"));
      expect(toHex(c.hmacSha256(key, data))).toBe(createHmac("sha256", key).update(data).digest("hex"));
      expect(toHex(c.hkdfSha256(key, data, 32))).toBe(toHex(new Uint8Array(hkdfSync("sha256", key, "", data, 32))));
    });

    it("verifies what the platform signed, and nothing else", () => {
      const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const jwk = pair.publicKey.export({ format: "jwk" }) as unknown as EcPublicJwk;
      const signature = new Uint8Array(sign("sha256", data, { key: pair.privateKey, dsaEncoding: "ieee-p1363" }));
      expect(c.verifyEcdsaP256(jwk, data, signature)).toBe(true);
      expect(c.verifyEcdsaP256(jwk, utf8("other bytes"), signature)).toBe(false);
      expect(c.verifyEcdsaP256(jwk, data, signature.slice(1))).toBe(false);
      expect(c.verifyEcdsaP256(jwk, data, new Uint8Array(64))).toBe(false);
    });

    it("answers false to malformed keys", () => {
      const flaws = [{ x: "" }, { y: "AA" }, { x: "!".repeat(43) }, { x: "A".repeat(43), y: "A".repeat(43) }];
      const jwk: EcPublicJwk = { kty: "EC", crv: "P-256", x: "A".repeat(43), y: `${"A".repeat(42)}E` };
      for (const flaw of flaws) expect(c.verifyEcdsaP256({ ...jwk, ...flaw }, data, new Uint8Array(64))).toBe(false);
    });

    it("compares without throwing on unequal lengths", () => {
      expect([c.equal(key, key), c.equal(key, data), c.equal(key, new Uint8Array(32))]).toEqual([true, false, false]);
    });
  });
  describeHkdf(name, c);
  describeHmac(name, c);
  describeEcdsa(name, c);
}

interface Suite<G> {
  readonly testGroups: readonly G[];
}
interface Outcome {
  readonly tcId: number;
  readonly result: "valid" | "acceptable" | "invalid";
}

/** Registers the published vectors, where they are; running on none is a failure. */
function describeVectors<T extends Outcome>(
  title: string,
  tests: readonly T[] | null,
  judge: (test: T) => boolean,
): void {
  if (tests === null) return;
  it(title, () => {
    expect(tests.length).toBeGreaterThan(5);
    const wrong = tests.filter((test) => judge(test) !== (test.result === "valid"));
    expect(wrong.map(({ tcId }) => tcId)).toEqual([]);
  });
}

function groups<G>(algorithm: string): readonly G[] | null {
  const suite = referenceFile(`acvp/wycheproof-${algorithm}_test.json`) as Suite<G> | null;
  return suite?.testGroups ?? null;
}

type HkdfTest = Outcome & { ikm: string; salt: string; info: string; size: number; okm: string };

function describeHkdf(name: string, c: Crypto): void {
  const all = groups<{ tests: readonly HkdfTest[] }>("hkdf_sha256")?.flatMap(({ tests }) => tests) ?? null;
  const unsalted = all?.filter(({ salt, result }) => salt === "" && result === "valid") ?? null;
  describeVectors(`${name} derives the published HKDF keys that use no salt`, unsalted, (test) => {
    return toHex(c.hkdfSha256(hex(test.ikm), hex(test.info), test.size)) === test.okm;
  });
}

type HmacTest = Outcome & { key: string; msg: string; tag: string; tagSize: number };

function describeHmac(name: string, c: Crypto): void {
  const all = groups<{ tagSize: number; tests: readonly Omit<HmacTest, "tagSize">[] }>("hmac_sha256");
  const tests = all?.flatMap(({ tagSize, tests }) => tests.map((test) => ({ ...test, tagSize }))) ?? null;
  describeVectors(`${name} agrees with the published HMAC tags`, tests, (test) => {
    const tag = c.hmacSha256(hex(test.key), hex(test.msg)).slice(0, test.tagSize / 8);
    return c.equal(tag, hex(test.tag));
  });
}

type EcdsaTest = Outcome & { msg: string; sig: string; jwk: EcPublicJwk };

function describeEcdsa(name: string, c: Crypto): void {
  type Group = { publicKey: { uncompressed: string }; tests: readonly Omit<EcdsaTest, "jwk">[] };
  const tests = groups<Group>("ecdsa_secp256r1_sha256_p1363")?.flatMap(({ publicKey, tests }) => {
    const point = hex(publicKey.uncompressed);
    const x = toBase64Url(point.slice(1, 33));
    const y = toBase64Url(point.slice(33));
    return tests.map((test): EcdsaTest => ({ ...test, jwk: { kty: "EC", crv: "P-256", x, y } }));
  });
  describeVectors(`${name} agrees with the published ECDSA verdicts`, tests ?? null, (test) => {
    return c.verifyEcdsaP256(test.jwk, hex(test.msg), hex(test.sig));
  });
}
