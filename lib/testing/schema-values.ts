/** Values that fit a JSON Schema, and the same with one change somewhere: for properties over two judges of one shape. */
import fc from "fast-check";

type Schema = { readonly [keyword: string]: unknown };

const anyJson = fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 1e20, "", "x", [], [1], {}, { value: 1 });
const text = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("é", "日本", "a/b", "\u0000", "__proto__"));

const FORMATS: { readonly [format: string]: fc.Arbitrary<string> } = {
  uuid: fc.uuid(),
  "date-time": fc.constantFrom("2026-03-01T10:00:00Z", "2026-03-01T10:00:00.5+02:00", "2024-02-29T23:59:59Z"),
  uri: fc.constantFrom("https://a.example/b?c#d", "posix:///run/x", "urn:x:y", "file:///C:/a%20b", "http://[::1]:80/"),
};

/** Values that fit `schema`; `resolve` finds what a `$ref` names. Knows the keywords that the ACS schemas use. */
export function fitting(schema: Schema, resolve: (ref: string) => Schema): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === "string") return fitting(resolve(schema.$ref), resolve);
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.oneOf)) return fc.oneof(...schema.oneOf.map((one: Schema) => fitting(one, resolve)));
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
      return fc.integer({ min: Number(schema.minimum ?? -5), max: 1e6 });
    case "number":
      return fc.oneof(fc.integer(), fc.constantFrom(0.25, 1e20, -0.5));
    case "boolean":
      return fc.boolean();
    case "array":
      return arrayOf(schema, resolve);
    case "object":
      return objectOf(schema, resolve);
    default:
      return anyJson;
  }
}

function textOf(schema: Schema): fc.Arbitrary<unknown> {
  if (typeof schema.format === "string" && FORMATS[schema.format])
    return FORMATS[schema.format] as fc.Arbitrary<string>;
  if (schema.pattern === "^[0-9a-f]{64}$") return fc.constantFrom("a".repeat(64), "0123456789abcdef".repeat(4));
  if (schema.pattern === "^\\d+\\.\\d+\\.\\d+$") return fc.constantFrom("0.1.0", "0.1.10", "12.0.3");
  if (typeof schema.pattern === "string")
    return fc.constantFrom("steps/userMessage", "protocols/MCP/x", "agbom/changed");
  if (schema.minLength !== undefined) return fc.constantFrom("n".repeat(16), "日".repeat(16), "é".repeat(64));
  return text;
}

function arrayOf(schema: Schema, resolve: (ref: string) => Schema): fc.Arbitrary<unknown> {
  const items = fitting((schema.items ?? {}) as Schema, resolve);
  const minLength = Number(schema.minItems ?? 0);
  return schema.uniqueItems
    ? fc.uniqueArray(items, { minLength, maxLength: 3 })
    : fc.array(items, { minLength, maxLength: 3 });
}

function objectOf(schema: Schema, resolve: (ref: string) => Schema): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as { readonly [name: string]: Schema };
  const members = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fitting(one, resolve)]));
  const required = ((schema.required ?? []) as string[]).filter((name) => Object.hasOwn(members, name));
  const record = fc.record(members, { requiredKeys: required });
  const extra = schema.additionalProperties;
  if (extra === false) return record;
  const rest = extra === undefined || extra === true ? anyJson : fitting(extra as Schema, resolve);
  const others = fc.dictionary(fc.constantFrom("more", "constructor", "user_input", "a/b"), rest, { maxKeys: 2 });
  return fc.tuple(others, record).map(([loose, own]) => ({ ...loose, ...own }));
}

/** The same value with one member taken away, replaced or added, at a place that `at` picks. */
export function changed(value: unknown, at: number, by: unknown): unknown {
  const copy = structuredClone(value);
  const places: [Record<string, unknown>, string][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const holder = node as Record<string, unknown>;
    for (const name of Object.keys(holder)) {
      places.push([holder, name]);
      visit(holder[name]);
    }
  };
  visit(copy);
  const [holder, name] = places[at % Math.max(1, places.length)] ?? [{}, "none"];
  if (by === REMOVED) {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
  } else holder[name] = by;
  return copy;
}

const REMOVED = Symbol("removed");

/** Values near the schema: some fit it, most are one change away. */
export const nearly = (schema: Schema, resolve: (ref: string) => Schema): fc.Arbitrary<unknown> => {
  const change = fc.oneof({ weight: 2, arbitrary: fc.constant<unknown>(REMOVED) }, { weight: 3, arbitrary: anyJson });
  return fc
    .tuple(fitting(schema, resolve), fc.nat(1000), fc.option(change, { freq: 4 }))
    .map(([value, at, by]) => (by === null ? value : changed(value, at, by)));
};
