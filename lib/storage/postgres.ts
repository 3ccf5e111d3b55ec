/** The embedded default: a real PostgreSQL server under one folder, supervised by one process. */
import { chmodSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { locateBinaries } from "./embedded/binaries";
import { type Cluster, openCluster, SUPERUSER } from "./embedded/cluster";
import { lockFolder } from "./embedded/folder-lock";
import { databaseUser, type OsUser } from "./embedded/os-user";
import { adopt, type Postmaster, start, stop } from "./embedded/postmaster";

export interface EmbeddedPostgres {
  readonly url: string;
  /** Of the server process. */
  readonly pid: number;
  /** True when a server that an earlier supervisor left running was taken over. */
  readonly adopted: boolean;
  /** Stops the server and frees the folder. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Holds the cluster, its password and its log. Made when missing. */
  readonly dir: string;
  /** Made when missing. Default "guardian". */
  readonly database?: string;
  readonly maxConnections?: number;
}

/**
 * Starts or adopts the server of a folder. Throws a sentence for the operator when the folder is held by a live process,
 * when no PostgreSQL is packaged for this machine, or when the server does not come up.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const user = await databaseUser();
  const dir = prepareFolder(options.dir, user);
  const lock = await lockFolder(dir);
  try {
    const binaries = await locateBinaries();
    const cluster = await openCluster({ dir, binaries, user });
    checkMajor(cluster.data);
    const adopted = await adopt(cluster);
    const settings = serverSettings(options.maxConnections ?? 200);
    const server = adopted ?? (await start({ dir, cluster, binaries, user, settings }));
    const database = options.database ?? "guardian";
    await ensureDatabase(urlOf(cluster, server, "postgres"), database);
    return {
      url: urlOf(cluster, server, database),
      pid: server.pid,
      adopted: adopted !== null,
      stop: async () => {
        await stop(server.pid, cluster.data);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function prepareFolder(dir: string, user: OsUser | null): string {
  mkdirSync(dir, { recursive: true });
  // As root, the database user must pass through to its own folder below.
  chmodSync(dir, user ? 0o711 : 0o700);
  return realpathSync(path.resolve(dir));
}

const serverSettings = (maxConnections: number): Record<string, string> => ({
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: String(maxConnections),
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // The log must never hold what agents sent.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
});

const PACKAGED_MAJOR = 18;

function checkMajor(data: string): void {
  const major = Number(readFileSync(path.join(data, "PG_VERSION"), "utf8").trim());
  if (major === PACKAGED_MAJOR) return;
  throw new Error(
    `The database in ${data} was made by PostgreSQL ${major}; this release packages ${PACKAGED_MAJOR}. Dump it with its own version and restore it.`,
  );
}

function urlOf(cluster: Cluster, server: Postmaster, database: string): string {
  return `postgresql://${SUPERUSER}:${encodeURIComponent(cluster.password)}@127.0.0.1:${server.port}/${database}`;
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (found.rowCount === 0) {
      await client.query(
        `CREATE DATABASE ${client.escapeIdentifier(name)} ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0`,
      );
    }
  } finally {
    await client.end();
  }
}
