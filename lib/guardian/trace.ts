/** What the trace is told: every decision once it is out, and the entries that the Guardian made itself. Delays nothing. */
import type { Crypto } from "../core/crypto";
import type { JsonObject } from "../core/json/value";
import type { SessionTrace } from "../core/session/context";
import { sessionTraceId, stepSpanId } from "../core/trace/ids";
import type { TraceSubject } from "../core/trace/record";
import { contextOf } from "./contexts";
import type { GuardianDeps } from "./deps";
import type { EntryRow, SessionSnapshot, StepPlan } from "./ports";
import type { AdmittedStep } from "./stages/admit";
import type { Authenticated } from "./stages/authenticate";
import type { Evaluated } from "./stages/evaluate";
import type { HandedEntry, HandedStep } from "./trace-port";

/** What was sent for a step, and what became durable with it. */
export interface TracedOutcome {
  readonly bytes: Uint8Array;
  readonly plan?: StepPlan;
  readonly late?: boolean;
}

export function traceStep(deps: GuardianDeps, step: AdmittedStep, { bytes, plan, late = false }: TracedOutcome): void {
  if (!deps.trace) return;
  const { snapshot } = step;
  const subject = { ...subjectOf(snapshot), trace: plan?.trace ?? contextOf(snapshot.session).trace ?? null };
  const own = plan?.entries.find((entry) => entry.stepType === step.method);
  for (const entry of plan?.entries ?? []) if (entry !== own) deps.trace.hand(entryOf(subject, entry));
  deps.trace.hand({
    ...subject,
    ...handedOf(step, deps, bytes),
    nodes: (plan?.provenance ?? []).map(({ provenance_id, depth }) => ({ provenance_id, depth })),
    tool: own?.tool ?? null,
    opensSession: own?.seq === 1,
    late,
  });
}

/** A denial of a step whose session could not be read: all that is known is what its signature covers. */
export function traceFailure(deps: GuardianDeps, message: Authenticated, bytes: Uint8Array): void {
  const { metadata } = message.params as { metadata: JsonObject };
  deps.trace?.hand({
    ...handedOf(message, deps, bytes),
    tenantId: message.tenantId,
    sessionId: String(metadata.session_id),
    agentId: String(metadata.agent_id),
    agentName: null,
    trace: null,
    nodes: [],
    tool: null,
    opensSession: false,
    late: false,
  });
}

/** Entries of the Guardian's own, from any process. */
export function traceEntries(deps: Pick<GuardianDeps, "trace">, snapshot: SessionSnapshot, plan: StepPlan): void {
  if (!deps.trace) return;
  const subject = { ...subjectOf(snapshot), trace: contextOf(snapshot.session).trace ?? null };
  for (const entry of plan.entries) deps.trace.hand(entryOf(subject, entry));
}

type HandedPart = Pick<HandedStep, "kind" | "method" | "request" | "answer" | "receivedAt" | "decidedAt" | "caller">;

const handedOf = (message: Authenticated, { clock }: GuardianDeps, answer: Uint8Array): HandedPart => ({
  kind: "step",
  method: message.method,
  request: message.text,
  answer,
  receivedAt: message.receivedAt,
  decidedAt: clock.now(),
  caller: message.traceparent,
});

const subjectOf = ({ session, agent }: SessionSnapshot): Omit<TraceSubject, "trace"> => ({
  tenantId: session.tenantId,
  sessionId: session.sessionId,
  agentId: agent.agentId,
  agentName: agent.name,
});

const entryOf = (subject: TraceSubject, entry: EntryRow): HandedEntry => ({
  kind: "entry",
  ...subject,
  content: entry.content,
  reason: entry.reason,
});

/** Fixed by the session's first step: where its caller's span is. A session started by another one has it from there. */
export function traceOfSession({ context, snapshot, step }: Evaluated): SessionTrace | undefined {
  if (context.trace || snapshot.session.headSeq > 0 || step.traceparent === null) return context.trace;
  const { trace_id, span_id } = step.traceparent;
  return { trace_id, parent_id: span_id };
}

/** Where the session that this step starts belongs: inside the step's own span. */
export function traceOfChild(c: Crypto, evaluated: Evaluated): SessionTrace {
  const { session } = evaluated.snapshot;
  return {
    trace_id: traceOfSession(evaluated)?.trace_id ?? sessionTraceId(c, session),
    parent_id: stepSpanId(c, session, evaluated.step.request.params.request_id),
  };
}
