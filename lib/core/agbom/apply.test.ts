/** Snapshots, full documents and diffs applied to a session's AgBOM; what changed, member by member; the graph. */
import { describe, expect, it } from "vitest";
import { fromPlainObject } from "../json/build";
import { readJsonText } from "../json/read";
import type { JsonObject } from "../json/value";
import { EMPTY_CONTEXT } from "../session/context";
import { agbomState, agbomWrite } from "./apply";
import { definitionChanged } from "./definition";
import { agbomHash, type Components } from "./document";
import { graphOf } from "./graph";

const tool = (id: string, members: object = {}) => ({
  id,
  type: "tool",
  name: id,
  version: "1.0.0",
  provider: "files",
  tool_fields: { capability: "filesystem.read" },
  ...members,
});
const server = (tools: readonly string[]) => ({
  id: "mcp-files",
  type: "mcp_server",
  name: "files",
  version: "1.2.0",
  endpoint: "https://mcp.example.test/files",
  mcp_server_fields: { tools },
});

const apply = (method: string, payload: object, current?: Components) =>
  agbomWrite({ method, payload: fromPlainObject(payload), context: EMPTY_CONTEXT, current });

function applied(method: string, payload: object, current?: Components) {
  const result = apply(method, payload, current);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}
const snapshot = (components: readonly object[]) => applied("agbom/snapshot", { components });

describe("a snapshot", () => {
  it("replaces everything and hashes the components in the order of ids, wherever the document stands", () => {
    const first = snapshot([tool("b"), tool("a")]);
    expect([...first.components.keys()]).toEqual(["a", "b"]);
    const wrapped = applied("agbom/snapshot", {
      agbom: { agent: { id: "x" }, components: [tool("a"), tool("b")] },
      reason: "restart",
    });
    expect(wrapped.hash).toBe(first.hash);
    expect(wrapped.reason).toBe("restart");
    const second = applied("agbom/snapshot", { components: [tool("c")] }, first.components);
    expect(second).toMatchObject({ isSnapshot: true, remove: ["a", "b"] });
    expect(second.put.map(({ id }) => id)).toEqual(["c"]);
    expect(agbomState(second, 7)).toEqual({ hash: agbomHash(second.components), components: 1, seq: 7 });
  });

  it("is refused when an id stands twice, with the place named", () => {
    expect(apply("agbom/snapshot", { components: [tool("a"), tool("b"), tool("a", { version: "2" })] })).toEqual({
      ok: false,
      failure: { field: "components[2].id", message: "stands twice" },
    });
    expect(apply("agbom/snapshot", { added: [tool("a")] })).toMatchObject({
      ok: false,
      failure: { field: "components" },
    });
  });

  it("keeps members called __proto__ and constructor as data", () => {
    const read = readJsonText(
      '{"components":[{"id":"__proto__","type":"tool","name":"n","version":"1","provider":"p","tool_fields":{"capability":"c"},"__proto__":{"x":1}}]}',
    );
    if (!read.ok) throw new Error("not JSON");
    const result = agbomWrite({ method: "agbom/snapshot", payload: read.value as JsonObject, context: EMPTY_CONTEXT });
    expect(result.ok && result.value.put[0]?.text).toContain('"__proto__":{"x":1}');
    expect(result.ok && result.value.components.has("__proto__")).toBe(true);
  });
});

describe("a change", () => {
  const before = snapshot([tool("a"), tool("b"), server(["a", "b"])]).components;

  it("adds, removes and changes, and says what differs member by member", () => {
    const change = applied(
      "agbom/changed",
      {
        added: [tool("c")],
        removed: ["b"],
        changed: [
          tool("a", { version: "1.1.0", description: "reads", tool_fields: { capability: "filesystem.write" } }),
        ],
        reason: "update",
      },
      before,
    );
    expect(change.put.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(change.remove).toEqual(["b"]);
    expect(change.diff.added.map(({ id }) => id)).toEqual(["c"]);
    expect(change.diff.removed.map(({ id }) => id)).toEqual(["b"]);
    expect(change.diff.changed).toEqual([
      expect.objectContaining({
        id: "a",
        members: [
          { pointer: "/description", after: "reads" },
          { pointer: "/tool_fields/capability", before: "filesystem.read", after: "filesystem.write" },
          { pointer: "/version", before: "1.0.0", after: "1.1.0" },
        ],
      }),
    ]);
  });

  it("gives the same state as the full document that it amounts to", () => {
    const diff = applied("agbom/changed", { removed: [{ id: "b" }], changed: [server(["a"])] }, before);
    const whole = applied("agbom/changed", { components: [server(["a"]), tool("a")] }, before);
    expect(diff.hash).toBe(whole.hash);
    expect(diff.diff).toEqual(whole.diff);
    expect([diff.isSnapshot, whole.isSnapshot]).toEqual([false, true]);
  });

  it.each([
    ["removed", { removed: ["nobody"] }],
    ["added", { added: [tool("a")] }],
    ["changed", { changed: [tool("z")] }],
    ["changed", { removed: ["a"], changed: [tool("a")] }],
    ["added[1].id", { added: [tool("z"), tool("z")] }],
  ])("that contradicts the current AgBOM or itself is refused at %s", (field, payload) => {
    expect(apply("agbom/changed", payload, before)).toMatchObject({ ok: false, failure: { field } });
  });

  it("is never applied to a state that is not known", () => {
    const context = { ...EMPTY_CONTEXT, agbom: { hash: "0".repeat(64), components: 1, seq: 1 } };
    const result = agbomWrite({ method: "agbom/changed", payload: fromPlainObject({ added: [tool("z")] }), context });
    expect(result).toMatchObject({ ok: false, failure: { field: "agbom" } });
  });
});

describe("a definition", () => {
  it("is another one when an endpoint, a description or a schema differs, not when only its registration does", () => {
    const now = fromPlainObject(tool("a", { registration_provenance: { provenance_id: "p1", origin: "system" } }));
    expect(definitionChanged(now, fromPlainObject(tool("a")))).toBe(false);
    expect(definitionChanged(now, fromPlainObject(tool("a", { description: "mails" })))).toBe(true);
    expect(definitionChanged(now, fromPlainObject(tool("a", { input_schema: {} })))).toBe(true);
    const files = (tools: readonly string[], more: object = {}) => fromPlainObject({ ...server(tools), ...more });
    expect(definitionChanged(files(["a"]), files(["a", "b"]))).toBe(false);
    expect(definitionChanged(files(["a"]), files(["a"], { endpoint: "https://other.test" }))).toBe(true);
  });
});

describe("the graph", () => {
  it("has each edge once, names dangling references and does not mind cycles", () => {
    const skill = (id: string, composed_skills: readonly string[]) => ({
      id,
      type: "skill",
      name: id,
      skill_fields: { description: "", definition: { digest: { algorithm: "sha-256", value: "00" } }, composed_skills },
    });
    const graph = graphOf(
      [server(["a", "a", "gone"]), tool("a"), skill("s1", ["s2"]), skill("s2", ["s1", "s2"])].map((part) =>
        fromPlainObject(part),
      ),
    );
    expect(graph.nodes.map(({ id }) => id)).toEqual(["mcp-files", "a", "s1", "s2"]);
    expect(graph.edges).toEqual([
      { from: null, to: "mcp-files", kind: "declares" },
      { from: "mcp-files", to: "a", kind: "exposes" },
      { from: "s1", to: "s2", kind: "uses" },
      { from: "s2", to: "s1", kind: "uses" },
      { from: "s2", to: "s2", kind: "uses" },
    ]);
    expect(graph.dangling).toEqual([{ from: "mcp-files", to: "gone", member: "mcp_server_fields.tools" }]);
  });
});
