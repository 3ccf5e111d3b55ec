/** Gives a registered agent a public key from the command line; audited as the Guardian's own act. */
import type { CommandFailure } from "../core/admin/failure";
import { err, type Result } from "../core/result";
import { addPublicKey, type PublicKeyInput, type RegisteredKey } from "../guardian/commands/agent-public-keys";
import type { AdminAccess } from "./admin-access";
import { agentKeyOf } from "./agent-registration";

export async function addPublicKeyTo(
  access: AdminAccess,
  input: PublicKeyInput & { readonly agentId: string },
): Promise<Result<RegisteredKey, CommandFailure>> {
  const key = await agentKeyOf(access, input.agentId);
  if (key === null) return err({ kind: "not_found", message: "There is no such agent. Register it first (create)." });
  const added = await access.deps.admin.asGuardian(access.tenantId, async (tx) => {
    const agent = await tx.lockAgent(key);
    if (!agent || agent.disabled) return err({ kind: "conflict" as const, message: "This agent is disabled." });
    const registered = await addPublicKey(access.deps, tx, { agent, input });
    if (registered.ok) await tx.event({ topic: "agents", ref: key });
    return registered;
  });
  if (added.ok) await access.keyring.prepare(added.value.algorithm);
  return added;
}
