/** `npm run keys`: registers an agent, gives it keys and lists them; lists, rotates and exports the Guardian's own keys. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type AdminAccess, openAdminAccess } from "./admin-access";
import { registerAgent } from "./agent-registration";
import { exportGuardianKeys, listGuardianKeys, rotateGuardianKeys } from "./guardian-key-commands";
import { addPublicKeyTo } from "./public-key-registration";
import { type Runtime, readRuntime } from "./runtime-file";

const USAGE = `npm run keys -- create AGENT_ID [--name "Shown name"] [--key-id ID]
                                                         register an agent, or add an HMAC key to one
npm run keys -- add AGENT_ID --algorithm NAME --public-key FILE [--classical-key FILE]
                                                         add a public key (base64 or PEM) to an agent
npm run keys -- list                                     agents and their keys, without secrets
npm run keys -- guardian list                            the Guardian's own keys and when they sign
npm run keys -- guardian rotate --algorithm NAME [--start-in SECONDS]
                                                         a new key; the one before stays published
npm run keys -- guardian export                          what is published, for hosts and verifiers`;

const OPTIONS = {
  name: { type: "string" },
  "key-id": { type: "string" },
  algorithm: { type: "string" },
  "public-key": { type: "string" },
  "classical-key": { type: "string" },
  "start-in": { type: "string" },
} as const;

type Values = { readonly [name in keyof typeof OPTIONS]?: string };
type Command = (access: AdminAccess, runtime: Runtime) => Promise<number>;

async function main(): Promise<number> {
  const command = commandLine();
  if (command === null) {
    console.error(USAGE);
    return 2;
  }
  const runtime = readRuntime();
  if (runtime.databaseUrl === null) {
    console.error("No database to write to. Start the product first (npm start), or set DATABASE_URL.");
    return 1;
  }
  const access = await openAdminAccess(runtime.databaseUrl);
  try {
    return await command(access, runtime);
  } finally {
    await access.close();
  }
}

function commandLine(): Command | null {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
    return commandOf(positionals, values);
  } catch {
    return null;
  }
}

function commandOf([command, subject, ...more]: readonly string[], values: Values): Command | null {
  if (more.length > 0) return null;
  if (command === "list" && subject === undefined) return list;
  if (command === "guardian") return guardianCommand(subject, values);
  if (subject === undefined) return null;
  if (command === "create")
    return (access, { guardianUrl }) =>
      create(access, { name: values.name, keyId: values["key-id"], agentId: subject, guardianUrl });
  return command === "add" ? (access) => add(access, subject, values) : null;
}

function guardianCommand(name: string | undefined, values: Values): Command | null {
  if (name === "list") return listGuardianKeys;
  if (name === "export") return exportGuardianKeys;
  if (name !== "rotate") return null;
  return (access) => rotateGuardianKeys(access, { algorithm: values.algorithm, startIn: values["start-in"] });
}

async function create(
  access: AdminAccess,
  input: { readonly agentId: string; readonly name?: string; readonly keyId?: string; readonly guardianUrl: string },
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

async function add(access: AdminAccess, agentId: string, values: Values): Promise<number> {
  const read = (file: string | undefined) => (file === undefined ? undefined : readFileSync(file, "utf8"));
  const added = await addPublicKeyTo(access, {
    agentId,
    algorithm: values.algorithm,
    publicKey: read(values["public-key"]),
    classicalKey: read(values["classical-key"]),
  });
  if (!added.ok) {
    console.error(added.failure.message);
    return 1;
  }
  const { keyId, algorithm, fingerprint } = added.value;
  console.log(`GUARDIAN_AGENT_ID=${agentId}\nGUARDIAN_KEY_ID=${keyId}\n${algorithm} ${fingerprint}`);
  return 0;
}

interface KeyLine {
  readonly agent_id: string;
  readonly disabled: boolean;
  readonly key_id: string | null;
  readonly algorithm: string | null;
  readonly state: string | null;
}

async function list(access: AdminAccess): Promise<number> {
  const sql = `SELECT a.agent_id, a.disabled_at IS NOT NULL AS disabled, k.key_id, k.algorithm, k.state
    FROM agent a LEFT JOIN agent_key k ON k.agent_key = a.key
    WHERE a.tenant_id = $1 ORDER BY a.agent_id, k.created_at`;
  const { rows } = await access.pool.query<KeyLine>(sql, [access.tenantId]);
  if (rows.length === 0) console.log("No agents yet.");
  for (const { agent_id, disabled, key_id, algorithm, state } of rows) {
    console.log(
      [agent_id, key_id ?? "no key", algorithm ?? "", disabled ? "agent disabled" : (state ?? "")].join("\t"),
    );
  }
  return 0;
}

process.exitCode = await main();
