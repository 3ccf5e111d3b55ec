/** One span per step, the decision an event on it (W§19). Pure: the server turns these into spans of the OpenTelemetry SDK. */
import type { Crypto } from "../crypto";
import { member, memberAt } from "../json/build";
import { canonicalText } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";
import { isWrappedResponse, wrappedMethod } from "../wire/hooks/wrapped";
import { type AttributeSource, type Attributes, type AttributeValue, textOf } from "./attribute-readers";
import { decisionAttributes } from "./decision-event";
import { entrySpanId, lateSpanId, sessionSpanId, sessionTraceId, stepSpanId, turnSpanId } from "./ids";
import { provenanceColumns, provenanceFacts } from "./provenance-facts";
import type { EntryRecord, StepRecord, TraceParent, TraceRecord } from "./record";
import { cut, LONGEST_CONTENT, shownEntry, shownStep } from "./redact";
import { SPANS, type SpanRule } from "./span-table";

export interface TraceSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** The parent is a span of the agent's own. */
  readonly parentIsRemote: boolean;
  readonly name: string;
  /** ms since the epoch. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly event: { readonly name: "acs.decision"; readonly attributes: Attributes };
  readonly links: readonly { readonly traceId: string; readonly spanId: string; readonly attributes: Attributes }[];
}

export interface TraceOptions {
  /** Payloads travel too, redacted and cut. */
  readonly content: boolean;
}

export function spanOf(c: Crypto, record: TraceRecord, options: TraceOptions): TraceSpan {
  return record.kind === "step" ? stepSpan(c, record, options) : entrySpan(c, record);
}

function stepSpan(c: Crypto, record: StepRecord, options: TraceOptions): TraceSpan {
  const shown = shownStep(record);
  const raw = objectOf(member(record.params, "payload"));
  const rule = ruleOf(record.method, raw);
  const source: AttributeSource = { ...record, raw, shown };
  return {
    ...placeOf(c, record),
    name: rule.span,
    startMs: record.receivedAt,
    endMs: Math.max(record.receivedAt, record.decidedAt),
    attributes: present({
      ...Object.fromEntries(Object.entries(rule.attributes).map(([name, read]) => [name, read(source)])),
      "acs.session.id": record.sessionId,
      "acs.agent.id": record.agentId,
      "acs.method": cut(record.method),
      "acs.request_id": requestIdOf(record),
      "acs.turn.id": textOf(member(shown.metadata, "turn_id")) ?? textOf(member(shown.payload, "turn_id")),
      ...(record.late ? { "acs.late": true } : {}),
      ...provenanceAttributes(record, shown.payload),
      ...(options.content ? { "acs.payload": cut(contentText(shown.content), LONGEST_CONTENT) } : {}),
    }),
    event: { name: "acs.decision", attributes: decisionAttributes(shown.result, member(record.result, "chain_hash")) },
  };
}

/** Wrapped tool calls are tool calls (W§15); other wrapped messages have no span of their own in the mapping. */
function ruleOf(method: string, payload: JsonObject): SpanRule {
  const known = Object.hasOwn(SPANS, method) ? SPANS[method] : undefined;
  if (known) return known;
  const wrapped = wrappedMethod(method);
  if (wrapped === null) return { span: "acs.step", attributes: {} };
  const answers = isWrappedResponse(payload);
  const isCall = wrapped.inner === "tools/call";
  return {
    span: isCall ? (answers ? "gen_ai.tool.result" : "gen_ai.tool.call") : "acs.mcp",
    attributes: {
      ...(isCall
        ? { "gen_ai.tool.name": ({ shown }) => toolNameIn(shown.payload) ?? textOf(shown.tool ?? undefined) }
        : {}),
      "acs.mcp.method": () => cut(wrapped.inner),
      "acs.mcp.message": () => (answers ? "response" : "request"),
      "acs.mcp.server_id": ({ shown }) => textOf(member(shown.metadata, "mcp_server_id")),
    },
  };
}

const toolNameIn = (payload: JsonObject): string | undefined => textOf(member(member(payload, "params"), "name"));

type Place = Pick<TraceSpan, "traceId" | "spanId" | "parentSpanId" | "parentIsRemote" | "links">;

/** Session, turn, step: each inside the one before. The agent's own span is a link, but over the session it is the parent. */
function placeOf(c: Crypto, record: StepRecord): Place {
  const traceId = record.trace?.trace_id ?? sessionTraceId(c, record);
  const { metadata, payload } = record.params as { metadata: JsonValue; payload: JsonValue };
  const links = linksOf(c, record, traceId);
  if (record.opensSession && record.method === "steps/sessionStart" && !record.late) {
    const parent = record.trace?.parent_id ?? null;
    return { traceId, spanId: sessionSpanId(c, record), parentSpanId: parent, parentIsRemote: parent !== null, links };
  }
  const requestId = requestIdOf(record) ?? "";
  const session = sessionSpanId(c, record);
  const turn = idOf(member(metadata, "turn_id"));
  if (record.method === "steps/turnStart" && !record.late) {
    const opened = idOf(member(payload, "turn_id")) ?? requestId;
    const outer = idOf(member(payload, "parent_turn_id")) ?? idOf(member(metadata, "parent_turn_id"));
    const parentSpanId = outer === null || outer === opened ? session : turnSpanId(c, record, outer);
    return { traceId, spanId: turnSpanId(c, record, opened), parentSpanId, parentIsRemote: false, links };
  }
  const spanId = record.late ? lateSpanId(c, record, requestId) : stepSpanId(c, record, requestId);
  return {
    traceId,
    spanId,
    parentSpanId: turn === null ? session : turnSpanId(c, record, turn),
    parentIsRemote: false,
    links,
  };
}

const idOf = (value: JsonValue | undefined): string | null => (typeof value === "string" ? value : null);

function linksOf(c: Crypto, record: StepRecord, traceId: string): TraceSpan["links"] {
  const { caller } = record;
  const links = caller === null || isParent(record, caller) ? [] : [linkTo(caller, "caller")];
  const child = idOf(member(member(record.params, "payload"), "subagent_session_id"));
  if (child === null) return links;
  const span_id = sessionSpanId(c, { tenantId: record.tenantId, sessionId: child });
  return [...links, linkTo({ trace_id: traceId, span_id }, "subagent_session")];
}

const isParent = ({ opensSession, trace }: StepRecord, caller: TraceParent): boolean =>
  opensSession && trace?.parent_id === caller.span_id && trace.trace_id === caller.trace_id;

const linkTo = ({ trace_id, span_id }: TraceParent, relation: string) => ({
  traceId: trace_id,
  spanId: span_id,
  attributes: { "acs.link": relation },
});

/** What the Guardian wrote by itself: a span inside that of the step that it is about. */
function entrySpan(c: Crypto, record: EntryRecord): TraceSpan {
  const { content } = record;
  const text = (name: string): string | undefined => textOf(member(content, name));
  const at = Date.parse(text("timestamp") ?? "");
  const shown = shownEntry(record);
  const isOfSession = text("step_type") === "guardian/session_closed";
  return {
    traceId: record.trace?.trace_id ?? sessionTraceId(c, record),
    spanId: entrySpanId(c, record, text("entry_id") ?? ""),
    parentSpanId: isOfSession ? sessionSpanId(c, record) : stepSpanId(c, record, text("step_id") ?? ""),
    parentIsRemote: false,
    name: (text("step_type") ?? "guardian/entry").replace("guardian/", "acs.guardian."),
    startMs: at,
    endMs: at,
    attributes: present({
      "acs.session.id": record.sessionId,
      "acs.agent.id": record.agentId,
      "acs.request_id": text("step_id"),
      "acs.approval.id": text("approval_id"),
      "acs.approval.outcome": text("outcome"),
      "acs.approver.type": textOf(memberAt(content, "approver", "type")),
      "acs.approver.id": textOf(memberAt(content, "approver", "id")),
    }),
    event: { name: "acs.decision", attributes: decisionAttributes(shown, member(content, "entry_hash")) },
    links: [],
  };
}

function provenanceAttributes(
  record: StepRecord,
  payload: JsonObject,
): { readonly [name: string]: AttributeValue | undefined } {
  const columns = provenanceColumns(provenanceFacts(record, payload));
  if (columns === null) return {};
  return {
    "acs.provenance.origin": columns.origins,
    "acs.provenance.source_id": columns.sources.length === 0 ? undefined : columns.sources,
    "acs.provenance.lineage_depth": columns.depth ?? undefined,
  };
}

const contentText = (content: JsonValue): string => (typeof content === "string" ? content : canonicalText(content));

export const requestIdOf = (record: StepRecord): string | undefined => textOf(member(record.params, "request_id"));

const objectOf = (value: JsonValue | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

function present(values: { readonly [name: string]: AttributeValue | undefined }): Attributes {
  return Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, AttributeValue] => pair[1] !== undefined),
  );
}
