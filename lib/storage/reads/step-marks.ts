/** Marks on steps that need an eye: other content presented, results without a release, failures on the way out. */
import type { PrismaClient } from "../../../prisma/generated/client";
import { isJsonObject } from "../../core/json/value";
import { readStored } from "../../core/read-models/shown";

interface Marked {
  readonly seq: number;
  readonly stepId: string;
  readonly stepType: string;
  readonly resultOf: string | null;
}

/** Audit actions that name a step and are shown on it. */
const SHOWN = [
  "executed_without_release",
  "step.executed_without_release",
  "delivery_unknown",
  "step.delivery_unknown",
];

export async function stepMarks(
  prisma: PrismaClient,
  sessionKey: string,
  rows: readonly Marked[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const ids = new Map(rows.map((row) => [row.stepId.toLowerCase(), row.seq]));
  const marks = new Map<number, string[]>();
  const mark = (seq: number | undefined, word: string) => {
    const had = seq === undefined ? undefined : (marks.get(seq) ?? []);
    if (seq !== undefined && had !== undefined && !had.includes(word)) marks.set(seq, [...had, word]);
  };
  const [presented, audits] = await Promise.all([
    prisma.presentation.findMany({ where: { sessionKey }, select: { requestId: true }, take: 1000 }),
    prisma.audit.findMany({
      where: { sessionKey, action: { in: SHOWN } },
      select: { action: true, detail: true },
      take: 1000,
    }),
  ]);
  for (const row of presented) mark(ids.get(row.requestId.toLowerCase()), "mutated_replay");
  for (const row of audits) mark(ids.get(stepNamed(row.detail)), row.action.replace(/^step\./, ""));
  for (const row of rows) {
    if (row.stepType === "steps/toolCallResult" && row.resultOf === null) mark(row.seq, "executed_without_release");
  }
  return marks;
}

function stepNamed(detail: string): string {
  const value = readStored(detail);
  const id = isJsonObject(value) ? (value.request_id ?? value.requestId) : undefined;
  return typeof id === "string" ? id.toLowerCase() : "";
}
