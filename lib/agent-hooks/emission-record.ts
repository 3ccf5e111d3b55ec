/** §10.3: the record of an emission, of a refused context, and of a host that could not build one. */
import type { JsonObject, JsonValue } from "../core/json/value";
import { type Combined, hostDeny } from "./composition/round";
import { admit } from "./domain";
import { projectVerdict, recordHead, summarize } from "./record";
import type { Settings } from "./settings";
import {
  type AgentContext,
  type HostFailure,
  INTERCEPTION_POINTS,
  type InterceptionPoint,
  type InterceptionRecord,
  type Verdict,
} from "./types";

/** What a profile came to, bound to the identities before and after. */
export interface Ended extends Combined {
  readonly inputIdentity: string | null;
  readonly enforcedIdentity: string | null;
}

export function recordOf(settings: Settings, context: AgentContext, ended: Ended): InterceptionRecord {
  return {
    ...baseOf(settings, context.interception_point, ended.verdict),
    ...recordHead(context),
    input_identity: ended.inputIdentity,
    enforced_identity: ended.enforcedIdentity,
    decided_by: ended.decidedBy,
    verdicts: ended.slots.map((slot) => summarize(slot, settings.interceptors[slot.index]?.name)),
    ...(settings.profile.sequential ? { fold_truncated: ended.truncated ?? false } : {}),
    ...(ended.resolvedBy ? { resolved_by: ended.resolvedBy } : {}),
  };
}

/** Of a context that nobody saw. `point` is null where the context names none of the eight. */
export function refusalRecord(
  settings: Settings,
  { head, point, verdict }: { head: JsonValue; point: InterceptionPoint | null; verdict: Verdict },
): InterceptionRecord {
  return {
    // the record says so itself, rather than naming a point that was not asked about
    ...baseOf(settings, point ?? ("unknown" as InterceptionPoint), verdict),
    ...recordHead(head),
    ...(settings.profile.needsVerdicts ? { verdicts: [] } : {}),
  };
}

export function failureRecord(settings: Settings, point: InterceptionPoint, facts: HostFailure): InterceptionRecord {
  const verdict = hostDeny(facts.reason ?? "host_error:context_invalid", facts.detail);
  const { session_id, sequence, timestamp } = facts;
  const head = { session: { id: session_id ?? "" }, sequence: sequence ?? -1, ...(timestamp ? { timestamp } : {}) };
  return refusalRecord(settings, { head, point, verdict });
}

function baseOf(settings: Settings, point: InterceptionPoint, verdict: Verdict) {
  return {
    interception_point: point,
    mode: settings.modeAt(point),
    verdict: projectVerdict(verdict),
    input_identity: null,
    enforced_identity: null,
    identity_provider: settings.identifier.name,
    decided_by: null,
    composition: settings.profile.declared,
    interceptors_registered: settings.interceptors.length,
  };
}

const HEAD = ["interception_point", "session", "sequence", "timestamp", "trace"];

/** The envelope members of a context whose rest cannot be read. */
export function headOf(given: unknown): JsonObject {
  const head: [string, JsonValue][] = [];
  for (const name of HEAD) {
    try {
      const read = admit((given as Record<string, unknown>)[name]);
      if (read.ok) head.push([name, read.value.value]);
    } catch {
      // a member that cannot be read is unknown
    }
  }
  return Object.fromEntries(head);
}

export const pointOf = (head: JsonObject): InterceptionPoint | null =>
  INTERCEPTION_POINTS.find((point) => point === head.interception_point) ?? null;
