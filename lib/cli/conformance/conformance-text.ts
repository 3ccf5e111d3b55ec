/** Tells a conformance run to a person at a terminal: a table by part, what failed, what was left out and why. */
import type { ConformanceRun, SurfaceRun } from "../../testing/agent-hooks-conformance/conformance";
import { goldenFaults } from "../../testing/agent-hooks-conformance/golden";

export interface TextOptions {
  readonly colour: boolean;
  /** Every vector, not only what failed. */
  readonly verbose: boolean;
}

const RED = 31;
const GREEN = 32;
const DIM = 2;
const BOLD = 1;
const CELL = 14;

type Paint = (code: number, text: string) => string;

export function conformanceText(run: ConformanceRun, { colour, verbose }: TextOptions): readonly string[] {
  const paint: Paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const sources = run.sources.map(({ name, vectors }) => `${vectors} of ${name}`).join(", ");
  return [
    "",
    `  ${paint(BOLD, "Agent Hooks 0.1")}  plain loop (reference)  vectors: ${sources}`,
    "",
    ...table(run.surfaces, paint),
    "",
    ...(verbose ? vectorLines(run.surfaces, paint) : []),
    ...failureLines(run.surfaces, paint),
    ...skipLines(run.surfaces, paint),
    ...goldenLines(run, paint),
    "",
  ];
}

function table(surfaces: readonly SurfaceRun[], paint: Paint): readonly string[] {
  const parts = [...new Set(surfaces.flatMap(({ report }) => report.parts.map(({ part }) => part)))].sort();
  const width = Math.max(...parts.map((part) => part.length), 20);
  const line = (name: string, cells: readonly string[]) => `  ${name.padEnd(width)} ${cells.join("")}`;
  const head = line(
    "passed / failed / left out",
    surfaces.map(({ surface }) => surface.padStart(CELL)),
  );
  const rows = parts.map((part) =>
    line(
      part,
      surfaces.map(({ report }) =>
        cell(
          report.parts.find((one) => one.part === part),
          paint,
        ),
      ),
    ),
  );
  const total = line(
    "all",
    surfaces.map(({ report }) => cell(report, paint)),
  );
  return [paint(BOLD, head), ...rows, paint(BOLD, total)];
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

function cell(counts: Counts | undefined, paint: Paint): string {
  if (!counts) return "-".padStart(CELL);
  const text = `${counts.passed} / ${counts.failed} / ${counts.skipped}`.padStart(CELL);
  return counts.failed > 0 ? paint(RED, text) : text;
}

function vectorLines(surfaces: readonly SurfaceRun[], paint: Paint): readonly string[] {
  return surfaces.flatMap(({ surface, results }) => [
    `  ${paint(BOLD, surface)}`,
    ...results.map(({ id, title, status }) => {
      const mark = status === "pass" ? paint(GREEN, "pass") : paint(status === "fail" ? RED : DIM, status);
      return `    ${mark}  ${id}  ${paint(DIM, title)}`;
    }),
    "",
  ]);
}

function failureLines(surfaces: readonly SurfaceRun[], paint: Paint): readonly string[] {
  return surfaces.flatMap(({ surface, results, unpinned }) => [
    ...results
      .filter(({ status }) => status === "fail")
      .flatMap(({ id, title, detail }) => [
        `  ${paint(RED, "failed")} ${surface}  ${id}: ${title}`,
        ...detail.map((fault) => `         ${fault}`),
      ]),
    ...unpinned.map((id) => `  ${paint(RED, "not as pinned")} ${surface}  ${id}`),
  ]);
}

/** By reason, so that a reader sees what is not claimed. */
function skipLines(surfaces: readonly SurfaceRun[], paint: Paint): readonly string[] {
  return surfaces.flatMap(({ surface, results }) => {
    const byReason = new Map<string, string[]>();
    for (const { id, status, detail } of results)
      if (status === "skip")
        byReason.set(detail.at(-1) ?? "", [...(byReason.get(detail.at(-1) ?? "") ?? []), short(id)]);
    return [...byReason].map(
      ([reason, ids]) => `  ${paint(DIM, `left out by ${surface}: ${ids.join(" ")}: ${reason}`)}`,
    );
  });
}

const short = (id: string): string => id.split("-").slice(0, 3).join("-");

function goldenLines(run: ConformanceRun, paint: Paint): readonly string[] {
  const { goldens } = run;
  if (!goldens) return [`  ${paint(DIM, "golden identities: the published fixtures are not here")}`];
  const faults = goldenFaults(goldens);
  const agreeing = goldens.filter(({ agrees }) => agrees).length;
  return [
    `  golden identities: ${agreeing} of ${goldens.length} agree`,
    ...goldens.flatMap(({ id, known }) => (known ? [`  ${paint(DIM, `${id}: ${known}`)}`] : [])),
    ...faults.map((id) => `  ${paint(RED, "differs")} ${id}`),
  ];
}
