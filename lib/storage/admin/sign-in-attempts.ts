/** Tries to sign in, counted across processes and restarts. An attempt is written before it is judged, so that none runs ahead. */
import type { Pool } from "pg";
import { shown } from "../text";

export interface AttemptKey {
  readonly tenantId: string;
  /** Hash of the address that was typed: people also type passwords there. */
  readonly account: string;
  /** Network address. */
  readonly address: string;
}

export interface Attempt {
  readonly id: string;
  /** Attempts in the window, this one included. */
  readonly byAccount: number;
  readonly byAddress: number;
  readonly byBoth: number;
}

const WRITE = `WITH old AS (DELETE FROM sign_in_attempt WHERE at < clock_timestamp() - interval '1 day')
  INSERT INTO sign_in_attempt (tenant_id, account, address, at) VALUES ($1, $2, $3, clock_timestamp()) RETURNING id::text`;

const COUNT = `SELECT count(*) FILTER (WHERE account = $2)::int AS "byAccount",
    count(*) FILTER (WHERE address = $3)::int AS "byAddress",
    count(*) FILTER (WHERE account = $2 AND address = $3)::int AS "byBoth"
  FROM sign_in_attempt
  WHERE tenant_id = $1 AND (account = $2 OR address = $3) AND at > clock_timestamp() - make_interval(secs => $4)`;

export async function noteAttempt(pool: Pool, key: AttemptKey, windowS: number): Promise<Attempt> {
  const values = [key.tenantId, key.account, shown(key.address)];
  const written = await pool.query<{ id: string }>(WRITE, values);
  const counted = await pool.query<Omit<Attempt, "id">>(COUNT, [...values, windowS]);
  return { id: written.rows[0]?.id ?? "", byAccount: 0, byAddress: 0, byBoth: 0, ...counted.rows[0] };
}

/** Forgets an attempt that succeeded, or that was refused for being one too many (else nobody would ever get out). */
export async function forgetAttempt(pool: Pool, id: string): Promise<void> {
  await pool.query("DELETE FROM sign_in_attempt WHERE id = $1::bigint", [id]);
}
