import { describe, expect, it } from "vitest";
import { entryHash, requestHash, sealEntry } from "../chain/entry";
import { nobleCrypto as c } from "../crypto-noble";
import { fromHex, toHex } from "../encoding";
import { fromPlainObject, member, withMember } from "../json/build";
import { canonicalBytes, utf8 } from "../json/canonical";
import { sessionKey, signEnvelope, verifyEnvelope } from "../wire/signature";
import chains from "./chains.json";
import { vectorsOf } from "./load";
import signatures from "./signatures.json";

interface ChainVector {
  readonly id: string;
  readonly entries: readonly {
    readonly content: object;
    readonly entry_hash: string;
    readonly wrong_hashes?: readonly string[];
  }[];
}

describe.each(vectorsOf(signatures))("$id", (vector) => {
  const key = sessionKey(c, fromHex(vector.ikm) ?? new Uint8Array(), vector.session_id);
  const request = fromPlainObject(vector.request.envelope);
  const response = fromPlainObject(vector.response.envelope);

  it("derives the session key", () => {
    expect(toHex(key)).toBe(vector.session_key);
  });

  it("signs the request and hashes its params", () => {
    const signed = signEnvelope(c, request, "params", key, "k1");
    expect(member(member(member(signed, "params"), "signature"), "value")).toBe(vector.request.hmac);
    expect(verifyEnvelope(c, signed, "params", key).ok).toBe(true);
    expect(requestHash(c, fromPlainObject(vector.request.envelope.params))).toBe(vector.request.request_hash);
  });

  it("signs the response", () => {
    const signed = signEnvelope(c, response, "result", key, "k1");
    expect(member(member(member(signed, "result"), "signature"), "value")).toBe(vector.response.hmac);
    expect(verifyEnvelope(c, signed, "result", key).ok).toBe(true);
  });
});

describe.each(vectorsOf<ChainVector>(chains))("$id", (vector) => {
  it("links every entry to the one before", () => {
    let previous: string | null = null;
    for (const { content, entry_hash } of vector.entries) {
      expect(entryHash(c, fromPlainObject(content), previous)).toBe(entry_hash);
      const sealed = sealEntry(c, fromPlainObject(content), previous);
      expect(sealed).toMatchObject({ previous_hash: previous, entry_hash });
      expect(entryHash(c, sealed, previous)).toBe(entry_hash);
      previous = entry_hash;
    }
  });
});

describe("the chain formula", () => {
  it("is neither of the two that are easily mistaken for it", () => {
    const [, second] = vectorsOf<ChainVector>(chains).find(({ id }) => id === "field-chain")?.entries ?? [];
    const first = vectorsOf<ChainVector>(chains).find(({ id }) => id === "field-chain")?.entries[0];
    if (first === undefined || second === undefined) throw new Error("vector is missing");
    const content = fromPlainObject(second.content);
    const asHex = toHex(c.sha256(Uint8Array.from([...canonicalBytes(content), ...utf8(first.entry_hash)])));
    const raw = fromHex(first.entry_hash) ?? new Uint8Array();
    const inside = canonicalBytes(withMember(content, "previous_hash", first.entry_hash));
    const kept = toHex(c.sha256(Uint8Array.from([...inside, ...raw])));
    expect([asHex.slice(0, 8), kept.slice(0, 8)]).toEqual(second.wrong_hashes);
  });
});
