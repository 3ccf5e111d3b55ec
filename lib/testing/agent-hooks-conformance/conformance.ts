/** Runs our vectors, and the published ones where they are, on one surface of the reference loop. */

import project from "../../../package.json";
import { type Claim, claimOf } from "../../agent-hooks/ctk/claim";
import { type Report, reportOf } from "../../agent-hooks/ctk/report";
import { runVectors, type VectorResult } from "../../agent-hooks/ctk/run-vectors";
import { compareGoldens, type GoldenResult, goldenFaults } from "./golden";
import { pinnedReason, unpinned } from "./pinned-skips";
import { referenceHarness } from "./reference-harness";
import { SURFACES, type SurfaceName } from "./surfaces";
import { ownVectors, publishedGoldens, publishedVectors } from "./vector-files";

export interface SurfaceRun {
  readonly surface: SurfaceName;
  readonly results: readonly VectorResult[];
  readonly report: Report;
  readonly claim: Claim;
  /** Vectors that were skipped without a pin, or ran in spite of one. */
  readonly unpinned: readonly string[];
}

export interface ConformanceRun {
  readonly surfaces: readonly SurfaceRun[];
  /** Null: the published fixtures are not there. */
  readonly goldens: readonly GoldenResult[] | null;
  readonly sources: Claim["sources"];
}

/** `folder` holds published vectors and golden identities; by default where a checkout has them. */
export async function runConformance(names: readonly SurfaceName[], folder?: string): Promise<ConformanceRun> {
  const published = publishedVectors(folder);
  if (folder !== undefined && published === null) throw new Error("there are no vectors in that folder");
  const own = ownVectors();
  const sources = [
    { name: "guardian", vectors: own.length },
    ...(published ? [{ name: "agent-hooks", vectors: published.length }] : []),
  ];
  const fixtures = publishedGoldens(folder);
  const goldens = fixtures && compareGoldens(fixtures);
  const surfaces: SurfaceRun[] = [];
  for (const name of names) {
    const vectors = [...(published ?? []), ...own];
    surfaces.push(await runSurface(name, { vectors, sources, remarks: goldens ? remarksOf(goldens) : [] }));
  }
  return { surfaces, goldens, sources };
}

interface Given {
  readonly vectors: readonly unknown[];
  readonly sources: Claim["sources"];
  readonly remarks: readonly string[];
}

async function runSurface(name: SurfaceName, { vectors, sources, remarks }: Given): Promise<SurfaceRun> {
  const surface = SURFACES[name];
  const results = (await runVectors(() => referenceHarness({ surface }), vectors)).map((result) =>
    withPin(name, result),
  );
  const report = reportOf(results);
  const claim = claimOf(
    {
      framework: "reference",
      adapterVersion: project.version,
      sdk: `typescript@${project.version}`,
      surface,
      profiles: ["sequential/first_deny", "sequential/run_all", "parallel/strictest", "parallel/unanimous"],
      identityProvider: "jcs-sha256",
      harness:
        "The production dispatch path: the reference loop, its sessions and the emitter as they are shipped. Replaced are the model's answers and the tools' work.",
      runner: `${project.name}@${project.version}: lib/agent-hooks/ctk, a runner of our own`,
      sources,
      remarks,
    },
    report,
  );
  return { surface: name, results, report, claim, unpinned: unpinned(name, results) };
}

function withPin(surface: SurfaceName, result: VectorResult): VectorResult {
  const reason = result.status === "skip" ? pinnedReason(surface, result.id) : undefined;
  return reason === undefined ? result : { ...result, detail: [...result.detail, reason] };
}

function remarksOf(goldens: readonly GoldenResult[]): readonly string[] {
  const agreeing = goldens.filter(({ agrees }) => agrees).length;
  const known = goldens.flatMap((one) => (one.known ? [`${one.id}: ${one.known}`] : []));
  return [`${agreeing} of ${goldens.length} golden identities agree`, ...known];
}

/** Nothing failed, every skip is pinned, and every golden identity agrees or is known to be wrong. */
export function isGreen({ surfaces, goldens }: ConformanceRun): boolean {
  const isRunGreen = ({ report, unpinned: loose }: SurfaceRun) =>
    report.failed === 0 && report.passed > 0 && loose.length === 0;
  return surfaces.length > 0 && surfaces.every(isRunGreen) && goldenFaults(goldens ?? []).length === 0;
}
