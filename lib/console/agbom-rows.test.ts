import { describe, expect, it } from "vitest";
import type { AgbomComponentItem, ComponentUseItem, SessionAgbom } from "../core/read-models/agbom";
import { agbomRows, filterRows } from "./agbom-rows";

const BAN = { banId: "b", reason: "no", notChecked: null };
const component = (id: string, more: Partial<AgbomComponentItem> = {}): AgbomComponentItem => ({
  id,
  type: "tool",
  name: id,
  version: "1.0",
  provider: "acme",
  endpoint: null,
  origin: null,
  changed: false,
  declaredSeq: 1,
  changedSeq: 1,
  removedSeq: null,
  bans: [],
  uses: 0,
  lastUsedSeq: null,
  content: "{}",
  ...more,
});
const shadow: ComponentUseItem = {
  type: "mcp_server",
  name: "shadow",
  provider: null,
  version: null,
  endpoint: "https://x.example",
  declared: false,
  bans: [],
  firstSeq: 1,
  lastSeq: 2,
  uses: 3,
};
const agbom: SessionAgbom = {
  agbom: null,
  components: [component("b"), component("a"), component("gone", { removedSeq: 4 }), component("bad", { bans: [BAN] })],
  graph: { nodes: [], edges: [], dangling: [] },
  undeclared: [shadow],
  uses: [shadow],
  changes: [],
  counts: { declared: 3, removed: 1, banned: 1, notChecked: 0, changed: 0, undeclared: 1 },
};

describe("the table of an AgBOM", () => {
  it("puts what needs an eye first and what is gone last", () => {
    expect(agbomRows(agbom).map((row) => row.name)).toEqual(["bad", "shadow", "a", "b", "gone"]);
  });

  it("is narrowed by words, kind and standing", () => {
    const rows = agbomRows(agbom);
    const names = (filter: { text?: string; type?: string; standing?: string }) =>
      filterRows(rows, { text: "", type: "", standing: "", ...filter }).map((row) => row.name);
    expect(names({ text: "X.EXAMPLE" })).toEqual(["shadow"]);
    expect(names({ type: "tool", text: "acme" })).toEqual(["bad", "a", "b", "gone"]);
    expect(names({ standing: "removed" })).toEqual(["gone"]);
    expect(names({ standing: "banned" })).toEqual(["bad"]);
  });
});
