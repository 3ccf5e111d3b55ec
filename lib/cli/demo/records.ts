/** What a demo's agent tells of its client's records. */
import type { HostRecord } from "../../host/records";
import type { DemoEvent } from "./events";

/** Null for what nobody needs to be told. */
export function eventOf(record: HostRecord): DemoEvent | null {
  switch (record.kind) {
    case "session_opened":
      return { event: "opened", session_id: record.sessionId, posture: record.posture };
    case "decided":
      return record.chainHash === null ? null : acknowledged(record, record.chainHash);
    case "approval_state":
      return { event: "approval", approval_id: record.approvalId, state: record.state };
    case "result_delivered":
      return { event: "reported", request_id: record.step.requestId, result_request_id: record.resultRequestId };
    case "tool_executed":
      return {
        event: "executed",
        session_id: record.sessionId,
        request_id: record.step.requestId,
        exit_status: record.exitStatus,
      };
    case "no_decision":
      return { event: "no_decision", method: record.step.method, cause: record.cause, detail: record.detail };
    case "answer_recovered":
      return { event: "recovered", method: record.step.method, request_id: record.step.requestId };
    default:
      return null;
  }
}

function acknowledged(record: HostRecord & { kind: "decided" }, chainHash: string): DemoEvent {
  return {
    event: "acknowledged",
    session_id: record.sessionId,
    method: record.step.method,
    request_id: record.step.requestId,
    decision: record.decision,
    chain_hash: chainHash,
    approval_id: record.approvalId,
    reason_codes: [...record.reasonCodes],
  };
}
