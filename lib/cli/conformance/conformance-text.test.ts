/** What a person is told of a conformance run, and that a red vector makes the run red. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isGreen, runConformance } from "../../testing/agent-hooks-conformance/conformance";
import { conformanceText } from "./conformance-text";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vectors-"));
  mkdirSync(path.join(folder, "vectors"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function addVector(id: string, change: (vector: { expect: Record<string, unknown> }) => void) {
  const vector = { ...structuredClone(VECTOR), id };
  change(vector);
  writeFileSync(path.join(folder, "vectors", `${id}.json`), JSON.stringify(vector));
}

const VECTOR = {
  title: "a run without a model",
  spec_clause: "6",
  part: "mine",
  scenario: { input: { content: "hi", role: "user" } },
  interceptor_script: [{ at: "input", return: { decision: "deny" } }],
  expect: { sequence_strict: false, interceptions: [], run_outcome: "blocked" },
};

it("runs the vectors of a given folder beside ours, and one red vector makes the run red", async () => {
  addVector("AH-CTK-801", () => undefined);
  const green = await runConformance(["continue"], folder);
  expect(isGreen(green)).toBe(true);
  expect(green.sources[1]).toEqual({ name: "agent-hooks", vectors: 1 });
  addVector("AH-CTK-802", ({ expect: expected }) => {
    expected.run_outcome = "completed";
  });
  const red = await runConformance(["continue"], folder);
  expect(isGreen(red)).toBe(false);
  const text = conformanceText(red, { colour: false, verbose: false }).join("\n");
  expect(text).toMatch(/mine +1 \/ 1 \/ 0/);
  expect(text).toContain("failed continue  AH-CTK-802: a run without a model");
  expect(text).toContain("left out by continue: GH-CTK-371 GH-CTK-374: says something about posture terminate");
});

it("is red when a vector is left out that nobody pinned", async () => {
  addVector("AH-CTK-802", (vector) => Object.assign(vector, { capabilities: ["bigint_json"] }));
  const run = await runConformance(["continue"], folder);
  expect(isGreen(run)).toBe(false);
  expect(conformanceText(run, { colour: false, verbose: true }).join("\n")).toContain(
    "not as pinned continue  AH-CTK-802",
  );
});

it("refuses a folder without vectors", async () => {
  await expect(runConformance(["continue"], path.join(folder, "none"))).rejects.toThrow("no vectors");
});
