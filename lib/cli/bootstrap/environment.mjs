/** Where the project stands, and the environment that its child processes get. */
import { accessSync, constants, mkdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/** @param {...string} parts */
export const inRoot = (...parts) => path.join(root, ...parts);

const OLDEST = [20, 19];

/**
 * @param {string} version as in process.versions.node
 * @returns {string | null} what to tell the person, or null when it will do
 */
export function nodeIsTooOld(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return null;
  return `Node.js ${OLDEST.join(".")} or newer is needed; this is ${version}.`;
}

/** @param {string | undefined} folder */
function isWritable(folder) {
  if (!folder) return false;
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Caches go to a folder of our own when the home folder is missing or read-only. */
function writableCaches() {
  if (isWritable(process.env.HOME)) return {};
  const base = path.join(tmpdir(), `guardian-console-${userInfo().uid}`);
  mkdirSync(base, { recursive: true });
  return {
    npm_config_cache: path.join(base, "npm"),
    XDG_CACHE_HOME: path.join(base, "cache"),
    XDG_CONFIG_HOME: path.join(base, "config"),
  };
}

/** @returns {NodeJS.ProcessEnv} nothing here phones home, and nothing asks a question */
export function childEnvironment() {
  return {
    ...process.env,
    ...writableCaches(),
    ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }),
    NEXT_TELEMETRY_DISABLED: "1",
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    PRISMA_SCHEMA_ENGINE_BINARY: inRoot("lib/cli/bootstrap/no-schema-engine.mjs"),
    TSX_TSCONFIG_PATH: inRoot("tsconfig.json"),
    npm_config_update_notifier: "false",
  };
}
