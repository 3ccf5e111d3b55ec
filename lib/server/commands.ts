/** What the admin commands are given in this process. */
import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { Actor, CommandDeps } from "../guardian/commands/actor";
import type { AdminStore } from "../guardian/commands/admin-store";
import { createAdminStore } from "../storage/admin/admin-store";
import { createNotifier } from "../storage/journal/notify";
import type { Container } from "./container";
import { container } from "./container";
import { nodeCrypto } from "./crypto-node";
import { randomIds } from "./ids";
import type { Viewer } from "./viewer";

const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));

/** The part that needs no key ring, for the first start. */
export function basicDeps(pool: Pool): Pick<CommandDeps, "admin" | "crypto" | "ids" | "random"> {
  const admin: AdminStore = createAdminStore(pool, createNotifier(pool));
  return { admin, crypto: nodeCrypto, ids: randomIds, random };
}

export const commandDepsOf = ({
  pool,
  keyring,
  clock,
}: Pick<Container, "pool" | "keyring" | "clock">): CommandDeps => ({
  ...basicDeps(pool),
  keyring,
  clock,
});

export const commandDeps = async (): Promise<CommandDeps> => commandDepsOf(await container());

export const actorOf = ({ id, tenantId, signInId }: Viewer): Actor => ({ id, tenantId, signInId });
