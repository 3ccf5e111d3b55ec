import { describe, expect, it } from "vitest";
import { hostRecord } from "../../testing/host-records";
import { fromPlainObject } from "../json/build";
import { readJsonText } from "../json/read";
import { linkOf, parseRecord } from "./record";

const SESSION = "5c3f1b8e-9a0d-4c2e-8f4b-2d6a7e9c1b30";

function parse(text: string) {
  const read = readJsonText(text);
  if (!read.ok) throw new Error(read.failure.message);
  return parseRecord(read.value);
}

const record = (more: Record<string, unknown> = {}) => {
  const parsed = parseRecord(fromPlainObject(hostRecord(SESSION, more)));
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.value;
};

describe("a host record", () => {
  it("may hold everything that §11 lets it hold", () => {
    const full = {
      verdict: {
        decision: "transform",
        reason: "r",
        message: "m",
        warnings: [{ reason: "w", message: "x" }],
        result_labels: ["l"],
        transform: { path: "$target" },
        evidence: { artefact: "a", verification_pointers: { p: "https://example.test/" } },
      },
      trace: { trace_id: "t", span_id: "s" },
      resolved_by: "approval",
      input_identity: null,
      enforced_identity: null,
      identity_provider: null,
      tool: "t",
      entry_hash: "a".repeat(64),
    };
    expect(record(full)).toMatchObject(full);
  });

  it.each(["", '"verdict":{"decision":"deny","__proto__":{"secret":1}},'])(
    "smuggles nothing in as a member called __proto__: %s",
    (verdict) => {
      const text = JSON.stringify(hostRecord(SESSION, { verdict: undefined }));
      const more = verdict === "" ? '"verdict":{"decision":"deny"},"__proto__":{"secret":1},' : verdict;
      expect(parse(text.replace("{", `{${more}`)).ok).toBe(false);
    },
  );

  it("links by what it says outright before the artefact of its verdict", () => {
    const evidence = { artefact: `sha256:${"b".repeat(64)}` };
    expect(linkOf(record())).toBeNull();
    expect(linkOf(record({ verdict: { decision: "allow", evidence } }))).toEqual({
      hash: "b".repeat(64),
      isExplicit: false,
    });
    expect(linkOf(record({ entry_hash: "a".repeat(64), verdict: { decision: "allow", evidence } }))).toEqual({
      hash: "a".repeat(64),
      isExplicit: true,
    });
  });
});
