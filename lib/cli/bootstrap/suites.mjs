/** What `npm test` runs, in order: cheap checks first. Each static check counts as one. */
import { existsSync } from "node:fs";
import { build, buildIsFresh } from "./build.mjs";
import { findOrInstallChromium } from "./chromium.mjs";
import { playwrightCounts, RESULTS, vitestCounts } from "./counts.mjs";
import { inRoot } from "./environment.mjs";
import { runTool } from "./processes.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {{ name: string, title: string, run: () => Promise<Counts> }} Suite */

/** Fewer modules than this mean that the checker looked at the wrong place. */
const FEWEST_MODULES = 400;

/**
 * @param {boolean} passed
 * @returns {Counts}
 */
const one = (passed) => (passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

async function checkFormatAndLint() {
  const { code } = await runTool("@biomejs/biome/bin/biome", ["ci", "--error-on-warnings", "--colors=off", "."]);
  return one(code === 0);
}

async function checkTypes() {
  const typegen = await runTool("next/dist/bin/next", ["typegen"], { quiet: true });
  if (typegen.code !== 0) console.log(typegen.output);
  const { code } = await runTool("typescript/bin/tsc", ["--noEmit", "--pretty", "false"]);
  return one(typegen.code === 0 && code === 0);
}

async function checkImports() {
  const folders = ["lib", "app", "components", "e2e", "proxy.ts"].filter((item) => existsSync(inRoot(item)));
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "err", ...folders];
  const { code, output } = await runTool("dependency-cruiser/bin/dependency-cruise.mjs", args, { quiet: true });
  console.log(output.trim());
  const cruised = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  if (cruised < FEWEST_MODULES) console.log(`Only ${cruised} modules were looked at; ${FEWEST_MODULES} are the least.`);
  return one(code === 0 && cruised >= FEWEST_MODULES);
}

/** @param {"unit" | "integration" | "crashes"} project */
async function runVitest(project) {
  const file = `${RESULTS}/${project}.json`;
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await runTool("vitest/vitest.mjs", ["run", "--project", project, ...reporters]);
  return vitestCounts(file, code);
}

async function checkBuild() {
  if (buildIsFresh()) return one(true);
  const { code, output } = await build();
  if (code !== 0) console.log(output);
  return one(code === 0);
}

async function runEndToEnd() {
  const chromium = await findOrInstallChromium();
  const file = `${RESULTS}/e2e.json`;
  const { code } = await runTool("@playwright/test/cli.js", ["test", "--reporter=line,json"], {
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: inRoot(file) },
  });
  return playwrightCounts(file, code);
}

/** @type {readonly Suite[]} */
export const SUITES = [
  { name: "lint", title: "Format and lint", run: checkFormatAndLint },
  { name: "types", title: "Types", run: checkTypes },
  { name: "imports", title: "Import rules", run: checkImports },
  { name: "unit", title: "Unit", run: () => runVitest("unit") },
  { name: "integration", title: "Integration (real PostgreSQL)", run: () => runVitest("integration") },
  { name: "build", title: "Build", run: checkBuild },
  { name: "e2e", title: "End to end (Chromium)", run: runEndToEnd },
  { name: "crashes", title: "Crashes (kill -9 under load)", run: () => runVitest("crashes") },
];
