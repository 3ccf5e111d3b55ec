/** Connections of the decision path. */
import pg from "pg";

export interface PoolOptions {
  readonly max?: number;
  readonly applicationName?: string;
  /** Server-side deadline of every statement, ms. */
  readonly statementTimeoutMs?: number;
}

/** A pool whose every wait is bounded: to connect, on the server, and for an answer that never comes. */
export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const statementTimeout = options.statementTimeoutMs ?? 5_000;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 8,
    application_name: options.applicationName ?? "guardian",
    connectionTimeoutMillis: 3_000,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + 1_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
  });
  // A connection that dies, idle or in use, fails its query or is replaced; without listeners it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
