/** The one place that wires ports to their implementations; one set of them in a process. */
import type { Pool } from "pg";
import { DEFAULT_CAPABILITIES, type GuardianCapabilities } from "../core/wire/capabilities";
import { cedarEngine } from "../engines/cedar";
import { DEFAULT_LIMITS, type GuardianDeps } from "../guardian/deps";
import { createGuardian, type Guardian } from "../guardian/handle";
import { createJournal, type PgJournal } from "../storage/journal";
import { createPool } from "../storage/pool";
import { type PrismaClient, prismaClient } from "../storage/prisma";
import { createStore } from "../storage/store";
import { createWakeups, type PgWakeups } from "../storage/wakeups";
import { databaseClock } from "./clock";
import { nodeCrypto } from "./crypto-node";
import { EnvironmentError, environment, masterKey } from "./env";
import { randomIds } from "./ids";
import { type OpenKeyRing, openKeyRing } from "./keyring";
import { type TraceSettings, traceCapability, traceSettings } from "./trace/settings";
import { type ProcessTrace, processTrace } from "./trace/trace";

export interface Container {
  readonly url: string;
  readonly pool: Pool;
  readonly prisma: PrismaClient;
  readonly journal: PgJournal;
  readonly keyring: OpenKeyRing;
  readonly wakeups: PgWakeups;
  readonly store: GuardianDeps["store"];
  readonly clock: GuardianDeps["clock"];
  readonly deps: GuardianDeps;
  readonly guardian: Guardian;
  /** Null where nothing is traced. */
  readonly trace: ProcessTrace | null;
  close(): Promise<void>;
}

export interface ContainerOptions {
  readonly url: string;
  readonly master: Buffer;
  readonly consoleUrl: string;
  readonly poolSize?: number;
  /** What this endpoint offers beside or instead of the defaults. */
  readonly capabilities?: Partial<GuardianCapabilities>;
  /** Where traces go; nowhere by default. */
  readonly trace?: TraceSettings;
  readonly log?: GuardianDeps["log"];
}

/** A container of its own, for tests and commands. The caller closes it. */
export async function createContainer(options: ContainerOptions): Promise<Container> {
  const pool = createPool(options.url, { max: options.poolSize ?? 10 });
  const keyring = await openKeyRing(pool, options.master);
  const store = createStore(pool, keyring);
  const clock = databaseClock();
  clock.observe(await store.now());
  // decisions must not queue behind reads
  const journalPool = createPool(options.url, { max: 4, applicationName: "journal" });
  const journal = createJournal(journalPool);
  const wakeups = createWakeups(options.url);
  const prisma = prismaClient(options.url);
  const log = options.log ?? logLine;
  const trace = options.trace ? processTrace(options.trace, { log }) : null;
  const traced = trace && options.trace ? { trace: traceCapability(options.trace) } : {};
  const deps: GuardianDeps = {
    crypto: nodeCrypto,
    store,
    journal,
    engine: cedarEngine(),
    keyring,
    clock,
    ids: randomIds,
    wakeups,
    limits: DEFAULT_LIMITS,
    capabilities: { ...DEFAULT_CAPABILITIES, ...traced, ...options.capabilities },
    ...(trace ? { trace } : {}),
    consoleUrl: options.consoleUrl,
    log,
  };
  const guardian = createGuardian(deps);
  const close = async (): Promise<void> => {
    await guardian.close();
    await trace?.close();
    await journal.close();
    await journalPool.end();
    await wakeups.close();
    await prisma.$disconnect();
    await keyring.close();
    await pool.end();
  };
  return { url: options.url, pool, prisma, journal, keyring, wakeups, store, clock, deps, guardian, trace, close };
}

/** One JSON line for the operator: names, codes and ids, never content. */
function logLine(line: string, detail: Record<string, unknown> = {}): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), line, ...detail })}\n`);
}

// Next loads pages and routes as separate module graphs: only globalThis is common to them.
const shared = globalThis as typeof globalThis & { guardianContainer?: Promise<Container> };

/**
 * The process's own container, made at first use from the environment. A failed start is tried again at the next use.
 * `capabilities` count for the call that makes it.
 */
export function container(capabilities?: ContainerOptions["capabilities"]): Promise<Container> {
  if (!shared.guardianContainer) {
    shared.guardianContainer = fromEnvironment(capabilities);
    shared.guardianContainer.catch(() => {
      shared.guardianContainer = undefined;
    });
  }
  return shared.guardianContainer;
}

async function fromEnvironment(capabilities: ContainerOptions["capabilities"]): Promise<Container> {
  const { databaseUrl, dataDir, consoleUrl } = environment();
  if (!databaseUrl) throw new EnvironmentError("DATABASE_URL is not set; npm start sets it for its own processes");
  const made = capabilities ? { capabilities } : {};
  const trace = traceSettings();
  return createContainer({ url: databaseUrl, master: masterKey(dataDir), consoleUrl, trace, ...made });
}
