/**
 * An AgBOM as ISO/IEC 19770-2:2015 tags (W§21): one tag for the agent, which carries one tag for each component in an
 * element of ours and points at them by Link. The schema does not nest tags. Choices: lib/decisions/0030-agbom-serializations.md.
 */
import { canonicalText } from "../../json/canonical";
import { componentName } from "../graph";
import type { AgbomComponent } from "../schema";
import { declaredIds, type ExportSource, memberIds, safeId, serialUuid, textAt } from "./source";

const SWID = "http://standards.iso.org/iso/19770/-2/2015/schema.xsd";
/** Elements and attributes of ours. */
export const SWID_NAMESPACE = "urn:acs:guardian:agbom:swid:1";

type Attributes = { readonly [name: string]: string | null };

/** Whoever reads it back finds every component, as declared, in its tag's element `acs:component`. */
export function swidText(source: ExportSource): string {
  const declared = declaredIds(source);
  const tags = source.components.map((component) => componentTag(component, { source, declared }));
  const links = source.components.map((component) => link("component", component.id));
  const agent = [
    element("Entity", { name: "ACS Guardian", role: "tagCreator" }),
    element("Meta", {
      "acs:agent_id": source.agentId,
      "acs:session_id": source.sessionId,
      "acs:generated_at": source.generatedAt,
    }),
    element("Meta", { "acs:agbom_hash": source.hash, "acs:serial": `urn:uuid:${serialUuid(source)}` }),
    ...links,
    element("acs:tags", {}, tags),
  ];
  const attributes = { name: source.agentName || source.agentId, tagId: safeId(source.agentId) };
  const root = { xmlns: SWID, "xmlns:acs": SWID_NAMESPACE, ...attributes };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("SoftwareIdentity", root, agent)}\n`;
}

interface Scope {
  readonly source: ExportSource;
  readonly declared: ReadonlySet<string>;
}

function componentTag(component: AgbomComponent, { source, declared }: Scope): string {
  const provider = textAt(component, "provider");
  const members = memberIds(component, declared).map(({ to }) => link("requires", to));
  const content = [
    element("Entity", { name: "ACS Guardian", role: "tagCreator" }),
    ...(provider === null ? [] : [element("Entity", { name: provider, role: "softwareCreator" })]),
    link("supplemental", source.agentId),
    ...members,
    element("Meta", metaOf(component)),
    element("acs:component", {}, [text(forXml(canonicalText(component)))]),
  ];
  return element(
    "SoftwareIdentity",
    {
      name: componentName(component),
      tagId: safeId(component.id),
      version: textAt(component, "version"),
      versionScheme: textAt(component, "version") === null ? null : "unknown",
      corpus: component.type === "agent_capability" ? "true" : null,
    },
    content,
  );
}

const metaOf = (component: AgbomComponent): Attributes => ({
  "acs:id": component.id,
  "acs:type": component.type,
  "acs:location": textAt(component, "endpoint"),
  "acs:capability": textAt(component, "tool_fields", "capability"),
  "acs:provenance_origin": textAt(component, "registration_provenance", "origin"),
});

const link = (rel: string, id: string): string => element("Link", { rel, href: `swid:${safeId(id)}` });

function element(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const stated = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${text(value).replaceAll('"', "&quot;")}"`],
  );
  const opening = `<${name}${stated.join("")}`;
  return content.length === 0 ? `${opening}/>` : `${opening}>${content.join("")}</${name}>`;
}

/** Line ends and tabs as references, because attributes are normalised; what XML 1.0 cannot hold as U+FFFD. */
function text(value: string): string {
  return value
    .replaceAll(NOT_XML, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const NOT_XML = /(?![\t\n\r\x7f-\x9f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

/** In JSON text those characters can stand only inside strings, where they have an escape. */
const forXml = (json: string): string =>
  json.replaceAll(/[\ufffe\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
