/** The counting behind `npm test`, which must never call something green that did not run. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "./sources";

interface Counts {
  readonly passed: number;
  readonly failed: number;
}
type Counter = (file: string, code: number) => Counts;

const load = (name: string) => import(pathToFileURL(path.join(projectRoot, "lib/cli/bootstrap", name)).href);

let folder = "";
let vitestCounts: Counter;
let playwrightCounts: Counter;
let nodeIsTooOld: (version: string) => string | null;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "counts-"));
  ({ vitestCounts, playwrightCounts } = await load("counts.mjs"));
  ({ nodeIsTooOld } = await load("environment.mjs"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The report's name as the counters take it, relative to the project. */
function report(content: unknown): string {
  const file = path.join(folder, `${Math.random()}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return path.relative(projectRoot, file);
}

const loaded = { status: "passed", assertionResults: [{ status: "passed", fullName: "x" }] };

describe("counts of a Vitest run", () => {
  it("are those of its report", () => {
    const file = report({ numTotalTests: 12, numPassedTests: 12, testResults: [loaded] });
    expect(vitestCounts(file, 0)).toMatchObject({ passed: 12, failed: 0 });
  });

  it("take a skipped test for a failed one", () => {
    const file = report({ numTotalTests: 12, numPassedTests: 11, numPendingTests: 1, testResults: [loaded] });
    expect(vitestCounts(file, 0)).toMatchObject({ passed: 11, failed: 1 });
  });

  it("take a file that did not load for a failed test", () => {
    const unloaded = { name: "lib/x.test.ts", status: "failed", assertionResults: [] };
    const file = report({ numTotalTests: 12, numPassedTests: 12, testResults: [loaded, unloaded] });
    const names = ["lib/x.test.ts did not load"];
    expect(vitestCounts(file, 1)).toEqual({ passed: 12, failed: 1, names });
  });

  it("take an exit code without a failed test for a failed test", () => {
    const file = report({ numTotalTests: 12, numPassedTests: 12, testResults: [loaded] });
    expect(vitestCounts(file, 1)).toMatchObject({ passed: 12, failed: 1 });
  });

  it("take a report that is missing or unreadable for a failed test", () => {
    expect(vitestCounts("no/such/report.json", 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(vitestCounts(report("{"), 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe("counts of a Playwright run", () => {
  it("take what was flaky or skipped for failed", () => {
    const file = report({ stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 } });
    expect(playwrightCounts(file, 1)).toMatchObject({ passed: 5, failed: 6 });
  });

  it("take a run that could not begin for a failed test", () => {
    const file = report({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } });
    expect(playwrightCounts(file, 1)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe("the version of Node", () => {
  it.each(["20.19.0", "20.20.2", "22.0.0", "24.1.0"])("%s will do", (version) => {
    expect(nodeIsTooOld(version)).toBeNull();
  });

  it.each(["18.20.0", "20.18.3"])("%s is refused with a sentence", (version) => {
    expect(nodeIsTooOld(version)).toContain(version);
  });
});
