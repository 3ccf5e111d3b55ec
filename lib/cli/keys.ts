/** `npm run keys`: registers an agent (or adds a key to it) and prints the secret, once; lists what there is. */
import { parseArgs } from "node:util";
import { type AdminAccess, openAdminAccess } from "./admin-access";
import { registerAgent } from "./agent-registration";
import { readRuntime } from "./runtime-file";

const USAGE = `npm run keys -- create AGENT_ID [--name "Shown name"]   register an agent, or add a key to one
npm run keys -- list                                     agents and their keys, without secrets`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { name: { type: "string" } } });
  const [command, agentId] = positionals;
  const runtime = readRuntime();
  if (command !== "list" && (command !== "create" || agentId === undefined)) {
    console.error(USAGE);
    return 2;
  }
  if (runtime.databaseUrl === null) {
    console.error("No database to write to. Start the product first (npm start), or set DATABASE_URL.");
    return 1;
  }
  const access = await openAdminAccess(runtime.databaseUrl);
  try {
    if (command === "list" || agentId === undefined) return await list(access);
    return await create(access, { agentId, name: values.name, guardianUrl: runtime.guardianUrl });
  } finally {
    await access.close();
  }
}

async function create(
  access: AdminAccess,
  input: { readonly agentId: string; readonly name?: string; readonly guardianUrl: string },
): Promise<number> {
  const made = await registerAgent(access, input);
  if (!made.ok) {
    console.error(made.failure.message);
    return 1;
  }
  const { agentId, keyId, secret, isNew } = made.value;
  console.log(`${isNew ? "Registered" : "Another key for"} ${agentId}. The secret is shown this once.\n`);
  console.log(`GUARDIAN_URL=${input.guardianUrl}`);
  console.log(`GUARDIAN_AGENT_ID=${agentId}`);
  console.log(`GUARDIAN_KEY_ID=${keyId}`);
  console.log(`GUARDIAN_SECRET=${secret}`);
  return 0;
}

interface KeyLine {
  readonly agent_id: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly key_id: string | null;
  readonly state: string | null;
}

async function list(access: AdminAccess): Promise<number> {
  const sql = `SELECT a.agent_id, a.name, a.disabled_at IS NOT NULL AS disabled, k.key_id, k.state
    FROM agent a LEFT JOIN agent_key k ON k.agent_key = a.key
    WHERE a.tenant_id = $1 ORDER BY a.agent_id, k.created_at`;
  const { rows } = await access.pool.query<KeyLine>(sql, [access.tenantId]);
  if (rows.length === 0) console.log("No agents yet.");
  for (const { agent_id, disabled, key_id, state } of rows) {
    console.log([agent_id, key_id ?? "no key", disabled ? "agent disabled" : (state ?? "")].join("\t"));
  }
  return 0;
}

process.exitCode = await main();
