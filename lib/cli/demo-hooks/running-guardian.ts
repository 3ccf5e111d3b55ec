/** The Guardian that npm start runs, as the story's governance: its bundle asks; a person or the demo's service account decides. */
import { routes } from "../../console/routes";
import { type GuardianPlace, guardianGovernance } from "../../testing/guardian-governance";
import type { Governance } from "../../testing/refund-story";
import { approve } from "../demo/approver";
import type { Entered } from "../demo/entrance";
import { countApprovers, ensureAgent, ensureApprover } from "../demo/setup";

const LOOK_MS = 100;

export interface Deciding {
  /** The service account in place of a person. */
  readonly approve: boolean;
  readonly say: (line: string) => void;
}

/** Registers the demo's agent, and the service account where it is wanted, once. Rejects with what stands in the way. */
export async function runningGuardian(
  entered: Entered,
  deciding: Deciding,
): Promise<(framework: string) => Promise<Governance>> {
  const { access, runtime } = entered;
  const credentials = await ensureAgent(access);
  if (typeof credentials === "string") throw new Error(`The demo's agent could not be registered: ${credentials}`);
  if (!deciding.approve && (await countApprovers(access)) === 0)
    throw new Error("There is no account with the approver role. Let a service account decide: --guardian --approve");
  const place: GuardianPlace = {
    options: { url: runtime.guardianUrl, ...credentials },
    by: deciding.approve ? "service" : "human",
    approve: deciding.approve ? await byService(entered) : byPerson(entered, deciding.say),
    identityOf: async (id) => (await read<string | null>(entered, "context_identity", id)) ?? null,
  };
  return async (framework) => guardianGovernance(framework, place);
}

/** Says where; the host waits by itself. */
function byPerson({ runtime }: Entered, say: (line: string) => void): GuardianPlace["approve"] {
  return async (id) => say(`     Waiting for a person: ${runtime.consoleUrl}${routes.approval(id)}`);
}

async function byService(entered: Entered): Promise<GuardianPlace["approve"]> {
  const { token } = await ensureApprover(entered.access);
  return async (id) => {
    // an item of an Agent Hooks host waits for people from the moment on in which its resolver asks
    while ((await read<string>(entered, "state", id)) === "prepared")
      await new Promise((done) => setTimeout(done, LOOK_MS));
    const decided = await approve({ consoleUrl: entered.runtime.consoleUrl, token }, id);
    if (!decided.ok) throw new Error(`the service account could not decide: ${decided.failure}`);
  };
}

async function read<T>({ access }: Entered, column: "state" | "context_identity", id: string): Promise<T | undefined> {
  const sql = `SELECT ${column} AS value FROM approval WHERE id = $1 AND tenant_id = $2`;
  const { rows } = await access.pool.query<{ value: T }>(sql, [id, access.tenantId]);
  return rows[0]?.value;
}
