/** Judges the `paradigms` of a bundle: strict, because a paradigm that a typo switches off guards nothing. */
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { ORIGINS } from "../session/context";
import { type Check, type Fault, isList, listOf, objectOf, oneOf, textWhere, wholeNumber } from "./bundle-fault";
import { isPattern, isToolPattern } from "./patterns";

const pattern = textWhere(
  'must be "tool:NAME", a capability such as "network.egress" or "network.*", or "*"',
  isPattern,
);
const tool = textWhere('must be the name of a tool, or the beginning of one before "*"', isToolPattern);
const source = textWhere("must be a text that is not empty");
const action = oneOf(["ask", "deny"]);
const yesOrNo: Check = (value, field) =>
  typeof value === "boolean" ? null : { field, problem: "must be true or false" };

const trust = objectOf(
  {
    trusted_origins: listOf(oneOf(ORIGINS), { most: ORIGINS.length }),
    trusted_sources: listOf(source, { most: 1000 }),
    untrusted_sources: listOf(source, { most: 1000 }),
  },
  { what: "trust" },
);

const paradigms = objectOf(
  {
    require_provenance: yesOrNo,
    trust,
    consequential: listOf(pattern, { most: 256 }),
    ibac: objectOf({ on_mismatch: action, max_extensions: wholeNumber(0, 32) }, { what: "ibac" }),
    fides: objectOf(
      {
        on_untrusted: action,
        carriers: listOf(objectOf({ tool, argument: source }, { what: "a carrier" }), { most: 256 }),
        flows: listOf(objectOf({ from: source, to: listOf(tool, { most: 64 }) }, { what: "a flow" }), { most: 64 }),
      },
      { optional: ["carriers"], what: "fides" },
    ),
    camel: objectOf(
      {
        arguments: listOf(
          objectOf(
            { tool, argument: source, may_come_from: listOf(source, { least: 1, most: 64 }) },
            { what: "an argument" },
          ),
          { least: 1, most: 256 },
        ),
      },
      { what: "camel" },
    ),
    components: objectOf(
      { on_undeclared: action, on_not_checked: action },
      { optional: ["on_undeclared", "on_not_checked"], what: "components" },
    ),
    aarm: objectOf({ look_back_steps: wholeNumber(1, 100_000), on_taint: action }, { what: "aarm" }),
  },
  {
    optional: ["require_provenance", "trust", "consequential", "ibac", "fides", "camel", "aarm", "components"],
    what: "paradigms",
  },
);

/** Null for settings that mean something; the first fault otherwise. */
export const paradigmsFault: Check = (value, field) =>
  paradigms(value, field) ?? (isJsonObject(value) ? contradiction(value, field) : null);

/** Settings that are well formed and could only be a mistake. */
function contradiction(value: JsonObject, field: string): Fault | null {
  const both = untrustedAndTrusted(value.trust);
  if (both !== null)
    return { field: `${field}.trust.trusted_sources`, problem: `names ${both}, which is untrusted too` };
  const judgesConsequences = value.fides !== undefined || value.aarm !== undefined;
  if (judgesConsequences && (!isList(value.consequential) || value.consequential.length === 0)) {
    return {
      field: `${field}.consequential`,
      problem: "must not be empty, because fides and aarm judge only what it names",
    };
  }
  return null;
}

function untrustedAndTrusted(trusts: JsonValue | undefined): string | null {
  if (!isJsonObject(trusts) || !isList(trusts.trusted_sources)) return null;
  const bad = new Set(isList(trusts.untrusted_sources) ? trusts.untrusted_sources : []);
  const found = trusts.trusted_sources.find((name) => bad.has(name));
  return typeof found === "string" ? found : null;
}
