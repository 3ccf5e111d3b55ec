/** The contract itself (§6): a context in, one judged emission and one record out. */
import type { JsonValue } from "../core/json/value";
import { consult } from "./approval";
import { isLarger } from "./bounds";
import { withUnions } from "./composition/aggregate";
import { type Combined, hostDeny, type Round } from "./composition/round";
import { admit, deepCopy } from "./domain";
import { checkEnvelope } from "./envelope";
import { judge } from "./judge";
import { projectVerdict, recordHead, summarize } from "./record";
import { createRecordLog, type RecordLog } from "./record-log";
import { type Settings, settingsOf } from "./settings";
import { applyTransform } from "./transform";
import {
  type AgentContext,
  type ContractOptions,
  type Emission,
  type Emitter,
  type HostFailure,
  INTERCEPTION_POINTS,
  type InterceptionPoint,
  type InterceptionRecord,
  type Verdict,
} from "./types";

interface Ended extends Combined {
  readonly inputIdentity: string | null;
  readonly enforcedIdentity: string | null;
}

/** Throws TypeError on options that do not say what is to be enforced. */
export function createEmitter(options: ContractOptions): Emitter {
  const settings = settingsOf(options);
  const log = createRecordLog(settings.keptRecords, options.onRecord);
  return {
    emit: (context) => emit(settings, log, context),
    recordHostFailure: (point, facts) => log.deliver(failureRecord(settings, point, facts)),
    get recent() {
      return log.recent;
    },
    get dropped() {
      return log.dropped;
    },
  };
}

async function emit(settings: Settings, log: RecordLog, given: unknown): Promise<Emission> {
  const read = admit(given);
  if (!read.ok) {
    const { path, rule } = read.failure;
    return refuse(settings, log, { context: headOf(given), rule: `${path}: ${rule}` });
  }
  const { value } = read.value;
  if (isLarger(read.value, settings.maxContextBytes)) {
    return refuse(settings, log, { context: value, rule: `context: more than ${settings.maxContextBytes} bytes` });
  }
  const fault = checkEnvelope(value);
  if (fault !== null) return refuse(settings, log, { context: value, rule: `${fault}: absent or of the wrong type` });
  const context = value as AgentContext;
  const identity = settings.identifier.identify(context);
  if (!identity.ok) return refuse(settings, log, { context, rule: identity.failure });
  const combined = await dispatch(settings, context);
  return conclude(settings, log, {
    context,
    ended: settle(settings, combined, { given: context, inputIdentity: identity.value }),
  });
}

async function dispatch(settings: Settings, context: AgentContext): Promise<Combined> {
  if (settings.interceptors.length === 0) {
    const verdict = hostDeny("host_error:no_interceptor");
    return { verdict, decidedBy: null, context, slots: [], resolutions: [], truncated: false };
  }
  const combined = await settings.profile.compose(roundOf(settings, context));
  const pool = [...combined.slots.map(({ verdict }) => verdict), ...combined.resolutions];
  return { ...combined, verdict: withUnions(combined.verdict, pool) };
}

function roundOf(settings: Settings, context: AgentContext): Round {
  const point = context.interception_point;
  const enforced = settings.modeAt(point) === "enforce";
  const { seam } = settings;
  return {
    context,
    indices: [...settings.interceptors.keys()].filter((i) => settings.interceptors[i]?.at?.includes(point) ?? true),
    judge: async (index, current) => ({ index, verdict: await judge(settings, index, deepCopy(current)) }),
    rewrite(current, verdict) {
      if (verdict.decision !== "transform") return { ok: true, value: current };
      const rewritten = applyTransform(current, verdict.transform);
      return enforced || !rewritten.ok ? rewritten : { ok: true, value: current };
    },
    async consult(deny, current) {
      if (!enforced || seam === null || point === "agent_shutdown" || deny.decision !== "deny")
        return { kind: "stands" };
      return consult(seam, deny, current);
    },
  };
}

/** A permit of a context that left the identity's domain, or the bounds, cannot be bound to it. */
function settle(
  settings: Settings,
  combined: Combined,
  { given, inputIdentity }: { given: AgentContext; inputIdentity: string | null },
): Ended {
  const { context } = combined;
  if (context === given) return { ...combined, inputIdentity, enforcedIdentity: inputIdentity };
  const bounded = admit(context);
  const isBounded = bounded.ok && !isLarger(bounded.value, settings.maxContextBytes);
  const identity = isBounded ? settings.identifier.identify(context) : null;
  if (identity?.ok) return { ...combined, inputIdentity, enforcedIdentity: identity.value };
  const refused = { ...combined, inputIdentity, enforcedIdentity: null };
  if (combined.verdict.decision === "deny") return refused;
  const rule = identity === null ? "beyond the bounds after a transform" : identity.failure;
  return { ...refused, verdict: hostDeny("host_error:context_invalid", rule), decidedBy: null };
}

function conclude(
  settings: Settings,
  log: RecordLog,
  { context, ended }: { context: AgentContext; ended: Ended },
): Emission {
  const point = context.interception_point;
  const mode = settings.modeAt(point);
  const record = log.deliver({
    ...recordBase(settings, point, ended.verdict),
    ...recordHead(context),
    input_identity: ended.inputIdentity,
    enforced_identity: ended.enforcedIdentity,
    decided_by: ended.decidedBy,
    verdicts: ended.slots.map((slot) => summarize(slot, settings.interceptors[slot.index]?.name)),
    ...(settings.profile.sequential ? { fold_truncated: ended.truncated ?? false } : {}),
    ...(ended.resolvedBy ? { resolved_by: ended.resolvedBy } : {}),
  });
  const permitted = mode === "evaluate_only" || ended.verdict.decision !== "deny";
  const effective = mode === "evaluate_only" ? context : ended.context;
  return { permitted, verdict: ended.verdict, target: effective.target, context: effective, record };
}

/** A context that nobody saw. */
function refuse(settings: Settings, log: RecordLog, { context, rule }: { context: JsonValue; rule: string }): Emission {
  const verdict = hostDeny("host_error:context_invalid", rule);
  const { interception_point: given } = context as { interception_point?: InterceptionPoint };
  const known = INTERCEPTION_POINTS.find((point) => point === given);
  const record = log.deliver({
    ...recordBase(settings, known ?? ("unknown" as InterceptionPoint), verdict),
    ...recordHead(context),
    ...(settings.profile.needsVerdicts ? { verdicts: [] } : {}),
  });
  const permitted = known !== undefined && settings.modeAt(known) === "evaluate_only";
  return { permitted, verdict, target: null, context: null, record };
}

function failureRecord(settings: Settings, point: InterceptionPoint, facts: HostFailure): InterceptionRecord {
  const verdict = hostDeny(facts.reason ?? "host_error:context_invalid", facts.detail);
  return {
    ...recordBase(settings, point, verdict),
    session_id: facts.session_id ?? "",
    sequence: facts.sequence ?? -1,
    ...(facts.timestamp === undefined ? {} : { timestamp: facts.timestamp }),
    ...(settings.profile.needsVerdicts ? { verdicts: [] } : {}),
  };
}

function recordBase(settings: Settings, point: InterceptionPoint, verdict: Verdict) {
  return {
    interception_point: point,
    mode: settings.modeAt(point),
    verdict: projectVerdict(verdict),
    input_identity: null,
    enforced_identity: null,
    identity_provider: settings.identifier.name,
    session_id: "",
    sequence: -1,
    decided_by: null,
    composition: settings.profile.declared,
    interceptors_registered: settings.interceptors.length,
  };
}

/** The envelope members of a context whose rest cannot be read. */
function headOf(given: unknown): JsonValue {
  const head: Record<string, JsonValue> = {};
  for (const name of ["interception_point", "session", "sequence", "timestamp", "trace"]) {
    try {
      const read = admit((given as Record<string, unknown>)[name]);
      if (read.ok) head[name] = read.value.value;
    } catch {
      // a member that cannot be read is unknown
    }
  }
  return head;
}
