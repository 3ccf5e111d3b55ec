/** The serializations that a Guardian offers (W§5 `agbom_serializations_supported`), each with the file it makes. */
import { withMember } from "../../json/build";
import { canonicalText } from "../../json/canonical";
import { maskJson } from "../../text/mask";
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

/** Without secret values. The hash of what was declared no longer fits such a component; ids stay as they are. */
export const maskedComponent = (component: AgbomComponent): AgbomComponent =>
  withMember(maskJson(component) as AgbomComponent, "id", component.id) as AgbomComponent;
