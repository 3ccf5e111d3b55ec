/** What spans and events are made of (W§19, W§20). */
import type { JsonObject } from "../json/value";
import type { ProvenanceNode, SessionTrace } from "../session/context";

/** The caller's span, of the `traceparent` header (W3C Trace Context). Nobody signed it: good for correlation only. */
export interface TraceParent {
  /** 32 lowercase hex digits. */
  readonly trace_id: string;
  /** 16 lowercase hex digits. */
  readonly span_id: string;
}

/** Whose step it is: registered values, never claims. */
export interface TraceSubject {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly agentName: string | null;
  /** Where the session's spans belong, as far as anybody said; else its own trace. */
  readonly trace: SessionTrace | null;
}

/** One step and what was decided on it. */
export interface StepRecord extends TraceSubject {
  readonly kind: "step";
  readonly method: string;
  /** As received. */
  readonly params: JsonObject;
  /** The AcsResult that was sent. */
  readonly result: JsonObject;
  /** ms since the epoch. */
  readonly receivedAt: number;
  readonly decidedAt: number;
  readonly caller: TraceParent | null;
  /** Depths of the provenance objects that the step brought, where its entry is durable. */
  readonly nodes: readonly Pick<ProvenanceNode, "provenance_id" | "depth">[];
  /** The tool that the step is about, where only the chain knows it. */
  readonly tool: string | null;
  /** First entry of its session. */
  readonly opensSession: boolean;
  /** It became durable after the client had been told something else. */
  readonly late: boolean;
}

/** An entry that the Guardian made itself, such as a person's answer to an ASK. */
export interface EntryRecord extends TraceSubject {
  readonly kind: "entry";
  /** The ContextEntry. */
  readonly content: JsonObject;
  readonly reason: string | null;
}

export type TraceRecord = StepRecord | EntryRecord;
