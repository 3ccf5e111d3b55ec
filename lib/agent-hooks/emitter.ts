/** The contract itself (§6): a context in, one judged emission and one record out. */
import type { JsonObject, JsonValue } from "../core/json/value";
import { isJsonObject } from "../core/json/value";
import { err, ok, type Result } from "../core/result";
import { isLarger } from "./bounds";
import { withUnions } from "./composition/aggregate";
import { type Combined, hostDeny } from "./composition/round";
import { admit } from "./domain";
import { type Ended, failureRecord, headOf, pointOf, recordOf, refusalRecord } from "./emission-record";
import { checkEnvelope } from "./envelope";
import { createRecordLog, type RecordLog } from "./record-log";
import { roundOf } from "./round-of";
import { type Settings, settingsOf } from "./settings";
import type { AgentContext, ContractOptions, Emission, Emitter } from "./types";

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
  const accepted = accept(settings, given);
  if (!accepted.ok) return refuse(settings, log, accepted.failure);
  const { context, identity } = accepted.value;
  const combined = await dispatch(settings, context);
  const ended = bind(settings, combined, { given: context, inputIdentity: identity });
  const record = log.deliver(recordOf(settings, context, ended));
  const isEnforced = record.mode === "enforce";
  const effective = isEnforced ? ended.context : context;
  const permitted = !isEnforced || ended.verdict.decision !== "deny";
  return { permitted, verdict: ended.verdict, target: effective.target, context: effective, record };
}

interface Refusal {
  readonly head: JsonObject;
  readonly rule: string;
}

/** The context as a value of our own, in the domain, within the bounds, well formed and identified; in this order. */
function accept(
  settings: Settings,
  given: unknown,
): Result<{ readonly context: AgentContext; readonly identity: string | null }, Refusal> {
  const read = admit(given);
  if (!read.ok) return err({ head: headOf(given), rule: `${read.failure.path}: ${read.failure.rule}` });
  const { value } = read.value;
  const refusal = (rule: string) => err({ head: asHead(value), rule });
  if (isLarger(read.value, settings.maxContextBytes)) return refusal(`context: over ${settings.maxContextBytes} bytes`);
  const fault = checkEnvelope(value);
  if (fault !== null) return refusal(`${fault}: absent or of the wrong type`);
  const context = value as AgentContext;
  const identity = settings.identifier.identify(context);
  return identity.ok ? ok({ context, identity: identity.value }) : refusal(identity.failure);
}

const asHead = (value: JsonValue): JsonObject => (isJsonObject(value) ? value : {});

async function dispatch(settings: Settings, context: AgentContext): Promise<Combined> {
  if (settings.interceptors.length === 0) {
    const verdict = hostDeny("host_error:no_interceptor");
    return { verdict, decidedBy: null, context, slots: [], resolutions: [] };
  }
  const combined = await settings.profile.compose(roundOf(settings, context));
  const pool = [...combined.slots.map(({ verdict }) => verdict), ...combined.resolutions];
  return { ...combined, verdict: withUnions(combined.verdict, pool) };
}

/** A permit of a context that left the identity's domain cannot be bound to it, and becomes a deny (§10.2). */
function bind(
  settings: Settings,
  combined: Combined,
  { given, inputIdentity }: { given: AgentContext; inputIdentity: string | null },
): Ended {
  if (combined.context === given) return { ...combined, inputIdentity, enforcedIdentity: inputIdentity };
  const identity = settings.identifier.identify(combined.context);
  if (identity.ok) return { ...combined, inputIdentity, enforcedIdentity: identity.value };
  const unbound = { ...combined, inputIdentity, enforcedIdentity: null };
  if (combined.verdict.decision === "deny") return unbound;
  const { warnings } = combined.verdict;
  const deny = hostDeny("host_error:context_invalid", identity.failure);
  return { ...unbound, verdict: warnings ? { ...deny, warnings } : deny, decidedBy: null };
}

/** A context that nobody saw. */
function refuse(settings: Settings, log: RecordLog, { head, rule }: Refusal): Emission {
  const verdict = hostDeny("host_error:context_invalid", rule);
  const point = pointOf(head);
  const record = log.deliver(refusalRecord(settings, { head, point, verdict }));
  const permitted = point !== null && settings.modeAt(point) === "evaluate_only";
  return { permitted, verdict, target: null, context: null, record };
}
