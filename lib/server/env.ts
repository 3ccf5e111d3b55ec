/** The environment of a process, read once and checked: a wrong value stops the start and names the variable. */
import { hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export class EnvironmentError extends Error {}

export interface Environment {
  /** Where the embedded database, the master key and runtime facts live. */
  readonly dataDir: string;
  /** Set when an outside PostgreSQL is used, or by the supervisor for its children. */
  readonly databaseUrl: string | null;
  readonly consolePort: number;
  readonly guardianPort: number;
  readonly guardianHost: string;
  /** As people reach the console; links that agents print start with it. */
  readonly consoleUrl: string;
}

export function environment(env: NodeJS.ProcessEnv = process.env): Environment {
  const consolePort = port(env, "PORT", 3000);
  return {
    dataDir: path.resolve(/* turbopackIgnore: true */ env.DATA_DIR ?? ".data"),
    databaseUrl: databaseUrl(env),
    consolePort,
    guardianPort: port(env, "GUARDIAN_PORT", 8787),
    guardianHost: env.GUARDIAN_HOST ?? "127.0.0.1",
    consoleUrl: httpUrl(env, "CONSOLE_URL", `http://localhost:${consolePort}`),
  };
}

export const consoleUrl = (): string => environment().consoleUrl;

function port(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65535)
    throw new EnvironmentError(`${name} must be a port number`);
  return value;
}

function databaseUrl(env: NodeJS.ProcessEnv): string | null {
  const text = env.DATABASE_URL;
  if (text === undefined || text === "") return null;
  if (!/^postgres(ql)?:\/\//.test(text)) throw new EnvironmentError("DATABASE_URL must start with postgresql://");
  return text;
}

function httpUrl(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const text = env[name] ?? fallback;
  if (!/^https?:\/\/[^\s]+$/.test(text)) throw new EnvironmentError(`${name} must be an http or https URL`);
  return text.replace(/\/+$/, "");
}

/**
 * 32 bytes under which secrets at rest are sealed: MASTER_KEY (base64) or a file made at the first start, readable by
 * its owner alone. Losing it means new keys for every agent.
 */
export function masterKey(dataDir: string, env: NodeJS.ProcessEnv = process.env): Buffer {
  if (env.MASTER_KEY) {
    const key = Buffer.from(env.MASTER_KEY, "base64");
    if (key.length !== 32) throw new EnvironmentError("MASTER_KEY must be 32 bytes in base64");
    return key;
  }
  const file = path.join(dataDir, "master.key");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
    } catch (error) {
      if (!existsSync(file)) throw error;
    }
  }
  chmodSync(file, 0o600);
  const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64");
  if (key.length !== 32) throw new EnvironmentError("the master key file does not hold 32 bytes in base64");
  return key;
}

/** A secret for one purpose, derived from the master key (HKDF-SHA256), such as the sign-in cookies' key. */
export function derivedSecret(purpose: string): string {
  const key = masterKey(environment().dataDir);
  return Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), `guardian-console/${purpose}`, 32)).toString("base64url");
}

export const authSecret = (): string => derivedSecret("sign-in");
