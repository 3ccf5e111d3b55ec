/** Registering agents, changing their settings, shutting them out. */
import { AGENT_ID_HINT, isAgentId, parseAgentSettings } from "../../core/admin/agent-settings";
import type { CommandFailure } from "../../core/admin/failure";
import { err, ok, type Result } from "../../core/result";
import type { Actor, CommandDeps } from "./actor";
import type { AdminTx } from "./admin-store";
import { issueKey, type NewKey } from "./agent-keys";
import { closeSessions } from "./close-sessions";
import { withAgent } from "./with-agent";

export interface CreatedAgent extends NewKey {
  readonly agentKey: string;
}

/** Registers an agent together with its first key, whose secret is returned here and never again. */
export async function createAgent(
  deps: CommandDeps,
  actor: Actor,
  input: { readonly agentId: unknown; readonly settings: unknown },
): Promise<Result<CreatedAgent, CommandFailure>> {
  const { agentId } = input;
  if (typeof agentId !== "string" || !isAgentId(agentId)) {
    return err({ kind: "invalid", field: "agentId", message: AGENT_ID_HINT });
  }
  const settings = parseAgentSettings(input.settings);
  if (!settings.ok) return settings;
  if (!settings.value.allowedAlgorithms.includes("HMAC-SHA256")) {
    const message = "A new agent begins with an HMAC-SHA256 key. Take the algorithm away once it has another key.";
    return err({ kind: "invalid", field: "allowedAlgorithms", message });
  }
  return deps.admin.change(actor, "agents.manage", async (tx) => {
    const owner = await ownerFailure(tx, settings.value.ownerId);
    if (owner) return err(owner);
    const key = deps.ids.uuid();
    if (!(await tx.insertAgent({ key, agentId, settings: settings.value }))) {
      return err({ kind: "conflict", field: "agentId", message: "An agent with this id is registered already." });
    }
    await tx.audit({
      action: "agent.created",
      subject: `agent:${key}`,
      detail: { agent_id: agentId, ...settings.value },
    });
    const issued = await issueKey(deps, tx, key);
    await tx.event({ topic: "agents", ref: key });
    return ok({ agentKey: key, ...issued });
  });
}

/** Applies to the next step of every session. `revision` is the one that the form was drawn from. */
export async function changeAgent(
  deps: CommandDeps,
  actor: Actor,
  input: { readonly agentKey: string; readonly revision: number; readonly settings: unknown },
): Promise<Result<void, CommandFailure>> {
  const settings = parseAgentSettings(input.settings);
  if (!settings.ok) return settings;
  return withAgent(deps, actor, input.agentKey, async (tx, agent) => {
    if (agent.revision !== input.revision) {
      return err({ kind: "conflict", message: "Somebody changed this agent in the meantime. Load the page again." });
    }
    const owner = await ownerFailure(tx, settings.value.ownerId);
    if (owner) return err(owner);
    await tx.updateAgent(agent.key, { settings: settings.value });
    await tx.audit({ action: "agent.changed", subject: `agent:${agent.key}`, detail: { ...settings.value } });
    return ok(undefined);
  });
}

/** A disabled agent opens no session and gets no answer but refusals; its open sessions end, its approvals with them. */
export function disableAgent(
  deps: CommandDeps,
  actor: Actor,
  agentKey: string,
): Promise<Result<{ readonly closed: number; readonly cancelled: number }, CommandFailure>> {
  return withAgent(deps, actor, agentKey, async (tx, agent) => {
    if (agent.disabled) return err({ kind: "conflict", message: "This agent is disabled already." });
    await tx.updateAgent(agent.key, { disabled: true });
    const ended = await closeSessions(deps, tx, { of: { agentKey }, reason: "agent_disabled" });
    await tx.audit({ action: "agent.disabled", subject: `agent:${agent.key}`, detail: { ...ended } });
    return ok(ended);
  });
}

export function enableAgent(deps: CommandDeps, actor: Actor, agentKey: string): Promise<Result<void, CommandFailure>> {
  return withAgent(deps, actor, agentKey, async (tx, agent) => {
    if (!agent.disabled) return err({ kind: "conflict", message: "This agent is not disabled." });
    await tx.updateAgent(agent.key, { disabled: false });
    await tx.audit({ action: "agent.enabled", subject: `agent:${agent.key}` });
    return ok(undefined);
  });
}

async function ownerFailure(tx: AdminTx, ownerId: string | null): Promise<CommandFailure | null> {
  if (ownerId === null) return null;
  const owner = await tx.lockPerson(ownerId);
  if (owner && owner.kind === "person") return null;
  return { kind: "invalid", field: "ownerId", message: "The owner must be a person of this console." };
}
