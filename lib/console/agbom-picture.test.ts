import { describe, expect, it } from "vitest";
import { graphOf } from "../core/agbom/graph";
import { fromPlainObject } from "../core/json/build";
import type { AgbomComponentItem, ComponentUseItem, SessionAgbom } from "../core/read-models/agbom";
import { AGENT, GROUP_LIMIT, groupId, pictureOf, standingOf, useId } from "./agbom-picture";
import { waysTo } from "./agbom-ways";

const BAN = { banId: "b", reason: "no", notChecked: null };

const component = (id: string, more: Partial<AgbomComponentItem> = {}): AgbomComponentItem => ({
  id,
  type: "tool",
  name: `name of ${id}`,
  version: "1",
  provider: null,
  endpoint: null,
  origin: null,
  changed: false,
  declaredSeq: 2,
  changedSeq: 2,
  removedSeq: null,
  bans: [],
  uses: 0,
  lastUsedSeq: null,
  content: "{}",
  ...more,
});

const use = (name: string, more: Partial<ComponentUseItem> = {}): ComponentUseItem => ({
  type: "tool",
  name,
  provider: null,
  version: null,
  endpoint: null,
  declared: false,
  bans: [],
  firstSeq: 3,
  lastSeq: 3,
  uses: 1,
  ...more,
});

function agbom(
  components: readonly AgbomComponentItem[],
  documents: readonly object[],
  uses: readonly ComponentUseItem[] = [],
): SessionAgbom {
  return {
    agbom: { hash: "h", components: components.length, seq: 2 },
    components,
    graph: graphOf(documents.map(fromPlainObject)),
    undeclared: uses,
    uses,
    changes: [],
    counts: { declared: components.length, removed: 0, banned: 0, notChecked: 0, changed: 0, undeclared: uses.length },
  };
}

const server = { id: "srv", type: "mcp_server", mcp_server_fields: { tools: ["t1", "t2"] } };
const tool = (id: string) => ({ id, type: "tool" });

describe("the picture of an AgBOM", () => {
  it("draws the way from the agent to what is banned, and no other way", () => {
    const items = [component("srv", { type: "mcp_server" }), component("t1", { bans: [BAN] }), component("t2")];
    const { nodes, edges, collapsed } = pictureOf(agbom(items, [server, tool("t1"), tool("t2")]), new Set());
    expect(collapsed).toBe(false);
    expect(nodes.map(({ id, standing }) => [id, standing])).toEqual([
      [AGENT, "plain"],
      ["component:srv", "plain"],
      ["component:t1", "banned"],
      ["component:t2", "plain"],
    ]);
    expect(edges.filter((each) => each.leadsToBan).map((each) => each.id)).toEqual([
      "agent→component:srv",
      "component:srv→component:t1",
    ]);
  });

  it("leaves removed components out and hangs undeclared ones on the agent", () => {
    const items = [component("gone", { removedSeq: 9 })];
    const used = use("rm", { bans: [BAN] });
    const { nodes, edges } = pictureOf(agbom(items, [], [used]), new Set());
    expect(nodes.map(({ id }) => id)).toEqual([AGENT, useId(used)]);
    expect(edges).toEqual([
      { id: `agent→${useId(used)}`, from: AGENT, to: useId(used), leadsToBan: true, undeclared: true },
    ]);
  });

  it("opens collapsed by type when there are many, with what is banned still in sight", () => {
    const ids = Array.from({ length: 400 }, (_, at) => `c${at}`);
    const items = ids.map((id) => component(id, id === "c399" ? { bans: [BAN] } : {}));
    const whole = agbom(items, ids.map(tool));
    const closed = pictureOf(whole, new Set());
    expect(closed.collapsed).toBe(true);
    expect(closed.nodes.map(({ id }) => id)).toEqual([AGENT, groupId("tool"), "component:c399"]);
    const open = pictureOf(whole, new Set([groupId("tool")]));
    expect(open.nodes).toHaveLength(2 + GROUP_LIMIT + 1);
    expect(open.edges.every((each) => open.nodes.some((node) => node.id === each.from))).toBe(true);
    expect(open.edges.every((each) => open.nodes.some((node) => node.id === each.to))).toBe(true);
  });

  it("finds a way through circles and gives up where none leads", () => {
    const edges = [
      { from: null, to: "a", kind: "declares" },
      { from: "a", to: "b", kind: "uses" },
      { from: "b", to: "a", kind: "uses" },
      { from: "x", to: "y", kind: "uses" },
      { from: "y", to: "x", kind: "uses" },
    ] as const;
    expect([...waysTo(edges, new Set(["b"])).nodes].sort()).toEqual(["a", "b"]);
    expect([...waysTo(edges, new Set(["y"])).nodes]).toEqual(["y"]);
  });

  it("tells what cannot be compared from what is banned", () => {
    expect(standingOf(component("a", { bans: [{ ...BAN, notChecked: "no version" }] }))).toBe("not-checked");
    expect(standingOf(component("a", { changed: true }))).toBe("changed");
    expect(standingOf(use("a"))).toBe("undeclared");
    expect(standingOf(use("a", { declared: true }))).toBe("plain");
  });
});
