/** A component or a use in the form that bans are matched with. */
import { member } from "../json/build";
import type { JsonObject } from "../json/value";
import type { ComponentUse, DeclaredComponent } from "../session/context";
import type { ComponentType } from "./ban";
import { contentHash, type Digest, definitionDigest, normalDigest } from "./digests";
import { componentName } from "./graph";
import { ecosystemOf, mcpToolName, nameKey, parseName } from "./normalise";

export interface Subject {
  readonly type: ComponentType;
  /** For people. */
  readonly name: string;
  readonly id: string | null;
  /** Comparable names; the id where it has none. */
  readonly keys: readonly string[];
  readonly ecosystems: readonly string[];
  readonly versions: readonly string[];
  /** Comparable. */
  readonly providers: readonly string[];
  readonly endpoints: readonly string[];
  /** Of a skill's definition. */
  readonly definition: Digest | null;
  /** SHA-256 hex of the canonical component; null for what is only used. */
  readonly contentHash: () => string | null;
  /** How it comes into the step where it is not itself named: through which other component. */
  readonly through: string | null;
}

export function subjectOfComponent(component: JsonObject, through: string | null = null): Subject {
  const name = text(component, "name");
  return {
    type: String(member(component, "type")) as ComponentType,
    name: componentName(component),
    id: text(component, "id"),
    ...identity({ names: [name ?? componentName(component)], of: component }),
    definition: definitionDigest(component),
    contentHash: () => contentHash(component),
    through,
  };
}

/**
 * The use itself; what the AgBOM declares under its name, with what the use adds; the servers that hold that; and for a
 * tool, its provider taken for a server's name, so that a ban of the server needs no declaration.
 */
export function subjectsOfUse(use: ComponentUse, declared: readonly DeclaredComponent[]): readonly Subject[] {
  const meant = meantBy(use, declared);
  const own = meant.length === 0 ? [bareUse(use)] : meant.map(({ component }) => declaredUse(use, component));
  const holders = meant.flatMap(({ holders }) => holders ?? []);
  const servers = holders
    .filter(({ component }) => isServer(String(member(component, "type"))))
    .map(({ component }) => subjectOfComponent(component, use.name));
  return [...own, ...servers, ...inferredServers(use)];
}

/** Declared components that the use can mean: what differs in provider, version or server is another component. */
export function meantBy(use: ComponentUse, declared: readonly DeclaredComponent[]): readonly DeclaredComponent[] {
  const fitting = declared.filter(
    ({ component }) => agrees(use.provider, component, "provider") && agrees(use.version, component, "version"),
  );
  return fitting.length > 0 ? fitting : declared;
}

const agrees = (stated: string | undefined, component: JsonObject, name: string): boolean => {
  const other = text(component, name);
  return stated === undefined || other === null || nameKey(stated) === nameKey(other);
};

const isServer = (type: string): boolean => type === "mcp_server" || type === "a2a_peer";

function bareUse(use: ComponentUse): Subject {
  return {
    type: use.type,
    name: use.name,
    id: use.id ?? null,
    ...identity({ names: namesOf(use), of: { ...use } }),
    definition: use.digest === undefined ? null : normalDigest({ algorithm: null, value: use.digest }),
    contentHash: () => null,
    through: null,
  };
}

/** Strict: what the use says and what is declared both count. */
function declaredUse(use: ComponentUse, component: JsonObject): Subject {
  const own = bareUse(use);
  const declared = subjectOfComponent(component);
  const both = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];
  return {
    ...declared,
    keys: both(own.keys, declared.keys),
    ecosystems: both(own.ecosystems, declared.ecosystems),
    versions: both(own.versions, declared.versions),
    providers: both(own.providers, declared.providers),
    endpoints: both(own.endpoints, declared.endpoints),
    definition: own.definition ?? declared.definition,
  };
}

function inferredServers(use: ComponentUse): readonly Subject[] {
  if (use.type !== "tool" || use.provider === undefined) return [];
  const server: ComponentUse = { type: "mcp_server", name: use.provider };
  return [{ ...bareUse(server), through: use.name }];
}

function namesOf(use: ComponentUse): readonly string[] {
  const mcp = use.type === "tool" ? mcpToolName(use.name) : null;
  const id = use.id !== undefined && use.id !== use.name ? [use.id] : [];
  return [use.name, ...(mcp ? [mcp.tool] : []), ...id];
}

function identity({ names, of }: { readonly names: readonly string[]; readonly of: JsonObject }) {
  const parsed = names.map(parseName);
  const provider = text(of, "provider");
  const version = text(of, "version");
  const endpoint = text(of, "endpoint");
  const ecosystem = provider === null ? null : ecosystemOf(provider);
  return {
    keys: [...new Set([...parsed.map((part) => part.key), ...names.map(nameKey)])].filter((key) => key !== ""),
    ecosystems: present([...parsed.map((part) => part.ecosystem), ecosystem]),
    versions: present([version, ...parsed.map((part) => part.version)]),
    providers: present([provider === null ? null : nameKey(provider)]),
    endpoints: present([endpoint]),
  };
}

const present = (values: readonly (string | null)[]): readonly string[] => [
  ...new Set(values.filter((value): value is string => value !== null && value !== "")),
];

function text(object: JsonObject, name: string): string | null {
  const value = member(object, name);
  return typeof value === "string" && value.trim() !== "" ? value : null;
}
