import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitForEnd } from "./embedded/processes";
import { migrate } from "./migrate";
import { type EmbeddedPostgres, startEmbedded } from "./postgres";

let dir: string;
let running: EmbeddedPostgres[];
let children: ChildProcess[];
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "embedded-"));
  running = [];
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const server of running) await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dir });
  running.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the folder's database from another process; resolves with what it printed. */
function holdElsewhere(): Promise<{ child: ChildProcess; said: string; complained: string }> {
  const script = path.resolve("lib/testing/hold-database.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, dir], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let complained = "";
  child.stderr?.on("data", (chunk: Buffer) => (complained += chunk));
  return new Promise((resolve) => {
    child.stdout?.once("data", (chunk: Buffer) => resolve({ child, said: String(chunk), complained }));
    child.once("close", () => resolve({ child, said: "", complained }));
  });
}

const killed = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGKILL");
  });

describe("the embedded database", () => {
  it("is durable, encoded in UTF8, ordered by bytes, and its password is the owner's alone", async () => {
    const { url } = await start();
    const [facts] = await ask(
      url,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, pg_encoding_to_char(encoding) AS encoding,
        datcollate, current_setting('listen_addresses') AS listen FROM pg_database WHERE datname = current_database()`,
    );
    expect(facts).toEqual({ fsync: "on", commit: "on", encoding: "UTF8", datcollate: "C", listen: "127.0.0.1" });
    expect(statSync(path.join(dir, "password")).mode & 0o777).toBe(0o600);
    await expect(ask(url.replace(/:[^:@]+@/, ":guess@"), "SELECT 1")).rejects.toThrow(/password authentication failed/);
  });

  it("refuses a second start on its folder while the first lives, and says who holds it", async () => {
    await start();
    await expect(start()).rejects.toThrow(new RegExp(`in use by process ${process.pid}`));
    const other = await holdElsewhere();
    expect(other.said).toBe("");
    expect(other.complained).toMatch(new RegExp(`already in use by process ${process.pid}`));
  });

  it("gives a folder to one of two processes that start at once", async () => {
    const both = await Promise.all([holdElsewhere(), holdElsewhere()]);
    expect(both.filter((one) => one.said !== "")).toHaveLength(1);
    await Promise.all(both.map((one) => (one.said === "" ? null : killed(one.child))));
    expect((await start()).adopted).toBe(true);
  });

  it("adopts the server that a killed supervisor left running", async () => {
    const { child, said } = await holdElsewhere();
    const first = JSON.parse(said) as { url: string; pid: number };
    await ask(first.url, "CREATE TABLE kept (id int)");
    await killed(child);
    const second = await start();
    expect(second).toMatchObject({ adopted: true, pid: first.pid, url: first.url });
    expect(await ask(second.url, "SELECT count(*)::int AS n FROM kept")).toEqual([{ n: 0 }]);
  });

  it("starts again with everything committed, on the same port, after the server was killed", async () => {
    const first = await start();
    await migrate(first.url);
    await ask(first.url, "INSERT INTO event (tenant_id, topic) VALUES ('default', 'kept')");
    process.kill(first.pid, "SIGKILL");
    await waitForEnd(first.pid, 5_000);
    await first.stop();
    const second = await start();
    expect(second).toMatchObject({ adopted: false, url: first.url });
    expect(await ask(second.url, "SELECT topic FROM event ORDER BY id DESC LIMIT 1")).toEqual([{ topic: "kept" }]);
  });

  it("starts again after server and supervisor were both killed", async () => {
    const { child, said } = await holdElsewhere();
    const first = JSON.parse(said) as { url: string; pid: number };
    process.kill(first.pid, "SIGKILL");
    await killed(child);
    expect(await start()).toMatchObject({ adopted: false, url: first.url });
  });

  it("does not mistake another process for its server", async () => {
    const first = await start();
    await first.stop();
    const pidFile = `${process.pid}\n${path.join(dir, "data")}\n1764495600\n65000\n\n127.0.0.1\n        0         0\nready\n`;
    writeFileSync(path.join(dir, "data", "postmaster.pid"), pidFile);
    expect((await start()).adopted).toBe(false);
  });

  it("clears away an interrupted initdb, and touches no folder that it does not know", async () => {
    mkdirSync(path.join(dir, "data.new"));
    writeFileSync(path.join(dir, "data.new", "half"), "");
    await (await start()).stop();
    rmSync(path.join(dir, "data"), { recursive: true });
    mkdirSync(path.join(dir, "data"));
    await expect(start()).rejects.toThrow(/is no PostgreSQL cluster; it is not touched/);
  });

  it("names the version when the folder was made by another PostgreSQL", async () => {
    await (await start()).stop();
    writeFileSync(path.join(dir, "data", "PG_VERSION"), "15\n");
    await expect(start()).rejects.toThrow(/made by PostgreSQL 15/);
    expect(readFileSync(path.join(dir, "data", "PG_VERSION"), "utf8")).toBe("15\n");
  });
});
