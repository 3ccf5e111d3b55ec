/** What an agent's sessions go by when no decision can be had, and what the last of them was accepted for. */

export interface AgentPosture {
  readonly key: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly onDecisionFailure: "deny" | "proceed";
  readonly canAsk: boolean;
  readonly canModify: boolean;
  readonly askSubstitute: string;
  readonly timeoutMs: number;
  readonly skewMs: number;
  /** Of the session that was opened last; null before the first. */
  readonly last: {
    readonly sessionKey: string;
    readonly openedAt: number;
    readonly onDecisionFailure: "deny" | "proceed";
    readonly profiles: readonly string[];
    readonly provenance: "deterministic" | "none";
  } | null;
}
