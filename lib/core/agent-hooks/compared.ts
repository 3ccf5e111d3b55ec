/** What a comparison of records and decisions is given. */
import type { RecordFacts } from "./record";

/** An entry of the session's chain, as far as a comparison needs it. In the order of the chain. */
export interface ComparedEntry {
  readonly seq: number;
  readonly hash: string;
  readonly stepType: string;
  readonly decision: string | null;
  readonly tool: string | null;
  readonly stepId: string;
  readonly approvalId: string | null;
  /** On a result: the step_id of the released call that it closes. */
  readonly resultOf: string | null;
  /** The agent reported a result although nothing was released. */
  readonly executedWithoutRelease: boolean;
}

export interface ComparedRecord extends RecordFacts {
  readonly seq: number;
}
