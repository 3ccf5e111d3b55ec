/** What the client did and why, as typed values: the agent's own side of the evidence. Never holds argument values. */
import type { Disposition } from "../core/policy/types";
import type { Posture } from "./posture";

/** Why a message brought no decision. */
export type NoDecisionCause =
  | "transport_failed"
  | "timed_out"
  | "http_status"
  | "unreadable_answer"
  | "wrong_answer"
  | "signature_invalid"
  | "answer_invalid"
  | "error_answer";

/** Why there is no session. */
export type SessionRefusal = NoDecisionCause | "terms_unacceptable" | "session_denied";

export interface StepRef {
  readonly method: string;
  readonly requestId: string;
}

export type HostEvent =
  | { readonly kind: "session_opened"; readonly posture: Posture; readonly methods: readonly string[] }
  | {
      readonly kind: "session_refused";
      readonly cause: SessionRefusal;
      readonly detail: string;
    }
  | {
      readonly kind: "decided";
      readonly step: StepRef;
      readonly decision: Disposition;
      readonly reasonCodes: readonly string[];
      readonly chainHash: string | null;
      readonly approvalId: string | null;
    }
  | {
      readonly kind: "no_decision";
      readonly step: StepRef;
      readonly cause: NoDecisionCause;
      readonly detail: string;
      /** ACS error code, for `error_answer`. */
      readonly code?: number;
    }
  /** The posture was applied: the record says in words what became of the step. */
  | {
      readonly kind: "posture_applied";
      readonly step: StepRef;
      readonly posture: Posture;
      readonly outcome: "proceeded without decision" | "blocked without decision";
    }
  | {
      readonly kind: "late_answer";
      readonly step: StepRef;
      readonly decision: Disposition | null;
      readonly outcome: "late decision ignored";
    }
  | { readonly kind: "not_evaluated"; readonly method: string }
  | { readonly kind: "modification_applied"; readonly step: StepRef }
  | { readonly kind: "modification_refused"; readonly step: StepRef; readonly reason: string; readonly path: string }
  | { readonly kind: "waiting"; readonly step: StepRef; readonly approvalId: string | null; readonly until: number }
  | { readonly kind: "approval_state"; readonly approvalId: string; readonly state: string }
  | { readonly kind: "answer_recovered"; readonly step: StepRef }
  | {
      readonly kind: "tool_executed";
      readonly step: StepRef;
      readonly exitStatus: ExitStatus;
      readonly durationMs: number;
    }
  | { readonly kind: "result_delivered"; readonly step: StepRef; readonly resultRequestId: string }
  | { readonly kind: "result_undelivered"; readonly step: StepRef; readonly attempts: number }
  | { readonly kind: "session_ended"; readonly reason: string };

export type ExitStatus = "success" | "failure" | "timeout" | "blocked";

export type HostRecord = HostEvent & { readonly at: number; readonly sessionId: string };
