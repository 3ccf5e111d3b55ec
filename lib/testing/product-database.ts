/** Direct access to a running product's database, as somebody with the disk in their hands would have. */
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { environment } from "../server/env";

/** DATA_DIR names the product's folder. */
export async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const facts = JSON.parse(readFileSync(path.join(environment().dataDir, "runtime.json"), "utf8"));
  const client = new pg.Client({ connectionString: facts.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The console's key of a session, as in its addresses. */
export function sessionKeyOf(sessionId: string): Promise<string> {
  return inDatabase(async (client) => {
    const found = await client.query("SELECT key FROM session WHERE session_id = $1", [sessionId]);
    return String(found.rows[0]?.key);
  });
}

/** What can be done to a stored chain by hand; each is a different fault to whoever verifies. */
export const TAMPERING: Readonly<Record<string, (client: pg.Client, sessionKey: string) => Promise<unknown>>> = {
  flipRequestByte: (client, key) =>
    client.query("UPDATE envelope SET request = replace(request, 'turn 3', 'turn 2') WHERE session_key = $1", [key]),
  dropMiddle: (client, key) => client.query("DELETE FROM entry WHERE session_key = $1 AND seq = 4", [key]),
  dropTail: (client, key) =>
    client.query(
      "DELETE FROM entry WHERE session_key = $1 AND seq = (SELECT max(seq) FROM entry WHERE session_key = $1)",
      [key],
    ),
  swap: async (client, key) => {
    const swap = "UPDATE entry SET seq = $3 WHERE session_key = $1 AND seq = $2";
    for (const [from, to] of [
      [3, 1000],
      [4, 3],
      [1000, 4],
    ]) {
      await client.query(swap, [key, from, to]);
    }
  },
};
