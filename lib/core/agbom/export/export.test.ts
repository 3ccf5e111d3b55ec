/** CycloneDX, SPDX and SWID of the same AgBOMs: valid, lossless, the same bytes every time. */
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { EVERY_TYPE, exportSource, HOSTILE, manyComponents, sampleTool } from "../../../testing/agbom-samples";
import { canonicalText } from "../../json/canonical";
import type { AgbomComponent } from "../schema";
import { cyclonedxText } from "./cyclonedx";
import { safeId, serialUuid } from "./source";
import { spdxText } from "./spdx";
import { swidText } from "./swid";

const cyclonedx = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
const texts = (components: readonly AgbomComponent[]) =>
  exportSource(components).components.map((part) => canonicalText(part));

interface CycloneDx {
  readonly components: readonly CycloneDxPart[];
  readonly services: readonly (CycloneDxPart & { readonly endpoints?: readonly string[] })[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly compositions: readonly { readonly assemblies: readonly string[] }[];
  readonly metadata: { readonly component: CycloneDxPart };
}
interface CycloneDxPart {
  readonly type?: string;
  readonly name: string;
  readonly "bom-ref": string;
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}
const parts = (bom: CycloneDx): readonly CycloneDxPart[] => [...(bom.components ?? []), ...(bom.services ?? [])];
const propertyOf = (part: CycloneDxPart, name: string) =>
  part.properties.find((property) => property.name === name)?.value;

describe.each([
  ["every type", EVERY_TYPE],
  ["hostile ids and names", HOSTILE],
  ["nothing", []],
])("CycloneDX 1.6 of %s", (_, components) => {
  const text = cyclonedxText(exportSource(components));
  const bom = JSON.parse(text) as CycloneDx;

  it("passes the official validator", async () => {
    expect(await cyclonedx.validate(text)).toBeNull();
  });

  it("has unique references and dependencies", () => {
    const refs = [...parts(bom).map((part) => part["bom-ref"]), bom.metadata.component["bom-ref"]];
    expect(new Set(refs).size).toBe(refs.length);
    const deps = bom.dependencies.map(({ ref }) => ref);
    expect(new Set(deps).size).toBe(deps.length);
    for (const { dependsOn = [] } of bom.dependencies) {
      expect(new Set(dependsOn).size).toBe(dependsOn.length);
      expect(dependsOn.filter((ref) => !refs.includes(ref))).toEqual([]);
    }
  });

  it("gives every component back as it was declared", () => {
    const back = parts(bom).map((part) => propertyOf(part, "acs:component") ?? "");
    expect(back.sort()).toEqual([...texts(components)].sort());
  });
});

describe("CycloneDX of every type", () => {
  const bom = JSON.parse(cyclonedxText(exportSource(EVERY_TYPE))) as CycloneDx;

  it("keeps ids as references, puts services among services, and says what holds what", () => {
    expect(bom.services.map((service) => [service["bom-ref"], service.endpoints]).sort()).toEqual([
      ["ks-1", undefined],
      ["mcp-files", ["https://mcp.example.test/files"]],
      ["peer-1", ["https://peer.example.test"]],
    ]);
    expect(Object.fromEntries(bom.components.map((part) => [part["bom-ref"], part.type]))).toMatchObject({
      "model-1": "machine-learning-model",
      "mem-1": "data",
      "t-read": "application",
    });
    const deps = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    expect(deps.get("mcp-files")).toEqual(["t-read"]);
    expect([...(deps.get("cap-1") ?? [])].sort()).toEqual(["mcp-files", "peer-1", "t-read"]);
    expect(deps.get("urn:agent:agent-1")).toHaveLength(EVERY_TYPE.length);
    expect(bom.compositions.map(({ assemblies }) => assemblies[0]).sort()).toEqual(["cap-1", "cap-2"]);
  });
});

interface SpdxElement {
  readonly spdxId?: string;
  readonly type: string;
  readonly statement?: string;
  readonly externalIdentifier?: readonly { readonly identifier: string }[];
}

describe.each([
  ["every type", EVERY_TYPE],
  ["hostile ids and names", HOSTILE],
])("SPDX 3.0.1 of %s", (_, components) => {
  const graph = (JSON.parse(spdxText(exportSource(components))) as { "@graph": readonly SpdxElement[] })["@graph"];

  it("has ids of letters, digits, dot and dash, each once, and the original ones beside them", () => {
    const ids = graph.flatMap((element) => element.spdxId ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^urn:uuid:[0-9a-f-]{36}#SPDXRef-[A-Za-z0-9.-]+$/.test(id))).toEqual([]);
    const originals = graph.flatMap((element) => element.externalIdentifier?.map(({ identifier }) => identifier) ?? []);
    expect(originals.sort()).toEqual(["agent-1", ...components.map(({ id }) => id)].sort());
  });

  it("gives every component back as it was declared", () => {
    expect(graph.flatMap((element) => element.statement ?? []).sort()).toEqual([...texts(components)].sort());
  });
});

interface Tag {
  readonly tagId: string;
  readonly name: string;
  readonly Meta: { readonly "acs:id": string } | readonly unknown[];
  readonly "acs:component": string;
  readonly Link: readonly { readonly rel: string; readonly href: string }[];
}

function tagsOf(xml: string): readonly Tag[] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: 100_000_000 },
    htmlEntities: true,
    isArray: (name) => name === "Link" || name === "SoftwareIdentity",
  });
  const [root] = (
    parser.parse(xml) as { SoftwareIdentity: readonly { "acs:tags": { SoftwareIdentity: readonly Tag[] } }[] }
  ).SoftwareIdentity;
  return root?.["acs:tags"].SoftwareIdentity ?? [];
}

describe.each([
  ["every type", EVERY_TYPE],
  ["hostile ids and names", HOSTILE],
])("SWID of %s", (_, components) => {
  const tags = tagsOf(swidText(exportSource(components)));

  it("has one tag for each component, with an id of its own, and links that lead to tags", () => {
    const ids = tags.map(({ tagId }) => tagId);
    expect(ids).toHaveLength(components.length);
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set([...ids, "agent-1"].map((id) => `swid:${id}`));
    expect(tags.flatMap(({ Link }) => Link.map(({ href }) => href)).filter((href) => !known.has(href))).toEqual([]);
  });

  it("gives every component back as it was declared", () => {
    const back = tags.map((tag) => canonicalText(JSON.parse(tag["acs:component"])));
    expect(back.sort()).toEqual([...texts(components)].sort());
  });
});

describe("an export", () => {
  it("is the same bytes for the same AgBOM, and says so by its serial number", () => {
    const source = exportSource(EVERY_TYPE);
    for (const make of [cyclonedxText, spdxText, swidText])
      expect(make(source)).toBe(make(exportSource([...EVERY_TYPE].reverse())));
    expect(serialUuid(source)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(serialUuid(source)).not.toBe(serialUuid(exportSource([sampleTool("a")])));
  });

  it("spells ids so that two never become one", () => {
    const ids = ["a b", "a-b", "a_b", safeId("a b"), safeId(safeId("a b")), "α", "", "-", "x".repeat(300)];
    expect(new Set(ids.map(safeId)).size).toBe(ids.length);
    expect(safeId("t-read.1")).toBe("t-read.1");
  });

  it("takes 5,000 components", { timeout: 180_000 }, async () => {
    const source = exportSource(manyComponents(5000));
    expect(await cyclonedx.validate(cyclonedxText(source))).toBeNull();
    expect(tagsOf(swidText(source))).toHaveLength(5000);
    expect(JSON.parse(spdxText(source))["@graph"].length).toBeGreaterThan(10_000);
  });
});
