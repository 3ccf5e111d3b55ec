import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SAMPLE_KEY_ID, SAMPLE_SECRET, sampleSession } from "../../testing/sample-pack";
import type { ChainItem } from "../chain/report";
import { closeChain, openChain, verifyEntry } from "../chain/verify";
import { nobleCrypto as c } from "../crypto-noble";
import { fromPlain, omit } from "../json/build";
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { readPack } from "./pack";
import { verifyPack } from "./verify";

const sample = sampleSession(4);
const anchor = { count: sample.head.count, head: sample.head.entry_hash };
const secrets = new Map([[SAMPLE_KEY_ID, SAMPLE_SECRET]]);
const trust = { guardianKeys: [{ key_id: "gk_1", public_key: sample.signer.publicKey }], secrets };

/** The text with one character replaced by another one, at any place. */
function spoiled(text: string): fc.Arbitrary<string> {
  const letter = fc.oneof(
    fc.constantFrom(...'0123456789abcdefABF{}[]:,"\\ \n'),
    fc.string({ minLength: 1, maxLength: 1 }),
  );
  return fc
    .tuple(fc.nat({ max: text.length - 1 }), letter)
    .map(([at, by]) => text.slice(0, at) + by + text.slice(at + 1))
    .filter((changed) => changed !== text);
}

function firstFault(seq: number, change: Partial<ChainItem>): string {
  const items = sample.items.map((item) => (item.seq === seq ? { ...item, ...change } : item));
  const walk = openChain(c, items, { anchor, secrets });
  while (verifyEntry(walk) !== null);
  const { first } = closeChain(walk);
  return first === null ? "none" : `${first.kind}@${first.seq}`;
}

describe("one changed character", () => {
  const { request, response, entry } = sample.items[3] ?? { request: null, response: null, entry: "" };

  it("of a stored request is always a request mismatch at its entry", () => {
    fc.assert(
      fc.property(spoiled(request ?? ""), (text) => {
        expect(firstFault(4, { request: text })).toBe("request_mismatch@4");
      }),
    );
  });

  it("of a stored answer is always found at its entry", () => {
    fc.assert(
      fc.property(spoiled(response ?? ""), (text) => {
        expect(["decision_mismatch@4", "request_mismatch@4", "signature_invalid@4"]).toContain(
          firstFault(4, { response: text }),
        );
      }),
    );
  });

  it("of a stored entry is always found at that entry", () => {
    fc.assert(
      fc.property(spoiled(entry), (text) => {
        expect(firstFault(4, { entry: text })).toMatch(/@4$/);
      }),
    );
  });

  it("anywhere in a pack is never verified, unless in what nobody signed", () => {
    const text = sample.text();
    const signed = signedPart(read(text));
    fc.assert(
      fc.property(spoiled(text), (changed) => {
        const pack = readPack(changed);
        const isVerified = pack.ok && verifyPack(c, pack.value, trust).verdict === "verified";
        expect(isVerified && pack.ok ? signedPart(pack.value) : signed).toBe(signed);
      }),
    );
  });
});

describe("verifyPack", () => {
  it("neither throws on nor verifies any other JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(verifyPack(c, fromPlain(value), trust).verdict).toBe("undecided");
      }),
    );
  });
});

function read(text: string): JsonValue {
  const pack = readPack(text);
  if (!pack.ok) throw new Error(pack.failure.message);
  return pack.value;
}

/** What a verified pack vouches for. */
function signedPart(pack: JsonValue): string {
  if (!isJsonObject(pack) || !isJsonObject(pack.session)) return "";
  const session: JsonObject = omit(pack.session, "opened_at", "close_reason");
  return canonicalText([omit(pack, "exported_at", "guardian_keys", "session"), session]);
}
