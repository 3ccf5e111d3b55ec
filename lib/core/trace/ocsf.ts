/** OCSF 1.5 events of a step and of its decision (W§20). Pure: one JSON object per event, in the order of time. */
import { fromPlainObject, member, memberAt } from "../json/build";
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { isWrappedResponse, wrappedMethod } from "../wire/hooks/wrapped";
import { textOf } from "./attribute-readers";
import { stepObjects } from "./ocsf-objects";
import { classOf, decisionClass, type OcsfClass, severityOf, verdictOf } from "./ocsf-table";
import { requestIdOf, type TraceOptions } from "./otel";
import { type ProvenanceFact, provenanceColumns, provenanceFacts } from "./provenance-facts";
import type { EntryRecord, StepRecord, TraceRecord, TraceSubject } from "./record";
import { cut, LONGEST_CONTENT, LONGEST_LIST, shownEntry, shownStep } from "./redact";
import { spanTitle } from "./titles";

export type OcsfEvent = JsonObject;

export function eventsOf(record: TraceRecord, options: TraceOptions): readonly OcsfEvent[] {
  return record.kind === "step" ? stepEvents(record, options) : [entryEvent(record)];
}

function stepEvents(record: StepRecord, options: TraceOptions): readonly OcsfEvent[] {
  const shown = shownStep(record);
  const raw = objectOf(member(record.params, "payload"));
  const wrapped = wrappedMethod(record.method);
  const source = { ...record, raw, shown };
  const operation = textOf(member(raw, "operation"));
  const facts = provenanceFacts(record, shown.payload).slice(0, LONGEST_LIST);
  const content = options.content ? cut(contentText(shown.content), LONGEST_CONTENT) : undefined;
  const requestId = requestIdOf(record) ?? "";
  const common = { correlation_uid: requestId, ...(record.late ? { labels: ["late"] } : {}) };
  const kind = classOf({
    method: record.method,
    ...(operation === undefined ? {} : { operation }),
    ...(wrapped === null ? {} : { wrapped: { inner: wrapped.inner, answers: isWrappedResponse(raw) } }),
  });
  const step = { id: requestId, type: record.method.replace(/^steps\//, ""), turn_id: turnOf(shown.metadata) };
  const decision = textOf(member(record.result, "decision")) ?? "";
  const told = {
    step,
    session_id: record.sessionId,
    decision,
    ...decisionFacts(shown.result, member(record.result, "chain_hash")),
    ...(facts.length === 0 ? {} : { provenance: facts }),
    ...(content === undefined ? {} : { payload: content }),
  };
  const objects = stepObjects(source, kind.class_uid);
  const enriched = facts.length === 0 ? {} : { enrichments: enrichments(facts) };
  const activity = event(record, kind, {
    time: record.receivedAt,
    severity: severityOf("allow"),
    metadata: { uid: `${requestId}/step`, ...common },
    body: { ...objects.own, ...enriched, unmapped: { acs: { ...told, ...objects.acs } } },
  });
  const judged = event(record, decisionClass(decision, false), {
    time: record.decidedAt,
    severity: severityOf(decision),
    metadata: { uid: `${requestId}/decision`, ...common },
    body: {
      ...(decision === "allow"
        ? appOf(record)
        : finding(decision, { uid: requestId, title: spanTitle(record.method, objects.subject), told })),
      ...enriched,
      unmapped: { acs: told },
    },
  });
  return [activity, judged];
}

interface FindingParts {
  readonly uid: string;
  readonly title: string;
  readonly told: { readonly reasoning?: string | undefined } & object;
}

const SAID: { readonly [decision: string]: string } = {
  allow: "allowed",
  deny: "denied",
  modify: "modified",
  ask: "needs a person",
  defer: "deferred",
};

function finding(decision: string, { uid, title, told }: FindingParts): object {
  const [verdict_id, verdict] = verdictOf(decision);
  return {
    status_id: decision === "ask" || decision === "defer" ? 1 : 4,
    verdict_id,
    verdict,
    finding_info: {
      uid,
      title: `${title} ${SAID[decision] ?? decision}`,
      ...(told.reasoning === undefined ? {} : { desc: told.reasoning }),
      types: ["ACS decision"],
    },
    evidences: [{ name: title, data: told }],
  };
}

/** A person's answer, an expiry or a withdrawal: an update of the finding that the step's ASK or DEFER opened. */
function entryEvent(record: EntryRecord): OcsfEvent {
  const { content } = record;
  const text = (name: string): string | undefined => textOf(member(content, name));
  const shown = shownEntry(record);
  const decision = text("decision") ?? "";
  const step = { id: text("step_id"), type: text("step_type") };
  const told = {
    step,
    session_id: record.sessionId,
    decision,
    ...decisionFacts(shown, member(content, "entry_hash")),
    approval_id: text("approval_id"),
    outcome: text("outcome"),
    approver: member(content, "approver"),
  };
  const title = `${text("step_type") ?? "guardian/entry"}: ${text("outcome") ?? decision}`;
  return event(record, decisionClass(decision, true), {
    time: Date.parse(text("timestamp") ?? ""),
    severity: severityOf(decision),
    metadata: { uid: text("entry_id"), correlation_uid: text("step_id") },
    body: {
      ...finding(decision, { uid: text("step_id") ?? "", title, told }),
      status_id: 4,
      unmapped: { acs: told },
    },
  });
}

function decisionFacts(result: JsonObject, chainHash: JsonValue | undefined) {
  const list = (name: string): readonly JsonValue[] | undefined => {
    const value = member(result, name);
    return Array.isArray(value) && value.length > 0 ? value.slice(0, LONGEST_LIST) : undefined;
  };
  return {
    evaluator: textOf(memberAt(result, "metadata", "evaluator")) ?? "deterministic",
    reasoning: textOf(member(result, "reasoning")),
    reason_codes: list("reason_codes"),
    policy_references: list("policy_references"),
    cited_provenance_ids: list("cited_provenance_ids"),
    chain_hash: textOf(chainHash),
  };
}

interface EventParts {
  readonly time: number;
  readonly severity: readonly [number, string];
  readonly metadata: object;
  readonly body: object;
}

function event(subject: TraceSubject, kind: OcsfClass, parts: EventParts): OcsfEvent {
  const [severity_id, severity] = parts.severity;
  return fromPlainObject({
    ...kind,
    type_uid: kind.class_uid * 100 + kind.activity_id,
    time: parts.time,
    severity_id,
    severity,
    metadata: {
      version: "1.5.0",
      product: { name: "ACS Guardian", vendor_name: "Guardian Console" },
      tenant_uid: subject.tenantId,
      ...parts.metadata,
    },
    actor: {
      user: { uid: subject.agentId, name: subject.agentName ?? subject.agentId, type_id: 99, type: "AI Agent" },
      session: { uid: subject.sessionId },
    },
    ...parts.body,
  });
}

const appOf = ({ agentId, agentName }: TraceSubject) => ({ app: { uid: agentId, name: agentName ?? agentId } });

/** W§20: `enrichments`, each with the name of one fact; the whole object stays under `data`. */
function enrichments(facts: readonly ProvenanceFact[]): readonly object[] {
  const columns = provenanceColumns(facts);
  const one = (name: string, value: string) => ({ name: `acs_provenance_${name}`, value, type: "ACS provenance" });
  return [
    ...facts.map((fact) => ({ ...one("origin", fact.origin), data: fact })),
    ...facts.flatMap((fact) =>
      fact.source_id === undefined ? [] : [{ ...one("source_id", fact.source_id), data: fact }],
    ),
    ...(columns?.depth == null
      ? []
      : [{ ...one("lineage_depth", String(columns.depth)), data: { lineage_depth: columns.depth } }]),
  ];
}

const turnOf = (metadata: JsonObject): string | undefined => textOf(member(metadata, "turn_id"));
const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const contentText = (content: JsonValue): string => (typeof content === "string" ? content : canonicalText(content));
