import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nobleCrypto } from "../crypto-noble";
import { fromPlain, fromPlainObject, memberAt } from "../json/build";
import { canonicalText } from "../json/canonical";
import { readJson, readJsonText } from "../json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { type ActionParts, actionDigest, actionObject } from "./action";

interface Vector {
  readonly title: string;
  readonly same: string;
  readonly input: ActionParts;
  readonly canonical: string;
  readonly digest: string;
}

const file = readJson(readFileSync(new URL("../vectors/action-digest.json", import.meta.url)));
if (!file.ok) throw new Error(file.failure.message);
const vectors = memberAt(file.value, "vectors") as unknown as readonly Vector[];

const object = (text: string): JsonObject => {
  const read = readJsonText(text);
  if (!read.ok || !isJsonObject(read.value)) throw new Error("not an object");
  return read.value;
};

const parts = (payload: JsonValue, more: Partial<ActionParts> = {}): ActionParts => ({
  tenant_id: "main",
  agent_id: "agent-blue",
  session_id: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
  method: "steps/toolCallRequest",
  metadata: object('{"agent_id":"agent-blue"}'),
  payload,
  ...more,
});

const digestOf = (input: ActionParts): string => actionDigest(nobleCrypto, actionObject(input));

describe("action digest vectors", () => {
  it("are there", () => {
    expect(vectors.length).toBeGreaterThan(25);
  });

  it.each(vectors)("agrees on $title", ({ input, canonical, digest }) => {
    expect(canonicalText(actionObject(input))).toBe(canonical);
    expect(digestOf(input)).toBe(digest);
    expect(`sha256:${createHash("sha256").update(canonical, "utf8").digest("hex")}`).toBe(digest);
  });

  it("tells every two different actions apart", () => {
    const byGroup = new Map(vectors.map((vector) => [vector.same, vector.digest]));
    expect(new Set(byGroup.values()).size).toBe(byGroup.size);
    for (const vector of vectors) expect(vector.digest).toBe(byGroup.get(vector.same));
  });
});

/** Any JSON value, with the names that are easiest to lose. */
const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "grapheme" }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .dictionary(
        fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toString", "id", "value")),
        tie("value"),
        { maxKeys: 3 },
      )
      .map(fromPlain),
  ),
})).value;

describe("an action digest", () => {
  it("differs exactly when the payload differs", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const equal = canonicalText(a) === canonicalText(b);
        expect(digestOf(parts(a)) === digestOf(parts(b))).toBe(equal);
      }),
    );
  });

  it("differs when any one registered value differs", () => {
    const name = fc.constantFrom("tenant_id", "agent_id", "session_id", "method");
    fc.assert(
      fc.property(name, fc.string(), (member, value) => {
        const one = parts({ a: 1 });
        const other = { ...one, [member]: value };
        expect(digestOf(one) === digestOf(other)).toBe(one[member as keyof ActionParts] === value);
      }),
    );
  });

  it("covers every member of the metadata but the four that change between sends", () => {
    const unbound = ["turn_id", "parent_turn_id", "session_state", "approval_id"];
    const name = fc.oneof(fc.string(), fc.constantFrom(...unbound, "__proto__", "mcp_server_id"));
    fc.assert(
      fc.property(name, json, (member, value) => {
        const metadata = fromPlainObject(Object.fromEntries([[member, value]]));
        const same = digestOf(parts(null, { metadata })) === digestOf(parts(null, { metadata: object("{}") }));
        expect(same).toBe(unbound.includes(member));
      }),
    );
  });

  it("leaves what it was given untouched", () => {
    const payload = object('{"id":1,"params":{"_meta":{"progressToken":2}}}');
    actionObject(parts(payload, { method: "protocols/MCP/tools/call" }));
    expect(canonicalText(payload)).toBe('{"id":1,"params":{"_meta":{"progressToken":2}}}');
  });

  it.each([null, "text", 7, [1], {}])("takes a wrapped payload of an odd shape: %j", (payload) => {
    const input = parts(payload as JsonValue, { method: "protocols/mcp/tools/call" });
    expect(digestOf(input)).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});
