/** Every signer of ours against every verifier, and classical algorithms against the openssl command where there is one. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nobleCrypto } from "../../core/crypto-noble";
import { PUBLIC_KEY_ALGORITHMS, type PublicKeyAlgorithm } from "../../core/signing/algorithms";
import { splitParts } from "../../core/signing/parts";
import { verifySignature } from "../../core/signing/registry";
import { createSigner } from "../../host/signers";
import { nodeCrypto } from "../crypto-node";
import { generatePair, type KeyPair, signerOf } from "./private-keys";
import { SlowSigning } from "./slow-signing";

const slow = new SlowSigning();
const data = new TextEncoder().encode('{"jsonrpc":"2.0","text":"grün"}');
afterAll(() => slow.close());

const hostSigner = (algorithm: PublicKeyAlgorithm, { privateKey }: KeyPair) => {
  const halves = algorithm.includes("+") ? splitParts(privateKey) : null;
  return createSigner(
    halves === null ? { algorithm, privateKey } : { algorithm, privateKey: halves.pqc, classicalKey: halves.classical },
  );
};

describe.each(PUBLIC_KEY_ALGORITHMS)("%s", (algorithm) => {
  it("signed by the Guardian or by a host verifies everywhere", { timeout: 120_000 }, async () => {
    const pair = await generatePair(algorithm, slow);
    const key = { algorithm, publicKey: pair.publicKey };
    for (const signer of [signerOf(algorithm, pair.privateKey, slow), await hostSigner(algorithm, pair)]) {
      const signature = await signer.sign(data);
      for (const c of [nodeCrypto, nobleCrypto]) {
        expect(verifySignature(c, key, { data, signature })).toBe(true);
        expect(verifySignature(c, key, { data: data.slice(1), signature })).toBe(false);
      }
    }
  });
});

const openssl = (...args: readonly string[]) => spawnSync("openssl", args);
const PSS = ["rsa_padding_mode:pss", "rsa_pss_saltlen:32", "rsa_mgf1_md:sha256"].flatMap((text) => ["-sigopt", text]);

if (openssl("version").status === 0) {
  describe("the openssl command", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "openssl-"));
    const at = (name: string) => path.join(folder, name);
    beforeAll(() => writeFileSync(at("data"), data));
    afterAll(() => rmSync(folder, { recursive: true }));

    async function stored(algorithm: PublicKeyAlgorithm) {
      const pair = await generatePair(algorithm, slow);
      writeFileSync(at("key.der"), pair.privateKey);
      writeFileSync(at("pub.der"), pair.publicKey);
      expect(openssl("pkey", "-inform", "DER", "-in", at("key.der"), "-out", at("key.pem")).status).toBe(0);
      const toPem = ["-pubin", "-inform", "DER", "-in", at("pub.der"), "-pubout", "-out", at("pub.pem")];
      expect(openssl("pkey", ...toPem).status).toBe(0);
      return pair;
    }

    it("agrees about RSA-PSS-SHA256 both ways", async () => {
      const pair = await stored("RSA-PSS-SHA256");
      writeFileSync(at("sig"), await signerOf("RSA-PSS-SHA256", pair.privateKey, slow).sign(data));
      const check = ["-verify", at("pub.pem"), "-signature", at("sig"), at("data")];
      expect(openssl("dgst", "-sha256", ...PSS, ...check).status).toBe(0);
      openssl("dgst", "-sha256", ...PSS, "-sign", at("key.pem"), "-out", at("sig"), at("data"));
      const signed = { data, signature: new Uint8Array(readFileSync(at("sig"))) };
      for (const c of [nodeCrypto, nobleCrypto]) {
        expect(verifySignature(c, { algorithm: "RSA-PSS-SHA256", publicKey: pair.publicKey }, signed)).toBe(true);
      }
    });

    it("agrees about ECDSA-P256 both ways, its DER rewritten as r and s", async () => {
      const pair = await stored("ECDSA-P256");
      const raw = await signerOf("ECDSA-P256", pair.privateKey, slow).sign(data);
      writeFileSync(at("sig"), derOf(raw));
      expect(openssl("dgst", "-sha256", "-verify", at("pub.pem"), "-signature", at("sig"), at("data")).status).toBe(0);
      openssl("dgst", "-sha256", "-sign", at("key.pem"), "-out", at("sig"), at("data"));
      const signed = { data, signature: rawOf(readFileSync(at("sig"))) };
      for (const c of [nodeCrypto, nobleCrypto]) {
        expect(verifySignature(c, { algorithm: "ECDSA-P256", publicKey: pair.publicKey }, signed)).toBe(true);
      }
    });
  });
}

function derOf(raw: Uint8Array): Buffer {
  const integers = [raw.subarray(0, 32), raw.subarray(32)].map((part) => {
    const from = part.findIndex((byte) => byte !== 0);
    const digits = part.subarray(from);
    const body = (digits[0] ?? 0) >= 0x80 ? [0, ...digits] : [...digits];
    return [0x02, body.length, ...body];
  });
  const body = integers.flat();
  return Buffer.from([0x30, body.length, ...body]);
}

function rawOf(der: Buffer): Uint8Array {
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    const digits = der.subarray(at + 2, at + 2 + length).subarray(-32);
    raw.set(digits, end - digits.length);
    at += 2 + length;
  }
  return raw;
}
