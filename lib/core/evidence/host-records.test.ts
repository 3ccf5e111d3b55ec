import { describe, expect, it } from "vitest";
import { hostRecord } from "../../testing/host-records";
import { SAMPLE_SESSION, sampleSession } from "../../testing/sample-pack";
import { sealRecord } from "../agent-hooks/record-chain";
import { readStored } from "../chain/links";
import { nobleCrypto } from "../crypto-noble";
import { fromPlainObject } from "../json/build";
import { canonicalText } from "../json/canonical";
import { type HostRecordItem, readPack } from "./pack";
import type { EvidenceReport } from "./report";
import { verifyPack } from "./verify";

const sample = sampleSession(5);
const entryHash = (seq: number): string => String(readStored(sample.items[seq - 1]?.entry ?? "")?.entry_hash);

function chainOf(...records: readonly object[]): { readonly items: HostRecordItem[]; readonly hash: string } {
  let previous: string | null = null;
  const items = records.map((record, at) => {
    const place = { seq: at + 1, at: "2026-03-01T10:00:00.000Z", sessionId: SAMPLE_SESSION, previous };
    const sealed = sealRecord(nobleCrypto, fromPlainObject(record), place);
    previous = String(sealed.entry_hash);
    return { seq: at + 1, record: canonicalText(sealed) };
  });
  return { items, hash: previous ?? "" };
}

const genuine = chainOf(
  hostRecord(SAMPLE_SESSION, { sequence: 0, entry_hash: entryHash(4) }),
  hostRecord(SAMPLE_SESSION, { sequence: 1, interception_point: "pre_model_call" }),
  hostRecord(SAMPLE_SESSION, { sequence: 2, interception_point: "output" }),
);
const head = { records: { count: genuine.items.length, hash: genuine.hash } };

function verify(change: Parameters<typeof sample.text>[0]): EvidenceReport {
  const pack = readPack(sample.text(change));
  if (!pack.ok) throw new Error(pack.failure.message);
  const guardianKeys = [{ key_id: "gk_1", public_key: sample.signer.publicKey }];
  return verifyPack(nobleCrypto, pack.value, { guardianKeys });
}

const faults = (report: EvidenceReport): readonly string[] => report.findings.map(({ message }) => message);

describe("host records of a pack", () => {
  it("verify with the pack, and are told apart from what the Guardian decided", () => {
    const report = verify({ records: genuine.items, head });
    expect(report).toMatchObject({ verdict: "verified", findings: [], records: 3, entries: 6 });
    expect(report.notes.join(" ")).toContain("3 host records say what the agent's host enforced");
  });

  it("leave a pack without any as it was", () => {
    expect(verify({})).toMatchObject({ verdict: "verified", records: 0 });
    expect(sample.text()).not.toContain("records");
  });

  it("are named where one was altered", () => {
    const items = genuine.items.map((item) =>
      item.seq === 2 ? { ...item, record: item.record.replace('"decision":"allow"', '"decision":"deny"') } : item,
    );
    const report = verify({ records: items, head });
    expect(report.verdict).toBe("tampered");
    expect(faults(report)).toEqual(["host record 2: the content does not hash to entry_hash"]);
  });

  it.each<[string, readonly HostRecordItem[], string]>([
    ["the last one is gone", genuine.items.slice(0, 2), "host record 3"],
    ["the middle one is gone", genuine.items.filter(({ seq }) => seq !== 2), "host record 2"],
    ["all are gone", [], "host record 1"],
    ["two changed places", [1, 0, 2].map((at) => genuine.items[at] as HostRecordItem), "host record 1"],
  ])("are missed where %s", (_, records, named) => {
    const report = verify({ records, head });
    expect(report.verdict).toBe("tampered");
    expect(faults(report).join("\n")).toContain(named);
  });

  it("are not taken where the signed head speaks of none", () => {
    expect(faults(verify({ records: genuine.items }))).toEqual(["the signed head speaks of no host records"]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["name an entry that is not there", { entry_hash: "cd".repeat(32) }, "names an entry that is not in this chain"],
    ["hold a payload", { target: "secret" }, "is no interception record"],
  ])("are found out where they %s", (_, more, message) => {
    const forged = chainOf(hostRecord(SAMPLE_SESSION, more));
    const report = verify({ records: forged.items, head: { records: { count: 1, hash: forged.hash } } });
    expect(faults(report)).toEqual([`host record 1: ${message}`]);
  });
});
