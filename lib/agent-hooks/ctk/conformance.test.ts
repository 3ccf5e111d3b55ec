/** The plain loop passes every vector that its surfaces cover; what it leaves out is pinned by id. */
import { describe, expect, it } from "vitest";
import { type ConformanceRun, isGreen, runConformance } from "../../testing/agent-hooks-conformance/conformance";
import { KNOWN_WRONG } from "../../testing/agent-hooks-conformance/golden";
import { referenceHarness } from "../../testing/agent-hooks-conformance/reference-harness";
import { SURFACE_NAMES, SURFACES } from "../../testing/agent-hooks-conformance/surfaces";
import { ownVectors, publishedGoldens } from "../../testing/agent-hooks-conformance/vector-files";
import { HOST_ERRORS } from "../types";
import type { Harness } from "./harness";
import { runVectors } from "./run-vectors";
import type { Vector } from "./vector";

/** No vector reaches it: what an adapter cannot govern is no scenario. The adapters' own tests do. */
const OUT_OF_REACH = "host_error:adapter_unsupported";

describe.each(SURFACE_NAMES)("surface %s", (name) => {
  it("passes all that applies and skips exactly what is pinned", async () => {
    const run = await runConformance([name]);
    const [{ results, unpinned, claim, report } = fail()] = run.surfaces;
    expect(results.filter(({ status }) => status === "fail")).toEqual([]);
    expect(unpinned).toEqual([]);
    expect(isGreen(run)).toBe(true);
    expect(report.passed).toBeGreaterThan(100);
    expect(claim).toMatchObject({ spec: "agent-hooks/0.1", framework: "reference", conforms: true });
    expect(claim.report.parts.map(({ part }) => part)).toEqual([...new Set(results.map(({ part }) => part))].sort());
  });
});

const fail = (): never => {
  throw new Error("no surface was run");
};

it("says in a claim what a reader would take for the default", async () => {
  const run: ConformanceRun = await runConformance(["terminate", "incremental"]);
  const [terminate, incremental] = run.surfaces.map(({ claim }) => claim.disclosures.join(" "));
  expect(terminate).toContain("Posture terminate");
  expect(incremental).toContain("buffered_output false");
  expect(incremental).toContain("Exposure bound: none");
});

it("reaches every reason that a host may give, by the vectors of the project alone", async () => {
  const reached = new Set<unknown>([OUT_OF_REACH]);
  const noting = (harness: Harness): Harness => ({
    ...harness,
    async run() {
      const run = await harness.run();
      for (const { verdict } of run.records) reached.add(verdict.reason);
      return run;
    },
  });
  await runVectors(() => noting(referenceHarness({ surface: SURFACES.continue })), ownVectors());
  expect(HOST_ERRORS.filter((reason) => !reached.has(reason))).toEqual([]);
});

it("covers every profile with every knob, both modes, both postures, and bound and unbound records", () => {
  const vectors = ownVectors() as readonly Vector[];
  const said = vectors.flatMap(({ composition, mode, posture, identity_provider: provider }) => [
    ...Object.values(composition ?? {}).map((value) => `${composition?.profile} ${value}`),
    `mode ${typeof mode === "object" ? "by point" : (mode ?? "enforce")}`,
    `posture ${posture}`,
    `provider ${provider}`,
  ]);
  expect(new Set(said)).toEqual(
    new Set([
      ...["sequential/first_deny sequential/first_deny", "sequential/first_deny stop", "sequential/first_deny resume"],
      "sequential/run_all sequential/run_all",
      ...["parallel/strictest parallel/strictest", "parallel/strictest deny", "parallel/strictest approval"],
      ...["parallel/unanimous parallel/unanimous", "parallel/unanimous deny", "parallel/unanimous approval"],
      ...["mode enforce", "mode evaluate_only", "mode by point"],
      ...["posture continue", "posture terminate", "posture undefined"],
      ...["provider undefined", "provider null", "provider ctk-fault"],
    ]),
  );
});

const goldens = publishedGoldens();
describe.each(goldens ? [goldens] : [])("published golden identities", (...fixtures) => {
  it("agree, all but the one that is known to be wrong", async () => {
    const { goldens: results } = await runConformance(["continue"]);
    expect(results?.length).toBe(fixtures.length);
    expect(results?.filter(({ agrees }) => !agrees).map(({ id }) => id)).toEqual(Object.keys(KNOWN_WRONG));
  });
});
