/** What the graph of an AgBOM shows: every component, or groups by type when there are many; what is banned is never hidden. */
import type { ComponentType } from "../core/agbom/ban";
import type { AgbomComponentItem, ComponentUseItem, SessionAgbom } from "../core/read-models/agbom";
import { type Ways, wayKey, waysTo } from "./agbom-ways";

/** More components than this open collapsed by type. */
export const COLLAPSE_ABOVE = 300;
/** Components of one opened group that are drawn; the table has all of them. */
export const GROUP_LIMIT = 60;

export const AGENT = "agent";
export const groupId = (type: string): string => `group:${type}`;
export const useId = (use: Pick<ComponentUseItem, "type" | "name" | "provider" | "version">): string =>
  `use:${JSON.stringify([use.type, use.name, use.provider, use.version])}`;
const componentId = (id: string): string => `component:${id}`;

export type Standing = "banned" | "undeclared" | "not-checked" | "changed" | "plain";

export interface PictureNode {
  readonly id: string;
  readonly kind: "agent" | "group" | "component" | "use";
  readonly type: ComponentType | null;
  readonly label: string;
  readonly detail: string;
  readonly standing: Standing;
  readonly open?: boolean;
}

export interface PictureEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Part of a way from the agent to something banned. */
  readonly leadsToBan: boolean;
  readonly undeclared: boolean;
}

export interface Picture {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  readonly collapsed: boolean;
}

export const TYPE_WORDS: { readonly [type in ComponentType]: { readonly one: string; readonly many: string } } = {
  model: { one: "model", many: "models" },
  mcp_server: { one: "MCP server", many: "MCP servers" },
  a2a_peer: { one: "A2A peer", many: "A2A peers" },
  tool: { one: "tool", many: "tools" },
  knowledge_source: { one: "knowledge source", many: "knowledge sources" },
  memory_store: { one: "memory store", many: "memory stores" },
  agent_capability: { one: "capability", many: "capabilities" },
  skill: { one: "skill", many: "skills" },
};

const isBanned = (item: { readonly bans: readonly { readonly notChecked: string | null }[] }): boolean =>
  item.bans.some((ban) => ban.notChecked === null);

export function standingOf(item: AgbomComponentItem | ComponentUseItem): Standing {
  if (isBanned(item)) return "banned";
  if ("declared" in item) return item.declared ? "plain" : "undeclared";
  if (item.bans.length > 0) return "not-checked";
  return item.changed ? "changed" : "plain";
}

export function pictureOf(agbom: SessionAgbom, opened: ReadonlySet<string>, everything = false): Picture {
  const declared = agbom.components.filter((item) => item.removedSeq === null);
  const collapsed = !everything && declared.length + agbom.undeclared.length > COLLAPSE_ABOVE;
  const banned = new Set(declared.filter(isBanned).map((item) => item.id));
  const ways = waysTo(agbom.graph.edges, banned);
  const shown = collapsed ? shownOf(declared, opened, ways.nodes) : new Set(declared.map((item) => item.id));
  const uses = usesShown(agbom.undeclared, collapsed);
  const groups = collapsed ? groupsOf(declared, shown, opened) : [];
  return {
    collapsed,
    nodes: [
      agentNode(),
      ...groups,
      ...declared.filter((item) => shown.has(item.id)).map(componentNode),
      ...uses.map(useNode),
    ],
    edges: [
      ...groups.map((group) => edge(AGENT, group.id)),
      ...componentEdges(agbom.graph.edges, { shown, collapsed, declared, ways }),
      ...uses.map((use) => ({ ...edge(AGENT, useId(use), isBanned(use)), undeclared: true })),
    ],
  };
}

function shownOf(
  declared: readonly AgbomComponentItem[],
  opened: ReadonlySet<string>,
  ways: ReadonlySet<string>,
): ReadonlySet<string> {
  const shown = new Set(ways);
  const count = new Map<string, number>();
  for (const item of declared) {
    const before = count.get(item.type) ?? 0;
    if (!opened.has(groupId(item.type)) || before >= GROUP_LIMIT) continue;
    shown.add(item.id);
    count.set(item.type, before + 1);
  }
  return shown;
}

function groupsOf(
  declared: readonly AgbomComponentItem[],
  shown: ReadonlySet<string>,
  opened: ReadonlySet<string>,
): readonly PictureNode[] {
  const counts = new Map<ComponentType, { all: number; hidden: number }>();
  for (const { type, id } of declared) {
    const count = counts.get(type) ?? { all: 0, hidden: 0 };
    counts.set(type, { all: count.all + 1, hidden: count.hidden + (shown.has(id) ? 0 : 1) });
  }
  return [...counts].map(([type, { all, hidden }]) => ({
    id: groupId(type),
    kind: "group",
    type,
    label: `${all.toLocaleString("en-US")} ${all === 1 ? TYPE_WORDS[type].one : TYPE_WORDS[type].many}`,
    detail: opened.has(groupId(type))
      ? hidden > 0
        ? `${hidden.toLocaleString("en-US")} in the table only`
        : "all drawn"
      : "collapsed",
    standing: "plain",
    open: opened.has(groupId(type)),
  }));
}

interface EdgeContext {
  readonly shown: ReadonlySet<string>;
  readonly collapsed: boolean;
  readonly declared: readonly AgbomComponentItem[];
  readonly ways: Ways;
}

/** In a collapsed picture a component hangs on its group, unless it is on a way to something banned. */
function componentEdges(edges: SessionAgbom["graph"]["edges"], context: EdgeContext): readonly PictureEdge[] {
  const { shown, collapsed, declared, ways } = context;
  const drawn = edges.flatMap(({ from, to }) => {
    if (!shown.has(to) || (from !== null && !shown.has(from))) return [];
    const leads = ways.edges.has(wayKey(from, to));
    if (collapsed && from === null && !leads) return [];
    return [edge(from === null ? AGENT : componentId(from), componentId(to), leads)];
  });
  if (!collapsed) return drawn;
  const hung = new Set(drawn.map(({ to }) => to));
  const rest = declared.filter((item) => shown.has(item.id) && !hung.has(componentId(item.id)));
  return [...drawn, ...rest.map((item) => edge(groupId(item.type), componentId(item.id)))];
}

/** Banned ones always; of the rest only what can be read. */
function usesShown(uses: readonly ComponentUseItem[], collapsed: boolean): readonly ComponentUseItem[] {
  const banned = uses.filter(isBanned);
  const rest = uses.filter((use) => !isBanned(use));
  return [...banned, ...rest.slice(0, collapsed ? GROUP_LIMIT : COLLAPSE_ABOVE)];
}

const edge = (from: string, to: string, leadsToBan = false): PictureEdge => ({
  id: `${from}→${to}`,
  from,
  to,
  leadsToBan,
  undeclared: false,
});

const agentNode = (): PictureNode => ({
  id: AGENT,
  kind: "agent",
  type: null,
  label: "Agent",
  detail: "",
  standing: "plain",
});

const componentNode = (item: AgbomComponentItem): PictureNode => ({
  id: componentId(item.id),
  kind: "component",
  type: item.type,
  label: item.name,
  detail: item.version ?? "",
  standing: standingOf(item),
});

const useNode = (use: ComponentUseItem): PictureNode => ({
  id: useId(use),
  kind: "use",
  type: use.type,
  label: use.name,
  detail: use.version ?? "",
  standing: standingOf(use),
});
