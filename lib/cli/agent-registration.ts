/** Registers an agent, or gives a registered one another key, from the command line; audited as the Guardian's own act. */
import { AGENT_ID_HINT, DEFAULT_AGENT_SETTINGS, isAgentId } from "../core/admin/agent-settings";
import type { CommandFailure } from "../core/admin/failure";
import { err, ok, type Result } from "../core/result";
import { issueKeyAs, type NewKey, newKeyId } from "../guardian/commands/agent-keys";
import type { AdminAccess } from "./admin-access";

export interface Registration extends NewKey {
  readonly agentId: string;
  /** False when the agent was there already and only got a key. */
  readonly isNew: boolean;
}

const KEY_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export async function registerAgent(
  access: AdminAccess,
  input: { readonly agentId: string; readonly name?: string; readonly keyId?: string },
): Promise<Result<Registration, CommandFailure>> {
  const { agentId, name = input.agentId } = input;
  if (!isAgentId(agentId)) return err({ kind: "invalid", field: "agent", message: AGENT_ID_HINT });
  if (input.keyId !== undefined && !KEY_ID.test(input.keyId)) {
    return err({ kind: "invalid", field: "keyId", message: "A key id has 1 to 100 letters, digits, dots, dashes." });
  }
  const known = await agentKeyOf(access, agentId);
  return access.deps.admin.asGuardian(access.tenantId, async (tx) => {
    const key = known ?? access.deps.ids.uuid();
    if (known === null) {
      const settings = { ...DEFAULT_AGENT_SETTINGS, name };
      if (!(await tx.insertAgent({ key, agentId, settings }))) {
        return err({ kind: "conflict", message: "This agent was registered at the same moment. Try again." });
      }
      const detail = { agent_id: agentId, ...settings, via: "command line" };
      await tx.audit({ action: "agent.created", subject: `agent:${key}`, detail });
    }
    const agent = await tx.lockAgent(key);
    if (!agent || agent.disabled) {
      return err({ kind: "conflict", message: "This agent is disabled. An admin can enable it in the console." });
    }
    if (!agent.allowedAlgorithms.includes("HMAC-SHA256")) {
      return err({ kind: "invalid", field: "algorithm", message: "This agent may not use HMAC-SHA256." });
    }
    const keyId = input.keyId ?? newKeyId(access.deps);
    const issued = await issueKeyAs(access.deps, tx, { agentKey: key, keyId });
    if (issued === null) return err({ kind: "conflict", field: "keyId", message: "There is a key with this id." });
    await tx.event({ topic: "agents", ref: key });
    return ok({ agentId, isNew: known === null, ...issued });
  });
}

/** The row's key of a registered agent, null when there is none. */
export async function agentKeyOf({ pool, tenantId }: AdminAccess, agentId: string): Promise<string | null> {
  const sql = "SELECT key FROM agent WHERE tenant_id = $1 AND agent_id = $2";
  const found = await pool.query<{ key: string }>(sql, [tenantId, agentId]);
  return found.rows[0]?.key ?? null;
}
