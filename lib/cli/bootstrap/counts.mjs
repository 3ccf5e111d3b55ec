/** Real counts, read from the reports that the test runners write. A missing or unreadable report is a failure. */
import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "./environment.mjs";

/** @typedef {{ passed: number, failed: number }} Counts */

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
  return withExitCode({ passed, failed: report.numTotalTests - passed + unloaded }, code);
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
  return withExitCode({ passed: expected, failed: unexpected + flaky + skipped }, code);
}
