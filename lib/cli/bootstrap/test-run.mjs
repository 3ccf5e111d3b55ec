/** `npm test`: every suite in turn, each counted, a summary at the end and `N passed, N failed` as the last line. */
import { mkdirSync, rmSync } from "node:fs";
import { RESULTS } from "./counts.mjs";
import { inRoot } from "./environment.mjs";
import { wasInterrupted } from "./processes.mjs";
import { SUITES } from "./suites.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */

/** As a shell says it of Ctrl-C. */
const INTERRUPTED = 130;

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * A suite that ran nothing has shown nothing: it counts as one failure.
 * @param {Counts} counts
 * @returns {Counts}
 */
const refuseEmpty = (counts) => (counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts);

/** @param {(typeof SUITES)[number]} suite */
async function runSuite(suite) {
  console.log(`\n── ${suite.title}`);
  const from = performance.now();
  /** @type {Counts} */
  let counts = { passed: 0, failed: 1 };
  try {
    counts = refuseEmpty(await suite.run());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return { title: suite.title, ...counts, ms: performance.now() - from };
}

/** @param {readonly string[]} names */
function chosenSuites(names) {
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    throw new Error(`No suite "${unknown.join(", ")}". There are: ${SUITES.map((suite) => suite.name).join(", ")}.`);
  }
  return names.length === 0 ? SUITES : SUITES.filter((suite) => names.includes(suite.name));
}

/**
 * @param {readonly string[]} names of suites; none means all
 * @returns {Promise<number>} the exit code: 0 when everything ran and passed
 */
export async function runTests(names) {
  const suites = chosenSuites(names);
  rmSync(inRoot(RESULTS), { recursive: true, force: true });
  mkdirSync(inRoot(RESULTS), { recursive: true });
  const results = [];
  for (const suite of suites) {
    results.push(await runSuite(suite));
    if (wasInterrupted()) return INTERRUPTED;
  }

  console.log("\n── Summary");
  for (const { title, passed, failed, ms } of results) {
    const mark = failed === 0 ? "ok  " : "FAIL";
    console.log(`${mark} ${title.padEnd(34)} ${passed} passed, ${failed} failed  (${seconds(ms)})`);
  }
  for (const { title, names = [] } of results) for (const name of names) console.log(`not passed: ${title}: ${name}`);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
