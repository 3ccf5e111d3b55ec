/** The conformance report (§13.3): results grouped by the part of the surface that they verify. */
import type { VectorResult } from "./run-vectors";

export interface PartReport {
  readonly part: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly vectors: readonly ReportedVector[];
}

export interface ReportedVector {
  readonly id: string;
  readonly title: string;
  readonly status: VectorResult["status"];
  readonly detail?: readonly string[];
}

export interface Report {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly parts: readonly PartReport[];
}

/** Throws on zero results: a report of nothing says nothing. */
export function reportOf(results: readonly VectorResult[]): Report {
  if (results.length === 0) throw new Error("there are no results to report");
  const names = [...new Set(results.map(({ part }) => part))].sort();
  const parts = names.map((part) =>
    partOf(
      part,
      results.filter((result) => result.part === part),
    ),
  );
  return { total: results.length, ...countsOf(results), parts };
}

function partOf(part: string, results: readonly VectorResult[]): PartReport {
  return { part, ...countsOf(results), vectors: results.map(reported) };
}

function reported({ id, title, status, detail }: VectorResult): ReportedVector {
  return { id, title, status, ...(detail.length > 0 ? { detail } : {}) };
}

function countsOf(results: readonly VectorResult[]): Pick<Report, "passed" | "failed" | "skipped"> {
  const count = (status: VectorResult["status"]) => results.filter((result) => result.status === status).length;
  return { passed: count("pass"), failed: count("fail"), skipped: count("skip") };
}

/** Nothing failed, and something passed. */
export const isGreen = ({ failed, passed }: Report): boolean => failed === 0 && passed > 0;
