/** An AgBOM as CycloneDX 1.6 JSON (W§21), by the official library. Choices: lib/decisions/0030-agbom-serializations.md. */
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { canonicalText } from "../../json/canonical";
import { definitionDigest } from "../digests";
import { componentName } from "../graph";
import type { AgbomComponent } from "../schema";
import { declaredIds, type ExportSource, memberIds, safeId, serialUuid, textAt } from "./source";

type Part = Models.Component | Models.Service;

const COMPONENT_TYPES: { readonly [type: string]: Enums.ComponentType } = {
  model: Enums.ComponentType.MachineLearningModel,
  tool: Enums.ComponentType.Application,
  memory_store: Enums.ComponentType.Data,
  agent_capability: Enums.ComponentType.Application,
  skill: Enums.ComponentType.Application,
};

/** Whoever reads it back finds every component, as declared, in its property `acs:component`. */
export function cyclonedxText(source: ExportSource): string {
  const parts = new Map(source.components.map((component) => [component.id, partOf(component, source)]));
  const declared = declaredIds(source);
  for (const component of source.components) {
    for (const { to } of memberIds(component, declared)) {
      const target = parts.get(to);
      if (target) parts.get(component.id)?.dependencies.add(target.bomRef);
    }
  }
  const all = [...parts.values()];
  const bom = new Models.Bom({
    serialNumber: `urn:uuid:${serialUuid(source)}`,
    metadata: metadataOf(source, all),
    components: new Models.ComponentRepository(all.filter((part) => part instanceof Models.Component)),
    services: new Models.ServiceRepository(all.filter((part) => part instanceof Models.Service)),
  });
  const normalized = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6).makeForBom().normalize(bom, {});
  return JSON.stringify(withEndpoints(normalized, source), null, 1);
}

/** The id itself wherever it may stand as a reference and is not the agent's own. */
function refOf(id: string, agentId: string): string {
  const isReserved = id === "" || id.startsWith("acs.") || id.startsWith("urn:cdx:") || id === rootRef(agentId);
  return isReserved ? safeId(id) : id;
}

const rootRef = (agentId: string): string => `urn:agent:${agentId}`;

function partOf(component: AgbomComponent, { agentId }: ExportSource): Part {
  const provider = textAt(component, "provider");
  const supplier = provider === null ? undefined : new Models.OrganizationalEntity({ name: provider });
  const type = COMPONENT_TYPES[component.type];
  const shared = {
    bomRef: refOf(component.id, agentId),
    version: textAt(component, "version") ?? undefined,
    description: descriptionOf(component) ?? undefined,
    properties: new Models.PropertyRepository(propertiesOf(component)),
    externalReferences: new Models.ExternalReferenceRepository(cardOf(component)),
  };
  const name = componentName(component);
  if (type === undefined) return new Models.Service(name, { ...shared, provider: supplier });
  return new Models.Component(type, name, { ...shared, supplier, hashes: hashesOf(component) });
}

const descriptionOf = (component: AgbomComponent): string | null =>
  textAt(component, "agent_capability_fields", "description") ??
  textAt(component, "skill_fields", "description") ??
  textAt(component, "description");

function propertiesOf(component: AgbomComponent): Models.Property[] {
  const window = component.model_fields?.context_window;
  const facts: readonly (readonly [string, string | null])[] = [
    ["acs:id", component.id],
    ["acs:type", component.type],
    ["acs:endpoint", textAt(component, "endpoint")],
    ["acs:capability", textAt(component, "tool_fields", "capability")],
    ["acs:context_window", window === undefined ? null : String(window)],
    ["acs:source_type", textAt(component, "knowledge_source_fields", "source_type")],
    ["acs:store_type", textAt(component, "memory_store_fields", "store_type")],
    ["acs:scope", textAt(component, "memory_store_fields", "scope")],
    ["acs:provenance:origin", textAt(component, "registration_provenance", "origin")],
    ["acs:provenance:source_id", textAt(component, "registration_provenance", "source_id")],
    ["acs:component", canonicalText(component)],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [new Models.Property(name, value)]));
}

function cardOf(component: AgbomComponent): Models.ExternalReference[] {
  const card = textAt(component, "a2a_peer_fields", "agent_card_ref");
  return card === null ? [] : [new Models.ExternalReference(card, Enums.ExternalReferenceType.Other)];
}

const HASHES: { readonly [algorithm: string]: readonly [Enums.HashAlgorithm, number] } = {
  sha1: [Enums.HashAlgorithm["SHA-1"], 40],
  sha256: [Enums.HashAlgorithm["SHA-256"], 64],
  sha384: [Enums.HashAlgorithm["SHA-384"], 96],
  sha512: [Enums.HashAlgorithm["SHA-512"], 128],
};

/** The digest of a skill's definition, where the format knows its algorithm. */
function hashesOf(component: AgbomComponent): Models.HashDictionary {
  const digest = definitionDigest(component);
  const known = digest?.algorithm && Object.hasOwn(HASHES, digest.algorithm) ? HASHES[digest.algorithm] : undefined;
  const fits = digest && known && digest.value.length === known[1] && /^[0-9a-f]+$/.test(digest.value);
  return new Models.HashDictionary(fits ? [[known[0], digest.value]] : []);
}

function metadataOf(source: ExportSource, parts: readonly Part[]): Models.Metadata {
  const agent = new Models.Component(Enums.ComponentType.Application, source.agentName || source.agentId, {
    bomRef: rootRef(source.agentId),
    properties: new Models.PropertyRepository([
      new Models.Property("acs:agent_id", source.agentId),
      new Models.Property("acs:session_id", source.sessionId),
      new Models.Property("acs:agbom_hash", source.hash),
    ]),
  });
  for (const part of parts) agent.dependencies.add(part.bomRef);
  const named = source.framework === null ? [] : [source.framework];
  const tools = ["ACS Guardian", ...named].map((name) => new Models.Component(Enums.ComponentType.Application, name));
  return new Models.Metadata({
    timestamp: new Date(source.generatedAt),
    component: agent,
    tools: new Models.Tools({ components: new Models.ComponentRepository(tools) }),
  });
}

type Normalized = ReturnType<Serialize.JSON.Normalize.BomNormalizer["normalize"]>;

/** What the library's models have no place for: endpoints of services, and capabilities as compositions. */
function withEndpoints(bom: Normalized, source: ExportSource): object {
  const ref = (id: string) => refOf(id, source.agentId);
  const endpoints = new Map(source.components.map((component) => [ref(component.id), textAt(component, "endpoint")]));
  const services = (bom.services ?? []).map((service) => {
    const endpoint = endpoints.get(String(service["bom-ref"]));
    return endpoint ? { ...service, endpoints: [endpoint] } : service;
  });
  const declared = declaredIds(source);
  const compositions = source.components
    .filter((component) => component.type === "agent_capability")
    .map((component) => ({ members: memberIds(component, declared).map(({ to }) => ref(to)), own: ref(component.id) }))
    .map(({ own, members }) => ({ aggregate: "not_specified", assemblies: [own, ...members] }));
  return { ...bom, services, ...(compositions.length === 0 ? {} : { compositions }) };
}
