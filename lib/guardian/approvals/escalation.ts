/** What an escalation starts from and what it comes to; shared by the steps of `escalate`. */
import type { Conclusion } from "../../core/policy/compose";
import type { Draft } from "../draft";

export interface HeldItem {
  readonly approvalId: string;
}

export interface ConcludeOptions {
  /** The item that this request has been waiting for: its reservation is written already. */
  readonly held?: HeldItem;
  /** The wait is over: a pending item is now answered by what ACS §9.2 puts in place of ASK. */
  readonly waitOver?: boolean;
  /** This agent has as many held requests as it may. */
  readonly holdsFull?: boolean;
}

export interface Escalation {
  readonly conclusion: Conclusion;
  readonly options: ConcludeOptions;
}

export type Escalated =
  | { readonly kind: "draft"; readonly draft: Draft }
  | { readonly kind: "held"; readonly draft: Draft; readonly item: HeldItem };
