/** What the bench and its load process say to one another over the process channel. */

export interface LoadPlan {
  readonly port: number;
  readonly agent: { readonly agentId: string; readonly keyId: string; readonly secret: string };
  readonly connections: number;
  readonly sessions: number;
  /** Signed before the clock starts. */
  readonly messagesPerSession: number;
  /** False for a server that is no Guardian: no handshake, and messages may come again. */
  readonly isGuardian: boolean;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface LoadReport {
  readonly latencies: readonly number[];
  readonly seconds: number;
  readonly failures: number;
  /** The messages ran out before the time did. */
  readonly ranOut: boolean;
}
