import { describe, expect, it } from "vitest";
import { sampleSession } from "../../testing/sample-pack";
import { nobleCrypto } from "../crypto-noble";
import { withMember } from "../json/build";
import { canonicalText } from "../json/canonical";
import { readJsonText } from "../json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { entryHash, sealEntry } from "./entry";
import type { ChainFinding, ChainItem } from "./report";
import { closeChain, openChain, verifyChain, verifyEntry } from "./verify";

const c = nobleCrypto;
const sample = sampleSession(5);
const anchor = { count: sample.head.count, head: sample.head.entry_hash };

/** The first and all faults, as `kind@seq`. */
const faults = (items: readonly ChainItem[], at: typeof anchor | undefined = anchor): readonly string[] =>
  verifyChain(c, items, at).findings.map(({ kind, seq }: ChainFinding) => `${kind}@${seq}`);

const at = (seq: number): ChainItem => {
  const item = sample.items.find((candidate) => candidate.seq === seq);
  if (item === undefined) throw new Error(`no entry ${seq}`);
  return item;
};

const changed = (seq: number, change: (item: ChainItem) => ChainItem): readonly ChainItem[] =>
  sample.items.map((item) => (item.seq === seq ? change(item) : item));

function objectOf(text: string): JsonObject {
  const value = readJsonText(text);
  if (!value.ok || !isJsonObject(value.value)) throw new Error("not an object");
  return value.value;
}

const rewritten = (text: string, name: string, value: JsonValue): string =>
  canonicalText(withMember(objectOf(text), name, value));

const renumbered = (items: readonly ChainItem[]): readonly ChainItem[] =>
  items.map((item, index) => ({ ...item, seq: index + 1 }));

describe("verifyChain", () => {
  it("finds nothing in a genuine chain and recomputes its head", () => {
    const report = verifyChain(c, sample.items, anchor);
    expect(report).toMatchObject({ findings: [], first: null, entries: 6, head: anchor.head, beyondAnchor: 0 });
    expect(report.counts).toMatchObject({ requests: 5, responses: 5, uncheckedSignatures: 10 });
  });

  it("names a flipped byte of a stored request at its entry", () => {
    const items = changed(4, (item) => ({ ...item, request: (item.request ?? "").replace("803", "903") }));
    expect(faults(items)).toEqual(["request_mismatch@4"]);
  });

  it.each([
    ["broken JSON", (text: string) => `${text.slice(0, -1)}]`],
    ["a repeated member", (text: string) => text.replace("{", '{"jsonrpc":"2.0",')],
    ["another method", (text: string) => text.replace("steps/toolCallRequest", "steps/toolCallResult")],
    ["another JSON-RPC id", (text: string) => text.replace('"rpc-3"', '"rpc-9"')],
    ["another JSON-RPC version", (text: string) => text.replace('"jsonrpc":"2.0"', '"jsonrpc":"2.1"')],
  ])("names a stored request with %s", (_, spoil) => {
    const items = changed(4, (item) => ({ ...item, request: spoil(item.request ?? "") }));
    expect(faults(items)[0]).toBe("request_mismatch@4");
  });

  it("names a stored answer whose disposition was changed", () => {
    const items = changed(2, (item) => ({ ...item, response: (item.response ?? "").replace('"allow"', '"deny"') }));
    expect(faults(items)).toEqual(["decision_mismatch@2"]);
  });

  it("names a stored answer that publishes another head", () => {
    const items = changed(2, (item) => {
      const answer = objectOf(item.response ?? "");
      const result = withMember(objectOf(canonicalText(answer.result ?? null)), "chain_hash", "0".repeat(64));
      return { ...item, response: canonicalText(withMember(answer, "result", result)) };
    });
    expect(faults(items)).toEqual(["decision_mismatch@2"]);
  });

  it("names a dropped middle entry by the number that is not there", () => {
    expect(faults(sample.items.filter((item) => item.seq !== 3))).toEqual(["missing@3"]);
  });

  it("names a dropped middle entry although the rest was renumbered", () => {
    expect(faults(renumbered(sample.items.filter((item) => item.seq !== 3)))).toEqual(["missing@3"]);
  });

  it("names a dropped first entry", () => {
    expect(faults(sample.items.slice(1))).toEqual(["missing@1"]);
  });

  it("names a cut tail against the published head", () => {
    expect(faults(sample.items.slice(0, 4))).toEqual(["truncated@5"]);
  });

  it("cannot notice a cut tail without a head", () => {
    expect(verifyChain(c, sample.items.slice(0, 4)).findings).toEqual([]);
  });

  it("calls an emptied chain missing", () => {
    expect(faults([])).toEqual(["missing@1"]);
  });

  it.each([
    [1, 2],
    [3, 4],
    [2, 5],
    [5, 6],
  ])("names entries %i and %i when they were swapped, and only these", (a, b) => {
    const items = sample.items.map((item) => {
      if (item.seq === a) return { ...at(b), seq: a };
      return item.seq === b ? { ...at(a), seq: b } : item;
    });
    expect(faults(items)).toEqual([`reordered@${a}`, `reordered@${b}`]);
  });

  it("names entries that only the file holds out of order", () => {
    const items = [1, 2, 4, 3, 5, 6].map(at);
    expect(faults(items)).toEqual(["reordered@3", "reordered@4"]);
  });

  it("names an entry whose content was changed", () => {
    const items = changed(3, (item) => ({ ...item, entry: rewritten(item.entry, "approver", "p-mallory") }));
    expect(faults(items)).toEqual(["altered@3"]);
  });

  it("blames a flipped entry_hash on its own entry, not on the next", () => {
    const items = changed(3, (item) => ({ ...item, entry: rewritten(item.entry, "entry_hash", "0".repeat(64)) }));
    expect(faults(items)).toEqual(["altered@3"]);
  });

  it("names the follower of an entry that was rewritten with a fresh hash", () => {
    const items = changed(3, (item) => {
      const entry = withMember(objectOf(item.entry), "approver", "p-mallory");
      const hash = entryHash(c, entry, String(entry.previous_hash));
      return { ...item, entry: canonicalText(withMember(entry, "entry_hash", hash)) };
    });
    expect(faults(items)).toEqual(["broken_link@4"]);
  });

  it("holds a chain that was rewritten to its end against the published head", () => {
    const items = changed(6, (item) => {
      const entry = withMember(objectOf(item.entry), "turn_id", "t-9");
      return { ...item, response: null, entry: canonicalText(sealEntry(c, entry, String(entry.previous_hash))) };
    });
    expect(faults(items)).toEqual(["altered@6"]);
  });

  it("names a second entry after the same one", () => {
    const twin = { ...at(4), entry: rewritten(at(4).entry, "turn_id", "other"), request: null, response: null };
    const [three, four] = [sample.items.slice(0, 4), sample.items.slice(4)];
    const forked = withMember(objectOf(twin.entry), "turn_id", "other");
    const sealed = canonicalText(sealEntry(c, forked, String(forked.previous_hash)));
    expect(faults([...three, { ...twin, entry: sealed }, ...four])).toContain("fork@4");
  });

  it("names text that is no entry", () => {
    const items = changed(3, (item) => ({ ...item, entry: "{}" }));
    expect(faults(items)).toEqual(["unreadable@3"]);
  });

  it("takes no message for an entry that commits to none", () => {
    const { request, response } = at(2);
    const items = changed(3, (item) => ({ ...item, request, response }));
    expect(faults(items)).toEqual(["request_mismatch@3", "decision_mismatch@3"]);
  });

  it("counts erased messages and still verifies the chain", () => {
    const items = changed(4, (item) => ({ ...item, request: null, response: null }));
    const report = verifyChain(c, items, anchor);
    expect(report.findings).toEqual([]);
    expect(report.counts).toMatchObject({ withheldRequests: 1, withheldResponses: 1 });
  });

  it("accepts a chain that has grown since its head was read", () => {
    const report = verifyChain(c, sample.items, { count: 2, head: String(objectOf(at(2).entry).entry_hash) });
    expect(report).toMatchObject({ findings: [], beyondAnchor: 4 });
  });

  it("can be walked one entry at a time with the same outcome", () => {
    const items = sample.items.filter((item) => item.seq !== 3);
    const walk = openChain(c, items, { anchor });
    const seen: number[] = [];
    for (let verdict = verifyEntry(walk); verdict !== null; verdict = verifyEntry(walk)) seen.push(verdict.seq);
    expect(seen).toEqual([1, 2, 4, 5, 6]);
    expect(closeChain(walk)).toEqual(verifyChain(c, items, anchor));
  });
});
