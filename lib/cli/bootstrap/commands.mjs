/** The commands of package.json, and how ready the clone must be for each. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild } from "./build.mjs";
import { root } from "./environment.mjs";
import { ensurePrismaClient } from "./generate.mjs";
import { ensurePackages } from "./install.mjs";
import { withSetupLock } from "./lock.mjs";
import { requireFreePorts } from "./ports.mjs";
import { runTool, runTypeScript } from "./processes.mjs";
import { runTests } from "./test-run.mjs";

/** @param {readonly (() => Promise<void>)[]} needs */
const prepare = (needs) =>
  withSetupLock(async () => {
    for (const need of needs) await need();
  });

const PACKAGES = [ensurePackages];
const CLIENT = [ensurePackages, ensurePrismaClient];
const BUILD = [ensurePackages, ensurePrismaClient, ensureBuild];

/**
 * @param {string} file
 * @param {{ needs: readonly (() => Promise<void>)[], env?: NodeJS.ProcessEnv, first?: () => Promise<void> }} options
 * @returns {(args: readonly string[]) => Promise<number>} resolves to the exit code
 */
const script = (file, { needs, env, first }) => {
  return async (args) => {
    await first?.();
    await prepare(needs);
    // File names among the arguments are meant from where the person stands, and npm runs scripts in the root.
    const cwd = file.endsWith("/verify.ts") ? (process.env.INIT_CWD ?? process.cwd()) : root;
    return (await runTypeScript(file, args, { cwd, env })).code;
  };
};

const production = { NODE_ENV: "production" };

/**
 * The built console is needed where its route is run.
 * @param {readonly string[]} args
 */
const conformance = (args) => {
  const isNext = args.includes("next") || !args.some((arg) => /^--(?:via|url)\b/.test(arg));
  return script("lib/cli/conformance-acs.ts", { needs: isNext ? BUILD : CLIENT, env: production })(args);
};

/**
 * Software that its users install themselves; never part of `npm test`.
 * @param {readonly string[]} args
 */
async function live(args) {
  const { values } = parseArgs({ args: [...args], options: { sdk: { type: "string" } } });
  const folder = values.sdk ?? process.env.CLAUDE_AGENT_SDK ?? "";
  const CLAUDE_AGENT_SDK = folder && resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  await prepare(CLIENT);
  return (await runTool("vitest/vitest.mjs", ["run", "--project", "live"], { env: { CLAUDE_AGENT_SDK } })).code;
}

/** @type {Record<string, (args: readonly string[]) => Promise<number>>} */
export const COMMANDS = {
  start: script("lib/server/start.ts", { needs: BUILD, env: production, first: requireFreePorts }),
  guardian: script("lib/server/guardian-main.ts", { needs: CLIENT, env: production }),
  demo: script("lib/cli/demo.ts", { needs: CLIENT }),
  "demo:full": script("lib/cli/demo-full.ts", { needs: CLIENT }),
  "demo:hooks": script("lib/cli/demo-hooks.ts", { needs: CLIENT }),
  bench: script("lib/cli/bench.ts", { needs: BUILD, env: production }),
  keys: script("lib/cli/keys.ts", { needs: CLIENT }),
  conformance: script("lib/cli/conformance.ts", { needs: PACKAGES }),
  "conformance:acs": conformance,
  chaos: async ([rounds = "50"]) => {
    await prepare(BUILD);
    return (await runTool("vitest/vitest.mjs", ["run", "--project", "crashes"], { env: { CRASH_ROUNDS: rounds } }))
      .code;
  },
  "live:claude-agent-sdk": live,
  verify: script("lib/cli/verify.ts", { needs: PACKAGES }),
  package: script("lib/cli/package.ts", { needs: PACKAGES }),
  setup: async () => prepare(BUILD).then(() => 0),
  test: async (args) => {
    await prepare(CLIENT);
    return runTests(args);
  },
};

/** @param {string} given */
export function usage(given) {
  const names = Object.keys(COMMANDS).join(", ");
  return given ? `Unknown command "${given}". There are: ${names}.` : `Commands: ${names}.`;
}
