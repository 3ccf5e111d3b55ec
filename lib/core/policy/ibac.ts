/** IBAC: a call must lie within the session's Intent (ACS §8.4, §9.1). Silent in a session without a parsed Intent. */
import { fromPlainObject, member } from "../json/build";
import { canonicalText } from "../json/canonical";
import { coveredBy, covers } from "../session/capability";
import type { Capability } from "../session/context";
import { effectiveCapabilities, isStrict } from "../session/intent";
import { maskJson } from "../text/mask";
import type { Call, CallArgument } from "./call";
import { coversExactly, exactly, isExact } from "./exact-call";
import { distinct, shown, type TracedCall, told } from "./traced";
import type { Finding, RuleInput } from "./types";

/** Arguments that say what a call acts on, in the order in which one of them speaks for the call. */
const RESOURCE_ARGUMENTS = (
  "resource recipient recipients to cc bcc path file file_path filename directory url uri endpoint host target " +
  "destination account account_id table database bucket key id object attendees channel repository"
).split(" ");

/** Capabilities shown in an answer. */
const SHOWN = 16;
/** Provenance ids that the finding cites. */
const CITED = 64;
/** Resources of one call that are looked at one by one; a call with more is covered only where none is named. */
const RESOURCES_BOUND = 256;

export function ibacFindings(input: RuleInput, { call }: TracedCall): readonly Finding[] {
  const { ibac } = input.paradigms;
  const { intent } = input.context;
  const allowed = effectiveCapabilities(intent);
  if (!ibac || intent === null || allowed === null) return [];
  const resources = resourcesOf(call);
  const named = allowed.filter((capability) => !isExact(capability));
  if (isCovered(named, call, resources) || coversExactly(allowed, input, call)) return [];
  const wanted = wantedOf(call, resources[0] && withoutSecrets(resources[0]));
  const finding = {
    rule_id: "ibac/tool-call-in-intent",
    paradigm: "ibac",
    cited_provenance_ids: distinct(resources.map(({ provenance_id }) => provenance_id ?? undefined)).slice(0, CITED),
    data: fromPlainObject({
      requested_capability: Object.fromEntries(Object.entries(wanted).map(([name, text]) => [name, told(text)])),
      intent_parsed: allowed.slice(0, SHOWN),
      ...(allowed.length > SHOWN ? { intent_parsed_count: allowed.length } : {}),
      closest_match_in_intent: closest(named, call, resources),
      extensions_granted: intent.grants.length,
    }),
  };
  const reason = `The call of ${shown(call.tool)} is outside what the session's Intent allows.`;
  const mismatch = { reason_code: "ibac_intent_mismatch", more_codes: ["ibac_capability_mismatch"] };
  if (isStrict(intent)) {
    const codes = {
      reason_code: "ibac_scope_mode_strict",
      more_codes: ["ibac_intent_mismatch", "ibac_capability_mismatch"],
    };
    return [
      { ...finding, ...codes, disposition: "deny", reason: `${reason} The Intent is strict, so it is not extended.` },
    ];
  }
  if (ibac.on_mismatch === "deny") return [{ ...finding, ...mismatch, disposition: "deny", reason }];
  if (intent.grants.length >= ibac.max_extensions) {
    const more_codes = [...mismatch.more_codes, "ibac_extension_limit"];
    const why = `${reason} It was extended as often as policy allows.`;
    return [{ ...finding, ...mismatch, more_codes, disposition: "deny", reason: why }];
  }
  return [{ ...finding, ...mismatch, disposition: "ask", reason, risk: "high", ...extensionBy(exactly(input, call)) }];
}

const extensionBy = (exact: Capability | null): Pick<Finding, "intent_extension"> =>
  exact === null ? {} : { intent_extension: { capabilities: [exact], scope: "this_request" } };

/** Every argument that names a resource must be covered: a second recipient does not hide behind the first. */
function isCovered(allowed: readonly Capability[], call: Call, resources: readonly CallArgument[]): boolean {
  const texts = distinct(resources.flatMap(({ value }) => textsOf(value)));
  const wanted = texts.length === 0 || texts.length > RESOURCES_BOUND ? [undefined] : texts;
  return wanted.every((resource) =>
    operationsOf(call).some((operation) => coveredBy(allowed, asked(call, operation, resource))),
  );
}

/** An Intent may speak of operations as the tool does, or of abstract capabilities. */
const operationsOf = ({ operation, capability }: Call): readonly (string | undefined)[] =>
  operation === undefined && capability === undefined ? [undefined] : distinct([operation, capability]);

const asked = (call: Call, operation: string | undefined, resource: string | undefined): Capability => ({
  tool: call.tool,
  ...(operation === undefined ? {} : { operation }),
  ...(resource === undefined ? {} : { resource }),
});

const wantedOf = (call: Call, resource: CallArgument | undefined): Capability =>
  asked(call, operationsOf(call)[0], resource && textsOf(resource.value)[0]);

/** For what is told and stored of the call: secrets stay in the message itself. */
function withoutSecrets(argument: CallArgument): CallArgument {
  const masked = maskJson(fromPlainObject({ [argument.name]: argument.value }));
  return { ...argument, value: member(masked, argument.name) ?? null };
}

function resourcesOf(call: Call): readonly CallArgument[] {
  const rank = (argument: CallArgument) => RESOURCE_ARGUMENTS.indexOf(argument.name.toLowerCase());
  return call.arguments.filter((argument) => rank(argument) >= 0).sort((a, b) => rank(a) - rank(b));
}

/** A resource is a text, a number or a list of them; what else it may be is covered by nothing that names a resource. */
function textsOf(value: CallArgument["value"]): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value) && value.length > 0) return value.flatMap((item: CallArgument["value"]) => textsOf(item));
  return [canonicalText(value)];
}

/** The capability that shares most with the call: its tool at least. */
function closest(allowed: readonly Capability[], call: Call, resources: readonly CallArgument[]): Capability | null {
  const wanted = wantedOf(call, resources[0] && withoutSecrets(resources[0]));
  const near = allowed.filter(({ tool }) => tool !== undefined && covers({ tool }, wanted));
  return near.find(({ operation }) => operation === undefined || operation === wanted.operation) ?? near[0] ?? null;
}
