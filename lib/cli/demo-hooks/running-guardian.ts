/** The Guardian that npm start runs, as the story's governance: its bundle asks, the demo's service account decides. */
import { type GuardianPlace, guardianGovernance } from "../../testing/guardian-governance";
import type { Governance } from "../../testing/refund-story";
import { approve } from "../demo/approver";
import type { Entered } from "../demo/entrance";
import { ensureAgent, ensureApprover } from "../demo/setup";

const LOOK_MS = 100;

/** Registers the demo's agent and service account once. Rejects when the agent may not be registered. */
export async function runningGuardian({
  access,
  runtime,
}: Entered): Promise<(framework: string) => Promise<Governance>> {
  const credentials = await ensureAgent(access);
  if (typeof credentials === "string") throw new Error(`The demo's agent could not be registered: ${credentials}`);
  const { token } = await ensureApprover(access);
  const read = async <T>(column: "state" | "context_identity", id: string): Promise<T | undefined> => {
    const sql = `SELECT ${column} AS value FROM approval WHERE id = $1 AND tenant_id = $2`;
    const { rows } = await access.pool.query<{ value: T }>(sql, [id, access.tenantId]);
    return rows[0]?.value;
  };
  const place: GuardianPlace = {
    options: { url: runtime.guardianUrl, ...credentials },
    by: "service",
    async approve(id) {
      // an item of an Agent Hooks host waits for people from the moment on in which its resolver asks
      while ((await read<string>("state", id)) === "prepared") await new Promise((done) => setTimeout(done, LOOK_MS));
      const decided = await approve({ consoleUrl: runtime.consoleUrl, token }, id);
      if (!decided.ok) throw new Error(`the service account could not decide: ${decided.failure}`);
    },
    identityOf: async (id) => (await read<string | null>("context_identity", id)) ?? null,
  };
  return async (framework) => guardianGovernance(framework, place);
}
