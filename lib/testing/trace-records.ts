/** Trace records for tests: one step of a fixed session, or an entry that the Guardian made. */
import { fromPlainObject } from "../core/json/build";
import type { EntryRecord, StepRecord } from "../core/trace/record";

export const TRACED_SESSION = "5c3f1b8e-9a0d-4c2e-8f4b-2d6a7e9c1b30";
export const TRACED_REQUEST = "8d0b6b0e-4d6b-4f7a-9d1c-1f1c7f0e2a10";

const SUBJECT = {
  tenantId: "default",
  sessionId: TRACED_SESSION,
  agentId: "support",
  agentName: "Support",
  trace: null,
};

export interface TracedStepOptions {
  readonly params?: object;
  readonly metadata?: object;
  /** Members of the AcsResult beside its decision. */
  readonly result?: object;
  readonly decision?: string;
}

export function tracedStep(
  method: string,
  payload: object,
  {
    params,
    metadata,
    result,
    decision = "allow",
    ...more
  }: TracedStepOptions & Partial<Omit<StepRecord, "params" | "result">> = {},
): StepRecord {
  return {
    kind: "step",
    ...SUBJECT,
    method,
    params: fromPlainObject({
      acs_version: "0.1.0",
      request_id: TRACED_REQUEST,
      metadata: { agent_id: "support", session_id: TRACED_SESSION, ...metadata },
      payload,
      ...params,
    }),
    result: fromPlainObject({
      type: "final",
      request_id: TRACED_REQUEST,
      decision,
      metadata: { evaluator: "deterministic" },
      ...result,
    }),
    receivedAt: 1_790_000_000_000,
    decidedAt: 1_790_000_000_007,
    caller: null,
    nodes: [],
    tool: null,
    opensSession: false,
    late: false,
    ...more,
  };
}

export function tracedEntry(content: object): EntryRecord {
  return {
    kind: "entry",
    ...SUBJECT,
    reason: "looks right",
    content: fromPlainObject({
      entry_id: "entry-9",
      step_id: TRACED_REQUEST,
      step_type: "guardian/approval_resolution",
      timestamp: "2026-09-19T10:00:00Z",
      decision: "allow",
      outcome: "approved",
      approval_id: "apr-1",
      approver: { type: "human", id: "psn_1" },
      entry_hash: "ab".repeat(32),
      ...content,
    }),
  };
}
