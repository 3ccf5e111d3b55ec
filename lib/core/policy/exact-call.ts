/**
 * One call as a capability that covers this call and no other: what people extend an Intent by. An extension by the tool,
 * or by what it acts on, would let other arguments through that nobody saw.
 */
import { fromPlainObject, member, memberAt } from "../json/build";
import { canonicalText } from "../json/canonical";
import type { JsonValue } from "../json/value";
import type { Capability } from "../session/context";
import { findSecrets } from "../text/mask";
import type { Call } from "./call";
import type { RuleInput } from "./types";

/** Begins a `resource` that is no name but the whole call. Never a pattern, whatever it ends in. */
const MARK = "exactly:";

/** Longest text that is proposed; cut short it would cover something else. */
const LONGEST = 1000;

export const isExact = ({ resource }: Capability): boolean => resource?.startsWith(MARK) === true;

/** Null for a call that nothing can be learnt from: incomplete, too long, or with secrets in it. */
export function exactly(input: RuleInput, call: Call): Capability | null {
  const values = call.arguments.map(({ value }) => value);
  if (values.length === 0 || values.some(isMissing)) return null;
  const parts = partsOf(input, call);
  const resource = MARK + canonicalText(parts);
  if (resource.length > LONGEST || findSecrets(parts).size > 0) return null;
  const operation = call.operation ?? call.capability;
  return { tool: call.tool, ...(operation === undefined ? {} : { operation }), resource };
}

export function coversExactly(allowed: readonly Capability[], input: RuleInput, call: Call): boolean {
  const exact = allowed.filter((capability) => isExact(capability) && capability.tool === call.tool);
  if (exact.length === 0) return false;
  const resource = MARK + canonicalText(partsOf(input, call));
  return exact.some((capability) => capability.resource === resource);
}

/** All of the call but where its arguments come from and what the agent says it is for. */
function partsOf({ payload, step }: RuleInput, call: Call) {
  return fromPlainObject({
    arguments: Object.fromEntries(call.arguments.map(({ name, value }) => [name, value])),
    operation: call.operation,
    capability: call.capability,
    raw_command: member(payload, "raw_command"),
    provider: memberAt(payload, "tool", "provider"),
    version: memberAt(payload, "tool", "version"),
    server: step.server,
  });
}

const isMissing = (value: JsonValue): boolean => value === null || (typeof value === "string" && value.trim() === "");
