/**
 * An MCP connection with the Guardian in the middle: one signed session per connection, every message judged before it
 * passes. Knows no process and no socket: both ends are transports of the MCP SDK.
 */
import { Connection } from "./connection";
import type { CloseReason, ConnectionEnd, McpProxyOptions } from "./options";

export interface McpProxy {
  /** Resolves when both ends are closed and the session has ended. */
  readonly closed: Promise<ConnectionEnd>;
  close(reason?: CloseReason): Promise<void>;
}

/** Starts the client's end. Rejects only when that cannot be started. */
export async function startMcpProxy(options: McpProxyOptions): Promise<McpProxy> {
  const connection = new Connection(options);
  const { downstream } = options;
  downstream.onmessage = (message) => connection.fromClient(message);
  downstream.onclose = () => void connection.end("completed", "the client closed the connection");
  downstream.onerror = () => connection.unreadable("client");
  await downstream.start();
  return {
    closed: connection.closed,
    close: async (reason = "cancelled") => {
      await connection.end(reason, "closed by the host");
    },
  };
}
