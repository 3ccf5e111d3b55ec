/** `npm run bench`: bare server, Guardian listener and Next route under one load, in one run, on a database of its own. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { masterKey } from "../server/env";
import { prepareDatabase } from "../server/first-start";
import { createPool } from "../storage/pool";
import { startEmbedded } from "../storage/postgres";
import { openAdminAccess } from "./admin-access";
import { registerAgent } from "./agent-registration";
import { journalAppends, rawAppends } from "./bench/append";
import { withCollector } from "./bench/collector";
import { cpuCosts } from "./bench/cpu";
import { emissionCosts } from "./bench/emission";
import { governedCalls } from "./bench/governed-calls";
import { FULL_SIZES, type Growth, type GrowthSizes, growthCosts } from "./bench/growth";
import { type Load, summarize } from "./bench/measure";
import { paradigmCosts } from "./bench/paradigms";
import { runLoad, type ServerSpec, startServer } from "./bench/processes";
import type { LoadPlan } from "./bench/protocol";
import { signingCosts } from "./bench/signing";
import { benchTable, type Measured, placeInReadme } from "./bench/table";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const APPEND_MS = 5_000;
const CPU_MS = 800;
const SIGNING_MS = 400;
/** The key file in the bench's own folder, whatever MASTER_KEY says. */
const OWN_KEY = { NODE_ENV: "production", MASTER_KEY: "" } as const;

interface Bench {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly agent: LoadPlan["agent"];
  readonly measureMs: number;
  readonly sizes: GrowthSizes;
}

const progress = (line: string): void => console.error(`  ${line}`);

const OPTIONS = {
  readme: { type: "boolean" },
  seconds: { type: "string", default: "8" },
  /** Divides the sizes of the growing session and store. */
  divide: { type: "string", default: "1" },
} as const;

/** What is no option makes the usage line appear. */
function commandLine() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch {
    return { seconds: "", divide: "", readme: false };
  }
}

async function main(): Promise<number> {
  const { seconds, divide, readme } = commandLine();
  const measureMs = Number(seconds) * 1000;
  const divisor = Number(divide);
  if (!(measureMs >= 1_000 && measureMs <= 60_000 && divisor >= 1 && divisor <= 100)) {
    console.error("npm run bench -- [--readme] [--seconds 1..60] [--divide 1..100]");
    return 2;
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), "guardian-bench-"));
  const database = await startEmbedded({ dir: path.join(dataDir, "postgres") });
  try {
    const agent = await prepare(dataDir, database.url);
    const table = benchTable(
      await measure({ dataDir, databaseUrl: database.url, agent, measureMs, sizes: sizesBy(divisor) }),
    );
    console.log(table);
    return readme === true ? updateReadme(table) : 0;
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const sizesBy = (divisor: number): GrowthSizes => ({
  ...FULL_SIZES,
  steps: Math.round(FULL_SIZES.steps / divisor),
  entries: Math.round(FULL_SIZES.entries / divisor),
});

async function prepare(dataDir: string, databaseUrl: string): Promise<LoadPlan["agent"]> {
  const master = masterKey(dataDir, OWN_KEY);
  await prepareDatabase(databaseUrl, master);
  const access = await openAdminAccess(databaseUrl, master);
  try {
    const made = await registerAgent(access, { agentId: "bench-agent" });
    if (!made.ok) throw new Error(made.failure.message);
    return made.value;
  } finally {
    await access.close();
  }
}

async function measure(bench: Bench): Promise<Measured> {
  const env = { DATABASE_URL: bench.databaseUrl, DATA_DIR: bench.dataDir, MASTER_KEY: "" };
  const guardian: ServerSpec = { file: "server/guardian-main.ts", portVariable: "GUARDIAN_PORT", env };
  const bare: ServerSpec = { file: "cli/bench/bare-process.ts", portVariable: "GUARDIAN_PORT", env: {} };
  const route: ServerSpec = {
    file: "server/console-main.ts",
    portVariable: "PORT",
    env: { ...env, CONSOLE_HOST: "127.0.0.1", NEXT_TELEMETRY_DISABLED: "1" },
  };
  const isBuilt = existsSync(path.join(ROOT, ".next", "BUILD_ID"));
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${cpus().length} cores, Node ${process.versions.node}`,
    bare: await underLoad(bench, bare, { isGuardian: false, messagesPerSession: 100 }),
    listener: await underLoad(bench, guardian, { isGuardian: true, messagesPerSession: perSession(bench, 120) }),
    traced: await whileTracing(bench, guardian, "takes"),
    tracedHanging: await whileTracing(bench, guardian, "hangs"),
    nextRoute: isBuilt
      ? await underLoad(bench, route, { isGuardian: true, messagesPerSession: perSession(bench, 40) })
      : null,
    ...(await appends(bench)),
    calls: await governedCalls({ guardian, agent: bench.agent, ms: bench.measureMs / 2 }, progress),
    cpu: [
      ...cpuCosts(CPU_MS),
      ...paradigmCosts(SIGNING_MS),
      ...(await emissionCosts(CPU_MS)),
      ...(await signingCosts(SIGNING_MS)),
    ],
    growth: await growth(bench),
  };
}

const whileTracing = (bench: Bench, guardian: ServerSpec, collector: "takes" | "hangs"): Promise<Load> =>
  withCollector(collector, (url) => {
    const traced = { ...guardian, env: { ...guardian.env, GUARDIAN_OTLP_URL: url } };
    return underLoad(bench, traced, { isGuardian: true, messagesPerSession: perSession(bench, 120) });
  });

/** Enough messages for a given rate per session and second. */
const perSession = ({ measureMs }: Bench, perSecond: number): number => Math.ceil((measureMs / 1000 + 3) * perSecond);

async function underLoad(
  bench: Bench,
  spec: ServerSpec,
  load: Pick<LoadPlan, "isGuardian" | "messagesPerSession">,
): Promise<Load> {
  progress(`${spec.file}: signing, warming up, measuring …`);
  const server = await startServer(spec);
  try {
    const { agent, measureMs } = bench;
    const plan = { port: server.port, agent, connections: 32, sessions: 64, warmUpMs: 3_000, measureMs, ...load };
    const report = await runLoad(plan);
    if (report.ranOut) progress(`${spec.file}: all messages were used after ${report.seconds.toFixed(1)} s`);
    return summarize(report.latencies, report.seconds, report.failures);
  } finally {
    await server.stop();
  }
}

async function appends({ databaseUrl, dataDir }: Bench): Promise<Pick<Measured, "rawAppends" | "journalAppends">> {
  progress("appends: raw, then journal …");
  const access = await openAdminAccess(databaseUrl, masterKey(dataDir, OWN_KEY));
  try {
    return {
      rawAppends: await rawAppends(access.pool, APPEND_MS),
      journalAppends: await journalAppends(access.pool, APPEND_MS),
    };
  } finally {
    await access.close();
  }
}

/** In a database of its own, so that it begins empty. */
async function growth({ databaseUrl, dataDir, sizes }: Bench): Promise<readonly Growth[]> {
  const own = new URL(databaseUrl);
  own.pathname = "/growth";
  const pool = createPool(databaseUrl, { max: 1 });
  try {
    await pool.query("CREATE DATABASE growth");
  } finally {
    await pool.end();
  }
  return growthCosts(own.href, masterKey(dataDir, OWN_KEY), { sizes, progress });
}

function updateReadme(table: string): number {
  const file = path.join(ROOT, "README.md");
  const updated = placeInReadme(readFileSync(file, "utf8"), table);
  if (updated === null) {
    console.error("README.md has no place marked for the table.");
    return 1;
  }
  writeFileSync(file, updated);
  return 0;
}

process.exitCode = await main();
