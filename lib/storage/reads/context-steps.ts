/** The agent's last steps up to the one that asked, for the mini timeline beside an approval. */
import type { PrismaClient } from "../../../prisma/generated/client";
import type { ContextStep } from "../../core/read-models/approvals";
import { dispositionOf } from "./entry-row";
import { subjectsOf } from "./subjects";

const LAST = 8;

interface Asking {
  readonly sessionKey: string;
  readonly requestId: string;
  readonly id: string;
}

export async function contextSteps(
  prisma: PrismaClient,
  asking: Asking,
): Promise<{ readonly steps: readonly ContextStep[]; readonly stepCount: number }> {
  const { sessionKey } = asking;
  const own = await prisma.entry.findFirst({
    where: { sessionKey, stepId: { equals: asking.requestId, mode: "insensitive" } },
    orderBy: { seq: "asc" },
    select: { seq: true },
  });
  const upTo = own?.seq ?? Number.MAX_SAFE_INTEGER;
  const where = own === null ? { sessionKey } : { sessionKey, seq: { lte: upTo } };
  const [rows, stepCount] = await Promise.all([
    prisma.entry.findMany({
      where,
      orderBy: { seq: "desc" },
      take: LAST,
      select: { seq: true, stepType: true, tool: true, decision: true, reason: true, at: true },
    }),
    prisma.entry.count({ where }),
  ]);
  const ordered = rows.reverse();
  const subjects = await subjectsOf(
    prisma,
    sessionKey,
    ordered.map((row) => row.seq),
  );
  const steps = ordered.map((row) => ({
    seq: row.seq,
    stepType: row.stepType,
    tool: row.tool,
    subject: subjects.get(row.seq) ?? row.reason ?? "",
    decision: dispositionOf(row.decision),
    at: row.at.getTime(),
    isThis: row.seq === own?.seq,
  }));
  return { steps, stepCount };
}
