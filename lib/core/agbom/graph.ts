/** The AgBOM as nodes and edges: what the agent declares and what holds what (W§13). Linear in components and references. */
import { member, memberAt } from "../json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import type { ComponentType } from "./ban";

export interface AgbomNode {
  /** Component id. The agent itself is no node: it is the `root` of the graph. */
  readonly id: string;
  readonly type: ComponentType;
  readonly name: string;
}

export interface AgbomEdge {
  /** Component id, or null for the agent. */
  readonly from: string | null;
  readonly to: string;
  /** declares: agent to a component that nothing else holds; exposes: server to tool; uses: capability or skill to member. */
  readonly kind: "declares" | "exposes" | "uses";
}

/** A reference to an id that the AgBOM does not declare. */
export interface DanglingReference {
  readonly from: string;
  readonly to: string;
  /** The list that names it, such as `mcp_server_fields.tools`. */
  readonly member: string;
}

export interface AgbomGraph {
  readonly nodes: readonly AgbomNode[];
  /** Each pair once, whatever the document repeats. */
  readonly edges: readonly AgbomEdge[];
  readonly dangling: readonly DanglingReference[];
}

export interface Reference {
  readonly to: string;
  readonly member: string;
  readonly kind: "exposes" | "uses";
}

const LISTS: { readonly [fields: string]: readonly string[] } = {
  mcp_server_fields: ["tools"],
  agent_capability_fields: ["tools", "mcp_servers", "a2a_peers"],
  skill_fields: ["tools", "mcp_servers", "a2a_peers", "models", "composed_skills"],
};

/** The ids that a component names as its members, each once. */
export function referencesOf(component: JsonObject): readonly Reference[] {
  const fields = `${String(member(component, "type"))}_fields`;
  const kind = fields === "mcp_server_fields" ? "exposes" : "uses";
  const found = new Map<string, Reference>();
  for (const list of Object.hasOwn(LISTS, fields) ? (LISTS[fields] ?? []) : []) {
    for (const to of idsIn(memberAt(component, fields, list)))
      if (!found.has(to)) found.set(to, { to, member: `${fields}.${list}`, kind });
  }
  return [...found.values()];
}

const idsIn = (list: JsonValue | undefined): readonly string[] =>
  Array.isArray(list) ? list.filter((id): id is string => typeof id === "string") : [];

/** What a reader calls a component: its name, or its id where it has none. */
export function componentName(component: JsonObject): string {
  const name = member(component, "name");
  return typeof name === "string" && name !== "" ? name : String(member(component, "id"));
}

/** Cycles are fine: nothing is followed. */
export function graphOf(components: readonly JsonObject[]): AgbomGraph {
  const ids = new Set(components.map((component) => String(member(component, "id"))));
  const held = new Set<string>();
  const edges: AgbomEdge[] = [];
  const dangling: DanglingReference[] = [];
  for (const component of components.filter(isJsonObject)) {
    const from = String(member(component, "id"));
    for (const reference of referencesOf(component)) {
      if (!ids.has(reference.to)) dangling.push({ from, to: reference.to, member: reference.member });
      else {
        edges.push({ from, to: reference.to, kind: reference.kind });
        if (reference.to !== from) held.add(reference.to);
      }
    }
  }
  const declares = [...ids]
    .filter((id) => !held.has(id))
    .map((to): AgbomEdge => ({ from: null, to, kind: "declares" }));
  const nodes = components.map((component) => ({
    id: String(member(component, "id")),
    type: String(member(component, "type")) as ComponentType,
    name: componentName(component),
  }));
  return { nodes, edges: [...declares, ...edges], dangling };
}
