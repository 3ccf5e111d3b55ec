/** Admin changes from the machine itself: whoever can read the master key and the database may make them, as the Guardian. */
import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { CommandDeps } from "../guardian/commands/actor";
import { nodeCrypto } from "../server/crypto-node";
import { environment, masterKey } from "../server/env";
import { randomIds } from "../server/ids";
import { type OpenKeyRing, openKeyRing } from "../server/keyring";
import { createAdminStore } from "../storage/admin/admin-store";
import { createNotifier } from "../storage/journal/notify";
import { createPool } from "../storage/pool";

export interface AdminAccess {
  readonly tenantId: string;
  readonly pool: pg.Pool;
  readonly deps: CommandDeps;
  readonly keyring: OpenKeyRing;
  close(): Promise<void>;
}

/** Throws when the database cannot be reached or was sealed under another master key. */
export async function openAdminAccess(
  databaseUrl: string,
  master: Buffer = masterKey(environment().dataDir),
): Promise<AdminAccess> {
  const pool = createPool(databaseUrl, { max: 3, applicationName: "guardian-cli" });
  try {
    const keyring = await openKeyRing(pool, master);
    const deps: CommandDeps = {
      admin: createAdminStore(pool, createNotifier(pool)),
      keyring,
      crypto: nodeCrypto,
      ids: randomIds,
      clock: { now: Date.now, observe: () => undefined },
      random: (length) => new Uint8Array(randomBytes(length)),
    };
    const close = async (): Promise<void> => {
      await keyring.close();
      await pool.end();
    };
    return { tenantId: "default", pool, deps, keyring, close };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
