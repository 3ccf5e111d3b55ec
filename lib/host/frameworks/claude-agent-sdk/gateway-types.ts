/** What the model gateway needs of a listener, which this adapter does not open itself: it holds no socket. */

export interface GatewayRequest {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

export interface GatewayAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** Never rejects. */
export type GatewayHandler = (request: GatewayRequest) => Promise<GatewayAnswer>;

/** Listens on this machine alone until closed. One of Node is at `guardian-hooks/claude-agent-sdk`: `listenOnLoopback`. */
export type Listen = (handle: GatewayHandler) => Promise<{ readonly url: string; close(): Promise<void> }>;
