/** Makes the demo's agent and, for --approve, its service account: once, then reused from files of mode 0600. */
import path from "node:path";
import { z } from "zod";
import { ok, type Result } from "../../core/result";
import { makeToken } from "../../guardian/commands/tokens";
import { environment } from "../../server/env";
import type { AdminAccess } from "../admin-access";
import { registerAgent } from "../agent-registration";
import { readPrivate, writePrivate } from "../private-file";
import { credentialsSchema, type DemoCredentials } from "./events";

const AGENT_ID = "support-agent";
const APPROVER_NAME = "Demo approver (service)";

const dataFile = (name: string): string => path.join(environment().dataDir, name);
export const credentialsFile = (): string => dataFile("demo-agent.json");

/** The stored credentials when the database still knows the key as active; otherwise new ones. Returns null on refusal. */
export async function ensureAgent(access: AdminAccess): Promise<DemoCredentials | string> {
  const stored = readPrivate(credentialsFile(), credentialsSchema);
  if (stored !== null && (await isActiveKey(access, stored))) return stored;
  const made = await registerAgent(access, { agentId: AGENT_ID, name: "Support agent (demo)" });
  if (!made.ok) return made.failure.message;
  const { agentId, keyId, secret } = made.value;
  writePrivate(credentialsFile(), { agentId, keyId, secret });
  return { agentId, keyId, secret };
}

export async function isActiveKey(
  access: AdminAccess,
  { agentId, keyId }: Pick<DemoCredentials, "agentId" | "keyId">,
): Promise<boolean> {
  const sql = `SELECT 1 FROM agent_key k JOIN agent a ON a.key = k.agent_key
    WHERE k.key_id = $1 AND k.state = 'active' AND a.agent_id = $2 AND a.tenant_id = $3 AND a.disabled_at IS NULL`;
  return (await access.pool.query(sql, [keyId, agentId, access.tenantId])).rowCount === 1;
}

/** How many accounts could decide what the demo asks for. */
export async function countApprovers({ pool, tenantId }: AdminAccess): Promise<number> {
  const sql = `SELECT count(*)::int AS n FROM person
    WHERE tenant_id = $1 AND state = 'active' AND kind = 'person' AND 'approver' = ANY(roles)`;
  const { rows } = await pool.query<{ n: number }>(sql, [tenantId]);
  return rows[0]?.n ?? 0;
}

const approverSchema = z.object({ personId: z.string(), token: z.string() });
export type DemoApprover = z.infer<typeof approverSchema>;

/** A service account with the approver role and nothing else. Its decisions are recorded and shown as a service's. */
export async function ensureApprover(access: AdminAccess): Promise<DemoApprover> {
  const file = dataFile("demo-approver.json");
  const stored = readPrivate(file, approverSchema);
  if (stored !== null && (await canDecide(access, stored.personId))) return stored;
  const made = await createApprover(access);
  if (!made.ok) throw new Error("the demo's service account could not be made");
  writePrivate(file, made.value);
  return made.value;
}

async function canDecide({ pool, tenantId }: AdminAccess, personId: string): Promise<boolean> {
  const sql = `SELECT 1 FROM person WHERE id = $1 AND tenant_id = $2 AND kind = 'service' AND state = 'active'
    AND 'approver' = ANY(roles)`;
  return (await pool.query(sql, [personId, tenantId])).rowCount === 1;
}

function createApprover(access: AdminAccess): Promise<Result<DemoApprover, { message: string }>> {
  return access.deps.admin.asGuardian(access.tenantId, async (tx) => {
    const personId = access.deps.ids.uuid();
    const { token, hash } = makeToken(access.deps);
    await tx.insertPerson({
      id: personId,
      // The address is never used to sign in; it only has to be one of a kind.
      email: `service:${personId}`,
      name: APPROVER_NAME,
      kind: "service",
      roles: ["approver"],
      groups: [],
      state: "active",
      tokenHash: hash,
    });
    const detail = { name: APPROVER_NAME, roles: ["approver"], via: "demo" };
    await tx.audit({ action: "service.created", subject: `person:${personId}`, detail });
    await tx.event({ topic: "people" });
    return ok({ personId, token });
  });
}

/** The console's key of a session, for links; null until its hello is stored. */
export async function sessionKeyOf({ pool, tenantId }: AdminAccess, sessionId: string): Promise<string | null> {
  const sql = "SELECT key FROM session WHERE tenant_id = $1 AND session_id_lower = lower($2)";
  const { rows } = await pool.query<{ key: string }>(sql, [tenantId, sessionId]);
  return rows[0]?.key ?? null;
}
