/** Marks on steps that need an eye: other content presented, results without a release, failures on the way out. */
import type { PrismaClient } from "../../../prisma/generated/client";

interface Marked {
  readonly seq: number;
  readonly stepId: string;
  readonly reasonCodes: readonly string[];
}

/** Audit actions that name a step as `request:<id>` and are shown on it. */
const SHOWN = ["answered_late", "delivery_unknown"];

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
      select: { action: true, subject: true },
      take: 1000,
    }),
  ]);
  for (const row of presented) mark(ids.get(row.requestId.toLowerCase()), "mutated_replay");
  for (const row of audits) mark(ids.get(stepNamed(row.subject)), row.action);
  for (const row of rows) {
    if (row.reasonCodes.includes("executed_without_release")) mark(row.seq, "executed_without_release");
  }
  return marks;
}

const stepNamed = (subject: string | null): string => (subject ?? "").replace(/^request:/, "").toLowerCase();

/** The approval that a step claimed for other content, where it is one of the tenant: it may belong to another session. */
export async function presentedUnder(
  prisma: PrismaClient,
  place: { readonly tenantId: string; readonly key: string },
  stepId: string,
): Promise<string | null> {
  const presented = await prisma.presentation.findFirst({
    where: { sessionKey: place.key, requestId: { in: [stepId, stepId.toLowerCase()] } },
    select: { approvalId: true },
    orderBy: { at: "asc" },
  });
  if (presented === null) return null;
  const known = await prisma.approval.findFirst({
    where: { id: presented.approvalId, tenantId: place.tenantId },
    select: { id: true },
  });
  return known?.id ?? null;
}
