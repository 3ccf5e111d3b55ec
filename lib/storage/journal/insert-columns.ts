/** One INSERT of many rows, its values given column by column as `unnest` takes them. */
import type { PoolClient } from "pg";

export interface ColumnInsert {
  readonly name: string;
  readonly text: string;
  /** One array per column. */
  readonly values: unknown[][];
}

/** Sends nothing where there is no row. */
export async function insertColumns(client: PoolClient, statement: ColumnInsert): Promise<void> {
  if ((statement.values[0]?.length ?? 0) > 0) await client.query(statement);
}
