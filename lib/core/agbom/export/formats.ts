/** The serializations that a Guardian offers (W§5 `agbom_serializations_supported`), each with the file it makes. */
import { withMember } from "../../json/build";
import { canonicalText } from "../../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value";
import { findSecrets, maskJson } from "../../text/mask";
import { contentHash } from "../digests";
import { wholeDocument } from "../document";
import type { AgbomComponent } from "../schema";
import { cyclonedxText } from "./cyclonedx";
import type { ExportSource } from "./source";
import { spdxText } from "./spdx";
import { swidText } from "./swid";

export const AGBOM_FORMATS = ["canonical", "cyclonedx-1.6", "spdx-3.0", "swid"] as const;
export type AgbomFormat = (typeof AGBOM_FORMATS)[number];

interface FileKind {
  readonly mediaType: string;
  readonly suffix: string;
  readonly make: (source: ExportSource) => string;
}

const KINDS: { readonly [format in AgbomFormat]: FileKind } = {
  canonical: { mediaType: "application/json", suffix: "agbom.json", make: documentFile },
  "cyclonedx-1.6": {
    mediaType: "application/vnd.cyclonedx+json; version=1.6",
    suffix: "cdx.json",
    make: cyclonedxText,
  },
  "spdx-3.0": { mediaType: "application/ld+json", suffix: "spdx.json", make: spdxText },
  swid: { mediaType: "application/xml; charset=utf-8", suffix: "swid.xml", make: swidText },
};

export const isAgbomFormat = (text: string): text is AgbomFormat => (AGBOM_FORMATS as readonly string[]).includes(text);

export interface AgbomFile {
  readonly mediaType: string;
  readonly name: string;
  readonly text: string;
}

export function agbomFile(source: ExportSource, format: AgbomFormat): AgbomFile {
  const { mediaType, suffix, make } = KINDS[format];
  const name = source.sessionId.replaceAll(/[^A-Za-z0-9-]/g, "_");
  return { mediaType, name: `${name}.${suffix}`, text: make(source) };
}

function documentFile({ agentId, generatedAt, components }: ExportSource): string {
  const byId = new Map(components.map((component) => [component.id, component]));
  return canonicalText(wholeDocument({ agentId, generatedAt, components: byId }));
}

/**
 * Without secret values. The hash of what was declared no longer fits such a component. Ids stay as they are, but for those
 * that hold a secret: they become digests, wherever a component is named by them.
 */
export function maskedComponents(components: readonly AgbomComponent[]): readonly AgbomComponent[] {
  const ids = components.filter((component) => findSecrets(component).has("/id")).map(({ id }) => id);
  const renamed = new Map(ids.map((id) => [id, `masked.${contentHash(id).slice(0, 32)}`]));
  return components.map((component) => {
    const masked = maskJson(withNames(component, renamed));
    return withMember(masked as JsonObject, "id", renamed.get(component.id) ?? component.id) as AgbomComponent;
  });
}

function withNames(value: JsonValue, renamed: ReadonlyMap<string, string>): JsonValue {
  if (renamed.size === 0) return value;
  if (typeof value === "string") return renamed.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => withNames(item as JsonValue, renamed));
  if (!isJsonObject(value)) return value;
  const copy: { [name: string]: JsonValue } = Object.create(null);
  for (const [name, item] of Object.entries(value)) copy[name] = withNames(item, renamed);
  return copy;
}
