/** The exports against the published schemas of SPDX 3.0.1 and SWID 2015, where those lie beside the checkout. */
import Ajv2020 from "ajv/dist/2020";
import { describe, expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import { EVERY_TYPE, exportSource, HOSTILE, manyComponents } from "../../../testing/agbom-samples";
import { referenceFile, referenceText } from "../../../testing/reference";
import { spdxText } from "./spdx";
import { swidText } from "./swid";

const SAMPLES = [
  ["every type", EVERY_TYPE],
  ["hostile ids and names", HOSTILE],
  ["5,000 components", manyComponents(5000)],
] as const;

const spdxSchema = referenceFile("bom-schemas/spdx-3.0.1.schema.json");
const swidSchema = referenceText("bom-schemas/swid-2015-schema.xsd");

const check = (schema: object) => {
  const validate = new Ajv2020({ strict: false, allErrors: false }).compile(schema);
  return (text: string) => (validate(JSON.parse(text)) ? null : validate.errors?.slice(0, 5));
};

/** The only declaration that the published schema takes from the one of the xml namespace. */
const XML_NAMESPACE = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace"><xs:attribute name="lang" type="xs:string"/></xs:schema>`;

async function swidErrors(text: string, schema: string): Promise<readonly string[]> {
  const local = schema
    .replace("http://www.w3.org/2001/xml.xsd", "xml.xsd")
    .replace(/<xs:import\s+namespace="http:\/\/www.w3.org\/2000\/09\/xmldsig#"[^>]*>/, "");
  const result = await validateXML({
    xml: [{ fileName: "agbom.xml", contents: text }],
    schema: [{ fileName: "swid.xsd", contents: local }],
    preload: [{ fileName: "xml.xsd", contents: XML_NAMESPACE }],
    initialMemoryPages: 4096,
    maxMemoryPages: 32_768,
  });
  return result.errors.slice(0, 5).map((error) => error.message);
}

if (spdxSchema !== null) {
  describe("the published SPDX 3.0.1 schema", () => {
    const errorsOf = check(spdxSchema as object);

    it.each(SAMPLES)("accepts the export of %s", { timeout: 180_000 }, (_, components) => {
      expect(errorsOf(spdxText(exportSource(components)))).toBeNull();
    });

    it("refuses an element that it does not know", () => {
      const text = spdxText(exportSource(EVERY_TYPE)).replaceAll('"ai_AIPackage"', '"Service"');
      expect(errorsOf(text)).not.toBeNull();
    });
  });
}

if (swidSchema !== null) {
  describe("the published SWID 2015 schema", () => {
    it.each(SAMPLES)("accepts the export of %s", { timeout: 180_000 }, async (_, components) => {
      expect(await swidErrors(swidText(exportSource(components)), swidSchema)).toEqual([]);
    });

    it("judges the tags inside too", async () => {
      const text = swidText(exportSource(EVERY_TYPE)).replace('name="read" ', "");
      expect(await swidErrors(text, swidSchema)).not.toEqual([]);
    });
  });
}

describe("the published schemas", () => {
  it("are found together or not at all", () => {
    expect(spdxSchema === null).toBe(swidSchema === null);
  });
});
