/** An AgBOM as SPDX 3.0.1 JSON-LD (W§21). Choices: lib/decisions/0030-agbom-serializations.md. */
import { canonicalText } from "../../json/canonical";
import type { JsonObject, JsonValue } from "../../json/value";
import { definitionDigest } from "../digests";
import { componentName } from "../graph";
import type { AgbomComponent } from "../schema";
import { declaredIds, type ExportSource, memberIds, safeId, serialUuid, textAt } from "./source";

const CONTEXT = "https://spdx.org/rdf/3.0.1/spdx-context.jsonld";
const CREATION = "_:creationinfo";

/** Whoever reads it back finds every component, as declared, in the Annotation about its element. */
export function spdxText(source: ExportSource): string {
  const ids = new Ids(source);
  const declared = declaredIds(source);
  const elements: JsonObject[] = [
    guardianOf(ids),
    agentOf(source, ids),
    ...providersOf(source).map((name) => base({ type: "Organization", spdxId: ids.provider(name), name })),
    ...source.components.flatMap((component) => [
      componentElement(component, { ids, declared }),
      annotation(component, ids),
      ...relationOf(component, { ids, declared }),
    ]),
    ...dependencies(source, ids),
  ];
  const graph = [creationInfo(source, ids), documentOf(source, ids, elements), ...elements];
  return JSON.stringify({ "@context": CONTEXT, "@graph": graph }, null, 1);
}

/** IRIs under a namespace that the session and the state of its AgBOM determine. */
class Ids {
  readonly #namespace: string;

  constructor(source: ExportSource) {
    this.#namespace = `urn:uuid:${serialUuid(source)}`;
  }

  component = (id: string): string => this.of("component", id);
  provider = (name: string): string => this.of("provider", name);

  of(kind: string, id: string): string {
    return `${this.#namespace}#SPDXRef-${kind}-${safeId(id)}`;
  }
}

interface Scope {
  readonly ids: Ids;
  readonly declared: ReadonlySet<string>;
}

type Typed = { readonly type: string; readonly spdxId: string } & { readonly [name: string]: JsonValue };

const base = (element: Typed): JsonObject => ({ ...element, creationInfo: CREATION });

const creationInfo = ({ generatedAt }: ExportSource, ids: Ids): JsonObject => ({
  type: "CreationInfo",
  "@id": CREATION,
  specVersion: "3.0.1",
  created: `${generatedAt.slice(0, 19)}Z`,
  createdBy: [ids.of("guardian", "acs")],
});

const guardianOf = (ids: Ids): JsonObject =>
  base({ type: "SoftwareAgent", spdxId: ids.of("guardian", "acs"), name: "ACS Guardian" });

const agentOf = ({ agentId, agentName }: ExportSource, ids: Ids): JsonObject =>
  base({
    type: "software_Package",
    spdxId: ids.of("agent", agentId),
    name: agentName || agentId,
    software_primaryPurpose: "application",
    externalIdentifier: [otherId(agentId)],
  });

const otherId = (identifier: string): JsonObject => ({
  type: "ExternalIdentifier",
  externalIdentifierType: "other",
  identifier,
});

const documentOf = (source: ExportSource, ids: Ids, elements: readonly JsonObject[]): JsonObject =>
  base({
    type: "SpdxDocument",
    spdxId: ids.of("document", "agbom"),
    name: `AgBOM of session ${source.sessionId}`,
    comment: `agbom_hash ${source.hash}`,
    profileConformance: ["core", "software", "ai", "dataset"],
    rootElement: [ids.of("agent", source.agentId)],
    element: elements.map((element) => String(element.spdxId)),
  });

const providersOf = ({ components }: ExportSource): readonly string[] =>
  [...new Set(components.filter(isPackage).flatMap((component) => textAt(component, "provider") ?? []))].sort();

const isPackage = (component: AgbomComponent): boolean => component.type !== "agent_capability";

const PURPOSES: { readonly [type: string]: string } = {
  model: "model",
  tool: "application",
  memory_store: "data",
  skill: "module",
};

function componentElement(component: AgbomComponent, { ids, declared }: Scope): JsonObject {
  const shared = {
    spdxId: ids.component(component.id),
    name: componentName(component),
    externalIdentifier: [otherId(component.id)],
    ...described(component),
  };
  if (!isPackage(component)) {
    const element = memberIds(component, declared).map(({ to }) => ids.component(to));
    return base({ ...shared, type: "Bundle", ...(element.length === 0 ? {} : { element }) });
  }
  const provider = textAt(component, "provider");
  const version = textAt(component, "version");
  return base({
    ...shared,
    ...typeOf(component),
    software_primaryPurpose: PURPOSES[component.type] ?? "other",
    ...(version === null ? {} : { software_packageVersion: version }),
    ...(provider === null ? {} : { suppliedBy: ids.provider(provider) }),
    ...located(component),
    ...hashed(component),
  });
}

function typeOf({ type }: AgbomComponent): { readonly type: string } & { readonly [name: string]: JsonValue } {
  if (type === "model") return { type: "ai_AIPackage" };
  return type === "memory_store"
    ? { type: "dataset_DatasetPackage", dataset_datasetType: ["noAssertion"] }
    : { type: "software_Package" };
}

function described(component: AgbomComponent): JsonObject {
  const description =
    textAt(component, "agent_capability_fields", "description") ??
    textAt(component, "skill_fields", "description") ??
    textAt(component, "description");
  return { summary: `ACS component type ${component.type}`, ...(description === null ? {} : { description }) };
}

/** Where a service answers: SPDX 3.0 has no class and no member of its own for it. */
function located(component: AgbomComponent): JsonObject {
  const endpoint = textAt(component, "endpoint");
  return endpoint === null
    ? {}
    : { externalRef: [{ type: "ExternalRef", externalRefType: "other", locator: [endpoint], comment: "endpoint" }] };
}

const HASHES = ["sha1", "sha224", "sha256", "sha384", "sha512"];

function hashed(component: AgbomComponent): JsonObject {
  const digest = definitionDigest(component);
  if (digest === null) return {};
  const algorithm = digest.algorithm !== null && HASHES.includes(digest.algorithm) ? digest.algorithm : "other";
  return { verifiedUsing: [{ type: "Hash", algorithm, hashValue: digest.value }] };
}

const annotation = (component: AgbomComponent, ids: Ids): JsonObject =>
  base({
    type: "Annotation",
    spdxId: ids.of("annotation", component.id),
    annotationType: "other",
    contentType: "application/json",
    subject: ids.component(component.id),
    statement: canonicalText(component),
  });

/** Servers and capabilities contain, a skill depends on what it is composed of. */
function relationOf(component: AgbomComponent, { ids, declared }: Scope): readonly JsonObject[] {
  const to = memberIds(component, declared).map((reference) => ids.component(reference.to));
  if (to.length === 0) return [];
  return [
    base({
      type: "Relationship",
      spdxId: ids.of("relationship", component.id),
      from: ids.component(component.id),
      relationshipType: component.type === "skill" ? "dependsOn" : "contains",
      to,
    }),
  ];
}

const dependencies = ({ components, agentId }: ExportSource, ids: Ids): readonly JsonObject[] =>
  components.length === 0
    ? []
    : [
        base({
          type: "Relationship",
          spdxId: ids.of("dependencies", agentId),
          from: ids.of("agent", agentId),
          relationshipType: "dependsOn",
          to: components.map(({ id }) => ids.component(id)),
        }),
      ];
