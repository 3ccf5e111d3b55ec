/** What the store demands of a PostgreSQL server before it trusts it with evidence. */
import type { ClientBase } from "pg";

interface Facts {
  readonly version: number;
  readonly version_text: string;
  readonly fsync: string;
  readonly synchronous_commit: string;
  readonly encoding: string;
  readonly standby: boolean;
}

const FACTS = `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS version_text,
  current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby`;

/** Throws one sentence for the operator. A server that may lose a committed row cannot hold decisions. */
export async function checkServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Facts>(FACTS);
  const facts = rows[0];
  if (!facts) throw new Error("The database server did not say what it is.");
  const refusal = refusalOf(facts);
  if (refusal) throw new Error(refusal);
}

function refusalOf(facts: Facts): string | null {
  if (facts.version < 140_000) return `PostgreSQL 14 or later is needed; this server is ${facts.version_text}.`;
  if (facts.fsync === "off") return "The database server runs with fsync off: a committed decision could be lost.";
  if (facts.synchronous_commit === "off") {
    return "synchronous_commit is off for this database or user: a committed decision could be lost. Turn it on.";
  }
  if (facts.encoding !== "UTF8") return `The database must be encoded in UTF8, not ${facts.encoding}.`;
  if (facts.standby) return "The database server is a read-only standby.";
  return null;
}
