/** Registers an agent with a running product from its own machine, as `npm run keys -- create` does. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { openAdminAccess } from "../cli/admin-access";
import { registerAgent } from "../cli/agent-registration";
import { environment } from "../server/env";

export interface AgentCredentials {
  readonly agentId: string;
  readonly keyId: string;
  /** base64 */
  readonly secret: string;
}

/** DATA_DIR names the product's folder. */
export async function registerAgentOf(agentId: string, name?: string): Promise<AgentCredentials> {
  const facts = JSON.parse(readFileSync(path.join(environment().dataDir, "runtime.json"), "utf8"));
  const access = await openAdminAccess(facts.databaseUrl);
  try {
    const made = await registerAgent(access, { agentId, name });
    if (!made.ok) throw new Error(made.failure.message);
    return { agentId, keyId: made.value.keyId, secret: made.value.secret };
  } finally {
    await access.close();
  }
}
