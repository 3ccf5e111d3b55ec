/** Where the running Guardian is: `.data/runtime.json`, written by the start command, or the environment. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { environment } from "../server/env";

export interface Runtime {
  /** Takes ACS messages. */
  readonly guardianUrl: string;
  readonly consoleUrl: string;
  /** Null when this process may not or cannot reach the database. */
  readonly databaseUrl: string | null;
}

/** The environment wins over the file; without either, the default addresses. */
export function readRuntime(): Runtime {
  const env = environment();
  const file = runtimeFile(path.join(env.dataDir, "runtime.json"));
  return {
    guardianUrl: messagesUrl(process.env.GUARDIAN_URL ?? file.guardianUrl ?? `http://127.0.0.1:${env.guardianPort}`),
    consoleUrl: process.env.CONSOLE_URL ?? file.consoleUrl ?? env.consoleUrl,
    databaseUrl: env.databaseUrl ?? file.databaseUrl ?? null,
  };
}

/** A bare origin means the usual path. */
const messagesUrl = (url: string): string =>
  /^https?:\/\/[^/]+\/?$/.test(url) ? `${url.replace(/\/$/, "")}/acs` : url;

function runtimeFile(file: string): Partial<Runtime> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
  if (typeof parsed !== "object" || parsed === null) return {};
  const text = (name: string) => {
    const value = Object.entries(parsed).find(([key]) => key === name)?.[1];
    return typeof value === "string" ? value : undefined;
  };
  return { guardianUrl: text("guardianUrl"), consoleUrl: text("consoleUrl"), databaseUrl: text("databaseUrl") };
}
