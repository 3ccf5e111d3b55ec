/** The supervisor behind `npm start`: database, first-start facts, Guardian and console; restarts what falls over. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type EmbeddedPostgres, startEmbedded } from "../storage/postgres";
import { ChildProcesses } from "./children";
import { environment, masterKey } from "./env";
import { prepareDatabase } from "./first-start";

const CHECK_MS = 1_000;

async function main(): Promise<void> {
  const env = environment();
  mkdirSync(env.dataDir, { recursive: true });
  const master = masterKey(env.dataDir);
  let database = env.databaseUrl ? null : await startDatabase(env.dataDir);
  const url = () => database?.url ?? env.databaseUrl ?? "";
  const setupLink = await prepareDatabase(url(), master);
  const children = new ChildProcesses(() => ({
    DATABASE_URL: url(),
    DATA_DIR: env.dataDir,
    CONSOLE_URL: env.consoleUrl,
    NEXTAUTH_URL: env.consoleUrl,
  }));
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await children.stop();
    await database?.stop();
    rmSync(runtimeFile(env.dataDir), { force: true });
    process.exit(code);
  };
  process.on("SIGTERM", () => void stop(0));
  process.on("SIGINT", () => void stop(0));
  try {
    await children.start();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return stop(1);
  }
  writeRuntime(env, url());
  announce(env, setupLink);
  let broken = false;
  while (!stopping) {
    await new Promise((resume) => setTimeout(resume, CHECK_MS));
    if (stopping || !database || (!broken && isAlive(database.pid))) continue;
    broken = true;
    try {
      await children.stop();
      if (!isAlive(database.pid)) {
        console.error("The database server is gone; starting it again.");
        await database.stop().catch(() => undefined);
        database = await startDatabase(env.dataDir);
      }
      await children.start();
      writeRuntime(env, url());
      broken = false;
    } catch (error) {
      // A machine that is too slow or too full now may not be in a moment: agents must not be left without answers.
      console.error(`${error instanceof Error ? error.message : String(error)}; trying again.`);
    }
  }
}

const startDatabase = (dataDir: string): Promise<EmbeddedPostgres> =>
  startEmbedded({ dir: path.join(dataDir, "postgres") });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const runtimeFile = (dataDir: string): string => path.join(dataDir, "runtime.json");

/** Where commands such as the demo find the running product. Holds the database password: for the owner alone. */
function writeRuntime(env: ReturnType<typeof environment>, databaseUrl: string): void {
  const file = runtimeFile(env.dataDir);
  const guardianUrl = `http://${env.guardianHost}:${env.guardianPort}/acs`;
  const facts = { guardianUrl, consoleUrl: env.consoleUrl, databaseUrl, pid: process.pid };
  writeFileSync(file, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

function announce(env: ReturnType<typeof environment>, setupLink: string | null): void {
  console.log(`\n  Guardian  http://${env.guardianHost}:${env.guardianPort}/acs`);
  console.log(`  Console   ${env.consoleUrl}`);
  if (setupLink)
    console.log(
      `\n  Nobody has an account yet. Open this link once to make the first one:\n  ${env.consoleUrl}${setupLink}`,
    );
  console.log("\n  Try it: npm run demo\n");
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
