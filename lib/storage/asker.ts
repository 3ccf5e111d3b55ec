/** Asks named statements, so that the server plans each once per connection. */
import type { Pool, QueryResultRow } from "pg";
import { StoreUnavailable } from "../guardian/ports";
import { isStorable } from "./text";

export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

export class Asker {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** No rows for a text value that no row can hold: strangers' ids come here unchecked. */
  async all<T>(query: NamedQuery): Promise<readonly T[]> {
    const values = [...(query.values ?? [])];
    if (values.some((value) => typeof value === "string" && !isStorable(value))) return [];
    const asked = this.#pool.query<T & QueryResultRow>({ ...query, name: `store-${query.name}`, values });
    const { rows } = await asked.catch((error: unknown) => {
      throw new StoreUnavailable(error);
    });
    return rows;
  }

  async one<T>(query: NamedQuery): Promise<T | null> {
    return (await this.all<T>(query))[0] ?? null;
  }

  /** The column `value` of the first row. */
  async value<T>(query: NamedQuery, none: T): Promise<T> {
    return (await this.one<{ value: T }>(query))?.value ?? none;
  }
}
