/**
 * Admin commands as transactions over pg. The actor's row and sign-in are held FOR SHARE from the first statement, so
 * that a role taken away or an account disabled is obeyed by whatever commits after it.
 */
import type { Pool, PoolClient } from "pg";
import { can, type Permission } from "../../core/access";
import type { CommandFailure } from "../../core/admin/failure";
import { err, type Result } from "../../core/result";
import type { Notifier } from "../journal/notify";
import { type AdminTx, type Author, adminTx } from "./admin-tx";
import { serializePeople } from "./people-rows";

interface Actor {
  readonly id: string;
  readonly tenantId: string;
  readonly signInId: string | null;
}

type Work<T> = (tx: AdminTx) => Promise<Result<T, CommandFailure>>;

const HOLD_ACTOR = "SELECT kind, state, roles FROM person WHERE id = $1 AND tenant_id = $2 FOR SHARE";

const HOLD_SIGN_IN = `SELECT id FROM sign_in
  WHERE id = $1 AND person_id = $2 AND ended_at IS NULL AND clock_timestamp() < expires_at FOR SHARE`;

export type AdminStore = ReturnType<typeof createAdminStore>;

export function createAdminStore(pool: Pool, notifier: Notifier) {
  return {
    change: <T>(actor: Actor, permission: Permission, work: Work<T>): Promise<Result<T, CommandFailure>> => {
      const author: Author = { actorKind: "person", actorId: actor.id };
      const run = async (client: PoolClient, topics: Set<string>) => {
        // Before any row: two admins who change each other would otherwise wait for one another.
        if (permission === "people.manage") await serializePeople(client, actor.tenantId);
        const refused = await actorFailure(client, actor, permission);
        return refused ?? work(adminTx(client, actor.tenantId, author, topics));
      };
      return transaction(pool, notifier, run);
    },
    asGuardian: <T>(tenantId: string, work: Work<T>): Promise<Result<T, CommandFailure>> =>
      transaction(pool, notifier, (client, topics) =>
        work(adminTx(client, tenantId, { actorKind: "guardian", actorId: null }, topics)),
      ),
  };
}

/** The refusal to return, or null when the actor may go on. */
async function actorFailure(
  client: PoolClient,
  actor: Actor,
  permission: Permission,
): Promise<Result<never, CommandFailure> | null> {
  const people = await client.query<{ kind: string; state: string; roles: string[] }>(HOLD_ACTOR, [
    actor.id,
    actor.tenantId,
  ]);
  const person = people.rows[0];
  const signIns = await client.query(HOLD_SIGN_IN, [actor.signInId, actor.id]);
  const isSignedIn = person?.kind === "person" && signIns.rowCount === 1;
  if (person?.state !== "active" || !isSignedIn) {
    return err({ kind: "signed_out", message: "You are signed out. Sign in to go on." });
  }
  if (can(person.roles, permission)) return null;
  return err({ kind: "forbidden", message: "Your roles do not allow this." });
}

type Run<T> = (client: PoolClient, topics: Set<string>) => Promise<Result<T, CommandFailure>>;

/** Serialization faults that a second try cures: a deadlock, a lock not granted in time. */
const CURABLE = new Set(["40P01", "40001"]);

async function transaction<T>(pool: Pool, notifier: Notifier, run: Run<T>): Promise<Result<T, CommandFailure>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(pool, notifier, run);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (!CURABLE.has(code) || attempt >= 3) throw error;
    }
  }
}

async function once<T>(pool: Pool, notifier: Notifier, run: Run<T>): Promise<Result<T, CommandFailure>> {
  const client = await pool.connect();
  const topics = new Set<string>();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await run(client, topics);
    await client.query(result.ok ? "COMMIT" : "ROLLBACK");
    if (result.ok) notifier.touched(topics);
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failed: Error) => {
      broken = failed;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
