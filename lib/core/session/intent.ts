/** Intent (ACS §8.4, W§11): fixed by the first step that carries it, extended by people only. */
import { nobleCrypto } from "../crypto-noble";
import { toHex } from "../encoding";
import { fromPlain, member } from "../json/build";
import { canonicalBytes, canonicalText } from "../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { capabilityOf, coveredBy } from "./capability";
import type { Capability, IntentGrant, IntentState, SessionContext } from "./context";
import { beginning, keptText } from "./kept";

export const PARSED_BOUND = 64;
export const PARSED_BYTES = 6144;
export const GRANTS_BOUND = 32;
export const GRANTS_BYTES = 4096;
/** Of the words only a beginning is kept for display; the digest is over all of them. */
const RAW_BYTES = 1024;

/** The intent that a sessionStart or agentTrigger carries. */
export const carriedIntent = (payload: JsonObject): JsonObject | null => objectAt(payload, "intent");

/** The intent that a subagentStart gives to the child. */
export const childIntentIn = (payload: JsonObject): JsonObject | null => objectAt(payload, "subagent_intent");

function objectAt(payload: JsonObject, name: string): JsonObject | null {
  const found = member(payload, name);
  return isJsonObject(found) ? found : null;
}

/** Null when its capabilities are more than a session keeps, or are no objects: such a step must be denied. */
export function intentOf(intent: JsonObject, step_id: string): IntentState | null {
  const parsed = parsedOf(intent);
  if (parsed === null) return null;
  const raw = member(intent, "raw");
  const mode = member(intent, "scope_mode");
  return {
    ...(typeof raw === "string" ? { raw: beginning(raw, RAW_BYTES) } : {}),
    ...(parsed === undefined ? {} : { parsed }),
    ...(typeof mode === "string" ? { scope_mode: keptText(mode) } : {}),
    digest: intentDigest(intent),
    step_id: keptText(step_id),
    grants: [],
  };
}

function parsedOf(intent: JsonObject): readonly Capability[] | undefined | null {
  const sent = member(intent, "parsed");
  if (sent === undefined) return undefined;
  if (!Array.isArray(sent)) return null;
  const parsed = unique(sent.map(capabilityOf));
  return parsed !== null && isKeepable(parsed) ? parsed : null;
}

const isKeepable = (parsed: readonly Capability[]): boolean =>
  parsed.length <= PARSED_BOUND && size(parsed) <= PARSED_BYTES;

const size = (value: unknown): number => canonicalBytes(fromPlain(value)).length;

function unique(capabilities: readonly (Capability | null)[]): readonly Capability[] | null {
  const kept = new Map<string, Capability>();
  for (const capability of capabilities) {
    if (capability === null) return null;
    const text = canonicalText({ ...capability });
    if (!kept.has(text)) kept.set(text, capability);
  }
  return [...kept.values()];
}

/**
 * Equal for intents that say the same: capabilities count as a set, where the words were parsed does not count, and
 * members that ACS does not define are ignored (W§1).
 */
export function intentDigest(intent: JsonObject): string {
  const parsed = member(intent, "parsed");
  const set = Array.isArray(parsed)
    ? [...new Set(parsed.map((item: JsonValue) => canonicalText(fromPlain(capabilityOf(item)))))].sort()
    : undefined;
  const said = fromPlain({ parsed: set, raw: member(intent, "raw"), scope_mode: member(intent, "scope_mode") });
  return toHex(nobleCrypto.sha256(canonicalBytes(said)));
}

/** Everything the session may do by its Intent: what it was given, and what people granted. Null: not restricted. */
export function effectiveCapabilities(intent: IntentState | null): readonly Capability[] | null {
  if (intent?.parsed === undefined) return null;
  return [...intent.parsed, ...intent.grants.flatMap((grant) => grant.capabilities)];
}

/** True when a child or a later intent asks for nothing that `bound` does not hold. */
export function isWithin(parsed: readonly Capability[] | undefined, bound: readonly Capability[] | null): boolean {
  return bound === null || parsed === undefined || parsed.every((wanted) => coveredBy(bound, wanted));
}

export const isStrict = (intent: IntentState | null): boolean => intent?.scope_mode === "strict";

/**
 * A person's grant for the session. Without an Intent there is nothing to extend, a strict one is not extended (W§11), and
 * what does not fit is not granted: in all three the context stays as it is.
 */
export function grantIntent(context: SessionContext, grant: IntentGrant): SessionContext {
  const { intent } = context;
  if (intent === null || isStrict(intent)) return context;
  const { approval_id, approver, entry_id } = grant;
  const capabilities = grant.capabilities.map(({ tool, operation, resource }) => ({
    ...(tool === undefined ? {} : { tool }),
    ...(operation === undefined ? {} : { operation }),
    ...(resource === undefined ? {} : { resource }),
  }));
  const kept: IntentGrant = {
    capabilities,
    approval_id: keptText(approval_id),
    approver: keptText(approver),
    entry_id: keptText(entry_id),
  };
  const grants = [...intent.grants, kept];
  if (grants.length > GRANTS_BOUND || size(grants) > GRANTS_BYTES) return context;
  return { ...context, intent: { ...intent, grants } };
}

/** Without what that approval granted; the context as it stands where it granted nothing. */
export function revokeIntent(context: SessionContext, approvalId: string): SessionContext {
  const { intent } = context;
  const kept = intent?.grants.filter((grant) => grant.approval_id !== keptText(approvalId)) ?? [];
  if (intent === null || kept.length === intent.grants.length) return context;
  return { ...context, intent: { ...intent, grants: kept } };
}

/** The Intent after a step that carries one. The first is fixed; one inherited as a bound gives way to a first within it. */
export function withIntent(current: IntentState | null, payload: JsonObject, step_id: string): IntentState | null {
  const carried = carriedIntent(payload);
  const sent = carried === null ? null : intentOf(carried, step_id);
  if (sent === null) return current;
  if (current === null) return sent;
  if (current.digest !== "" || !isWithin(sent.parsed, effectiveCapabilities(current))) return current;
  return narrowed(sent, current);
}

/** `sent` under the bound of another one: what it leaves open is taken from there, and strict stays strict. */
export function narrowed(sent: IntentState, bound: IntentState): IntentState {
  const capabilities = sent.parsed ?? boundOf(bound);
  const mode = isStrict(bound) ? bound.scope_mode : sent.scope_mode;
  const { parsed: _parsed, scope_mode: _mode, ...rest } = sent;
  return {
    ...rest,
    ...(capabilities === undefined ? {} : { parsed: capabilities }),
    ...(mode === undefined ? {} : { scope_mode: mode }),
  };
}

/** The effective capabilities as a list that can be kept: what does not fit is left out, which only narrows it. */
export function boundOf(intent: IntentState): readonly Capability[] | undefined {
  const effective = effectiveCapabilities(intent);
  if (effective === null) return undefined;
  const kept: Capability[] = [];
  let bytes = 2;
  for (const capability of effective.slice(0, PARSED_BOUND)) {
    bytes += size(capability) + 1;
    if (bytes > PARSED_BYTES) break;
    kept.push(capability);
  }
  return kept;
}
