/** Judges the `host_rules` of a bundle: strict, because a rule that a typo switches off guards nothing. */
import { FIXED_POINTS, HOST_POINTS, MODEL_POINTS } from "../agent-hooks/points";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { type Check, type Fault, isList, listOf, objectOf, oneOf, textWhere } from "./bundle-fault";

/** What keeps a check of the largest message short: pattern places times characters is all that it costs. */
const MOST_RULES = 50;
const LONGEST_FIND = 100;
const FEWEST_LITERALS = 3;
const LONGEST_TEXT = 240;

const RULE_ID = /^[a-z0-9][a-z0-9._-]{0,99}$/;
const REASON = /^[a-z][a-z0-9_.]{0,99}$/;

const id = textWhere("must be lowercase letters, digits, '.', '_' and '-'", (text) => RULE_ID.test(text));
const reason = textWhere("must be one lowercase word with '_' and '.'", (text) => REASON.test(text));
const shortText = textWhere(
  `must be a text of at most ${LONGEST_TEXT} characters`,
  (text) => text.length <= LONGEST_TEXT,
);
const find = textWhere(
  `must have ${FEWEST_LITERALS} to ${LONGEST_FIND} characters beside "*", and no "**"`,
  (text) => text.length <= LONGEST_FIND && text.replaceAll("*", "").length >= FEWEST_LITERALS && !text.includes("**"),
);
const replacement: Check = (value, field) =>
  typeof value === "string" && value.length <= LONGEST_FIND
    ? null
    : { field, problem: `must be a text of at most ${LONGEST_FIND} characters`, value };

const VERDICTS: { readonly [decision: string]: Check } = {
  allow: objectOf({ decision: oneOf(["allow"]), warning: shortText }, { what: "an allow" }),
  deny: objectOf({ decision: oneOf(["deny"]), reason, message: shortText }, { optional: ["message"], what: "a deny" }),
  transform: objectOf({ decision: oneOf(["transform"]), reason, replacement }, { what: "a transform" }),
};

const verdict: Check = (value, field) => {
  if (!isJsonObject(value)) return { field, problem: "must be an object", value };
  const { decision } = value;
  const check = typeof decision === "string" && Object.hasOwn(VERDICTS, decision) ? VERDICTS[decision] : undefined;
  if (check === undefined) {
    return { field: `${field}.decision`, problem: "must be one of allow, deny, transform", value: decision };
  }
  return check(value, field);
};

const rules = listOf(
  objectOf(
    {
      id,
      at: listOf(oneOf(HOST_POINTS), { least: 1, most: HOST_POINTS.length }),
      find,
      models: listOf(
        textWhere("must be the id of a model, of at most 200 characters", (text) => text.length <= 200),
        { least: 1, most: 50 },
      ),
      verdict,
    },
    { optional: ["find", "models"], what: "a host rule" },
  ),
  { most: MOST_RULES },
);

/** Null for rules that mean something; the first fault otherwise. */
export const hostRulesFault: Check = (value, field) => rules(value, field) ?? firstContradiction(value, field);

function firstContradiction(value: JsonValue | undefined, field: string): Fault | null {
  const ids = new Set<JsonValue>();
  for (const [index, rule] of (isList(value) ? value : []).entries()) {
    if (!isJsonObject(rule)) continue;
    const place = `${field}[${index}]`;
    if (ids.has(rule.id as JsonValue)) return { field: `${place}.id`, problem: "is used twice", value: rule.id };
    ids.add(rule.id as JsonValue);
    const fault = contradiction(rule, place);
    if (fault) return fault;
  }
  return null;
}

/** A rule that is well formed and could never do what it says. */
function contradiction(rule: JsonObject, field: string): Fault | null {
  const at = isList(rule.at) ? rule.at : [];
  const transforms = isJsonObject(rule.verdict) && rule.verdict.decision === "transform";
  if (transforms && rule.find === undefined) return { field: `${field}.find`, problem: "must say what is replaced" };
  const fixed = at.find((point) => FIXED_POINTS.includes(String(point)));
  if (transforms && fixed !== undefined) {
    return { field: `${field}.at`, problem: `names ${fixed}, where nothing can be replaced` };
  }
  const other = at.find((point) => !MODEL_POINTS.includes(String(point)));
  if (rule.models !== undefined && other !== undefined) {
    return { field: `${field}.models`, problem: `cannot hold at ${other}, where no model is called` };
  }
  return null;
}
