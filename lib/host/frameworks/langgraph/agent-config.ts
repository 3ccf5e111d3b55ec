/** What a call of a governed agent may be given beside its input. */

/** Of `invoke` and `stream`, as the framework takes it. */
export interface AgentConfig {
  readonly configurable?: { readonly thread_id?: string; readonly [key: string]: unknown };
  readonly context?: unknown;
  readonly signal?: AbortSignal;
  readonly streamMode?: string | readonly string[];
  readonly subgraphs?: boolean;
  readonly [key: string]: unknown;
}
