/** What the list of AgBOMs is given: one line for each session that declared or used components. */
export interface AgbomSessionItem {
  readonly key: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly state: string;
  readonly closeReason: string | null;
  readonly lastStepAt: number;
  /** Declared now. */
  readonly declared: number;
  /** Kinds of what is declared now, with how many of each. */
  readonly types: { readonly [type: string]: number };
  readonly changes: number;
  /** Used without being declared. */
  readonly undeclared: number;
}

export interface AgbomSessionPage {
  readonly items: readonly AgbomSessionItem[];
  readonly next: string | null;
  readonly serverNow: number;
}
