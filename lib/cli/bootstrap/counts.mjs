/** Real counts, read from the reports that the test runners write. A missing or unreadable report is a failure. */
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { inRoot } from "./environment.mjs";

/** @typedef {{ passed: number, failed: number, names?: readonly string[] }} Counts `names`: of what did not pass */

export const RESULTS = "test-results/counts";

/** @param {string} file */
function readReport(file) {
  if (!existsSync(inRoot(file))) return null;
  try {
    return JSON.parse(readFileSync(inRoot(file), "utf8"));
  } catch {
    return null;
  }
}

/**
 * A test that did not run (skipped, todo, flaky) is no pass, and a non-zero exit code without a failed test (a file
 * that does not load, an unhandled rejection) is one failure.
 * @param {Counts} counts
 * @param {number} code
 * @returns {Counts}
 */
const withExitCode = (counts, code) => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);

/**
 * @param {string} file of Vitest's JSON reporter
 * @param {number} code Vitest's exit code
 * @returns {Counts}
 */
export function vitestCounts(file, code) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const files = report.testResults ?? [];
  const unloaded = files.filter((result) => result.status === "failed" && result.assertionResults.length === 0).length;
  const passed = report.numPassedTests;
  const names = files.flatMap(unpassed);
  return withExitCode({ passed, failed: report.numTotalTests - passed + unloaded, names }, code);
}

/** @param {{ name: string, status: string, assertionResults: readonly { status: string, fullName: string }[] }} file */
function unpassed({ name, status, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status !== "passed").map((test) => test.fullName);
  return status === "failed" && assertionResults.length === 0 ? [`${name} did not load`] : tests;
}

/**
 * @param {string} file of Playwright's JSON reporter
 * @param {number} code Playwright's exit code
 * @returns {Counts}
 */
export function playwrightCounts(file, code) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const names = (report.suites ?? []).flatMap(unexpectedSpecs);
  return withExitCode({ passed: expected, failed: unexpected + flaky + skipped, names }, code);
}

/**
 * @typedef {{ title: string, specs?: readonly { title: string, ok: boolean, tests: readonly PlaywrightTest[] }[],
 *   suites?: readonly PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ results: readonly { error?: { message?: string } }[] }} PlaywrightTest
 */

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function unexpectedSpecs(suite) {
  const own = (suite.specs ?? [])
    .filter((spec) => !spec.ok)
    .map((spec) => `${suite.title} › ${spec.title}: ${firstError(spec.tests)}`);
  return [...own, ...(suite.suites ?? []).flatMap(unexpectedSpecs)];
}

/** @param {readonly PlaywrightTest[]} tests */
function firstError(tests) {
  const failed = tests.flatMap((test) => test.results).find((result) => result.error);
  const message = stripVTControlCharacters(failed?.error?.message ?? "no error told");
  return message.split("\n").slice(0, 6).join(" | ");
}
