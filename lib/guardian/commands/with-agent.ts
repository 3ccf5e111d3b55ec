/** The frame of every change to one agent. */
import type { CommandFailure } from "../../core/admin/failure";
import { err, type Result } from "../../core/result";
import type { Actor, CommandDeps } from "./actor";
import type { AdminTx, StoredAgent } from "./admin-store";

/** Locks the agent, runs the change, tells the live feed. */
export function withAgent<T>(
  deps: CommandDeps,
  actor: Actor,
  agentKey: string,
  work: (tx: AdminTx, agent: StoredAgent) => Promise<Result<T, CommandFailure>>,
): Promise<Result<T, CommandFailure>> {
  return deps.admin.change(actor, "agents.manage", async (tx) => {
    const agent = await tx.lockAgent(agentKey);
    if (!agent) return err({ kind: "not_found", message: "There is no such agent." });
    const result = await work(tx, agent);
    if (result.ok) await tx.event({ topic: "agents", ref: agentKey });
    return result;
  });
}
