import { describe, expect, it } from "vitest";
import { SAMPLE_KEY_ID, SAMPLE_SECRET, type Sample, sampleSession } from "../../testing/sample-pack";
import { sampleSigner } from "../../testing/sample-signer";
import type { ChainItem } from "../chain/report";
import { verifyEntry } from "../chain/verify";
import { nobleCrypto } from "../crypto-noble";
import type { JsonValue } from "../json/value";
import { readTrustedKeys, type TrustedKey } from "./keys";
import { checkpointBytes, readPack } from "./pack";
import type { EvidenceReport } from "./report";
import { closePack, openPack, verifyPack } from "./verify";

const c = nobleCrypto;
const sample = sampleSession(5);
const trusted: readonly TrustedKey[] = [{ key_id: "gk_1", public_key: sample.signer.publicKey }];
const bare: readonly TrustedKey[] = [{ key_id: null, public_key: sample.signer.publicKey }];
const stranger = sampleSigner("gk_1", 9);

function read(text: string): JsonValue {
  const pack = readPack(text);
  if (!pack.ok) throw new Error(pack.failure.message);
  return pack.value;
}

const verify = (text: string, guardianKeys = trusted, secrets?: ReadonlyMap<string, Uint8Array>): EvidenceReport =>
  verifyPack(c, read(text), { guardianKeys, ...(secrets === undefined ? {} : { secrets }) });

const faults = (report: EvidenceReport): readonly string[] => report.findings.map(({ kind, seq }) => `${kind}@${seq}`);

const withItem = (seq: number, change: Partial<ChainItem>): Parameters<Sample["text"]>[0] => ({
  items: sample.items.map((item) => (item.seq === seq ? { ...item, ...change } : item)),
});

describe("verifyPack", () => {
  it("verifies a genuine pack under the right key and says what HMAC cannot prove", () => {
    const report = verify(sample.text());
    expect(report).toMatchObject({ verdict: "verified", findings: [], doubts: [], receipts: 1, signedBy: "gk_1" });
    expect(report.notes.join(" ")).toContain("HMAC");
    expect(report.notes.join(" ")).toContain("10 message signatures were not checked");
  });

  it("verifies under a bare JWK and under any key of a list", () => {
    expect(verify(sample.text(), bare).verdict).toBe("verified");
    const others = [{ key_id: "gk_0", public_key: stranger.publicKey }, ...trusted];
    expect(verify(sample.text(), others).verdict).toBe("verified");
  });

  it("checks every message signature when the secret is given", () => {
    const report = verify(sample.text(), trusted, new Map([[SAMPLE_KEY_ID, SAMPLE_SECRET]]));
    expect(report).toMatchObject({ verdict: "verified", counts: { validSignatures: 10, uncheckedSignatures: 0 } });
  });

  it("finds an answer signature that only the secret can judge", () => {
    const item = sample.items[3];
    const response = (item?.response ?? "").replace(
      /"value":"./,
      (found) => `${found.slice(0, -1)}${found.endsWith("A") ? "B" : "A"}`,
    );
    const text = sample.text(withItem(4, { response }));
    expect(verify(text).verdict).toBe("verified");
    const report = verify(text, trusted, new Map([[SAMPLE_KEY_ID, SAMPLE_SECRET]]));
    expect([report.verdict, faults(report)]).toEqual(["tampered", ["signature_invalid@4"]]);
  });

  it("cannot decide under a wrong secret, rather than calling everything forged", () => {
    const report = verify(sample.text(), trusted, new Map([[SAMPLE_KEY_ID, new Uint8Array(32)]]));
    expect([report.verdict, faults(report)]).toEqual(["undecided", []]);
  });

  it.each([
    ["no key", []],
    ["a bare JWK of another Guardian", [{ key_id: null, public_key: stranger.publicKey }]],
    ["another Guardian's key with its own id", [{ key_id: "gk_9", public_key: stranger.publicKey }]],
  ])("cannot decide with %s", (_, keys: readonly TrustedKey[]) => {
    const report = verify(sample.text(), keys);
    expect([report.verdict, report.findings]).toEqual(["undecided", []]);
    expect(report.doubts).not.toEqual([]);
  });

  it("never takes a key from the pack", () => {
    const { head } = sample;
    const forged = sample.text({ signature: stranger.sign(checkpointBytes(head)) });
    expect(verify(forged, trusted).verdict).toBe("tampered");
    expect(verify(sample.text(), []).verdict).toBe("undecided");
  });

  it.each([
    ["trusted by id", trusted],
    ["given as a bare JWK that the pack lists", bare],
  ])("finds a changed checkpoint under a key %s", (_, keys) => {
    const signature = sample.signer.sign(checkpointBytes(sample.head));
    const report = verify(sample.text({ signature, head: { at: "2026-03-02T00:00:00.000Z" } }), keys);
    expect([report.verdict, faults(report)]).toEqual(["tampered", ["head_invalid@null"]]);
  });

  it("finds a cut tail and a head that was lowered to hide it", () => {
    const items = sample.items.slice(0, 4);
    expect(faults(verify(sample.text({ items })))).toEqual(["truncated@5"]);
    const signature = sample.signer.sign(checkpointBytes(sample.head));
    const lowered = sample.text({ items, signature, head: { count: 4, entry_hash: hashOf(items[3]) } });
    expect(faults(verify(lowered))).toEqual(["head_invalid@null"]);
  });

  it("finds entries after the signed head", () => {
    const head = { count: 5, entry_hash: hashOf(sample.items[4]) };
    expect(faults(verify(sample.text({ head })))).toEqual(["beyond_head@6"]);
  });

  it("finds a head of another session, tenant or state", () => {
    expect(faults(verify(sample.text({ head: { tenant_id: "other" } })))).toEqual(["header_mismatch@null"]);
    expect(faults(verify(sample.text({ state: "open" })))).toEqual(["header_mismatch@null"]);
    const session_id = "00000000-0000-4000-8000-000000000000";
    expect(faults(verify(sample.text({ head: { session_id } })))).toEqual(["header_mismatch@null"]);
  });

  it("finds a header that names another agent than the messages", () => {
    expect(faults(verify(sample.text({ agentId: "agent-red" })))[0]).toBe("header_mismatch@1");
  });

  it("names the first bad entry first", () => {
    const items = sample.items.filter((item) => item.seq !== 2);
    const spoiled = items.map((item) => (item.seq === 5 ? { ...item, request: "{}" } : item));
    const report = verify(sample.text({ items: spoiled }));
    expect(report.first).toMatchObject({ kind: "missing", seq: 2 });
    expect(faults(report)).toEqual(["missing@2", "request_mismatch@5"]);
  });

  it("notes erased messages and stays verified", () => {
    const report = verify(sample.text(withItem(4, { request: null, response: null })));
    expect(report.verdict).toBe("verified");
    expect(report.notes.join(" ")).toContain("2 messages were erased");
  });

  it.each([
    ["is gone", []],
    ["was changed", [{ approval_id: "ap-1", receipt: sample.receipt.replace("p-carol", "p-mallory") }]],
    ["is filed under another approval", [{ approval_id: "ap-2", receipt: sample.receipt }]],
    ["is not JSON", [{ approval_id: "ap-1", receipt: "{" }]],
  ])("finds a receipt that %s", (_, receipts) => {
    const report = verify(sample.text({ receipts }));
    expect(report.verdict).toBe("tampered");
    expect(report.first).toMatchObject({ kind: "receipt_invalid", seq: 3 });
  });

  it("finds a receipt that no entry names", () => {
    const stray = { approval_id: "ap-9", receipt: sample.receipt.replace("ap-1", "ap-9") };
    const report = verify(sample.text({ receipts: [{ approval_id: "ap-1", receipt: sample.receipt }, stray] }));
    expect(faults(report)).toEqual(["receipt_invalid@null"]);
  });

  it("never verifies an empty pack, whatever its head says", () => {
    expect(verify(sample.text({ items: [], receipts: [] })).verdict).toBe("undecided");
    const none = { items: [], receipts: [], head: { count: 0, entry_hash: null } };
    expect(verify(sample.text(none)).verdict).toBe("undecided");
  });

  it.each([
    ["another format", (text: string) => text.replace("guardian-evidence/1", "guardian-evidence/2")],
    ["no head", (text: string) => text.replace('"head":', '"tail":')],
    ["entries that are not numbered", (text: string) => text.replace('"seq":2', '"seq":"2"')],
  ])("cannot decide on a pack with %s", (_, spoil) => {
    expect(verify(spoil(sample.text())).verdict).toBe("undecided");
  });

  it("gives the same report step by step", () => {
    const text = sample.text();
    const opened = openPack(c, read(text), { guardianKeys: trusted });
    if (!opened.ok) throw new Error("unreadable");
    let steps = 0;
    while (verifyEntry(opened.walk) !== null) steps += 1;
    expect(steps).toBe(6);
    expect(closePack(opened)).toEqual(verify(text));
  });
});

describe("readTrustedKeys", () => {
  const { publicKey } = sample.signer;

  it("reads a JWK, a JWK with kid, a list and a published document", () => {
    const read = (value: unknown) => readTrustedKeys(JSON.stringify(value));
    expect(read(publicKey)).toEqual({ ok: true, value: bare });
    expect(read({ ...publicKey, kid: "gk_1" })).toEqual({ ok: true, value: trusted });
    expect(read([{ key_id: "gk_1", public_key: publicKey }])).toEqual({ ok: true, value: trusted });
    expect(read({ keys: [{ key_id: "gk_1", public_key: publicKey, valid_to: null }] })).toEqual({
      ok: true,
      value: trusted,
    });
  });

  it.each([["{}"], ["[]"], ["null"], ['{"kty":"RSA"}'], ['{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}'], ["{"]])(
    "refuses %s",
    (text) => {
      expect(readTrustedKeys(text).ok).toBe(false);
    },
  );
});

function hashOf(item: ChainItem | undefined): string {
  return /"entry_hash":"([0-9a-f]{64})"/.exec(item?.entry ?? "")?.[1] ?? "";
}
