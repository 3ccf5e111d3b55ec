/** What a composition profile works with: one emission, whose interceptors it may ask and whose resolver it may consult. */
import type { Result } from "../../core/result";
import type { AgentContext, HostError, Verdict } from "../types";

/** One interceptor's answer, or the deny that stands for its failure. */
export interface Slot {
  /** Of registration. */
  readonly index: number;
  readonly verdict: Verdict;
}

export type Consultation =
  /** Nobody was asked, and the deny stands. */
  | { readonly kind: "stands" }
  | { readonly kind: "lifted"; readonly verdict: Verdict }
  | { readonly kind: "kept"; readonly verdict: Verdict };

export interface Round {
  readonly context: AgentContext;
  /** Of the interceptors that judge this point, in order of registration. */
  readonly indices: readonly number[];
  /** On a copy of its own. Never rejects. */
  judge(index: number, context: AgentContext): Promise<Slot>;
  /** The context with a transform applied; in `evaluate_only` checked only. */
  rewrite(context: AgentContext, verdict: Verdict): Result<AgentContext, HostError>;
  /** §9. Never rejects. */
  consult(deny: Verdict, context: AgentContext): Promise<Consultation>;
}

/** What a profile came to. */
export interface Combined {
  readonly verdict: Verdict;
  readonly decidedBy: number | null;
  /** After all transforms that were applied. */
  readonly context: AgentContext;
  /** As given, before any substitution. */
  readonly slots: readonly Slot[];
  /** Verdicts of consultations. */
  readonly resolutions: readonly Verdict[];
  readonly truncated?: boolean;
  readonly resolvedBy?: "approval" | "rejection";
}

export const hostDeny = (reason: HostError, message?: string): Verdict => ({
  decision: "deny",
  reason,
  ...(message === undefined ? {} : { message }),
});
