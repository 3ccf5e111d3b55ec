/** The open queue and the history of approvals. */
import type { Prisma, PrismaClient } from "../../../prisma/generated/client";
import { storedSentence } from "../../core/read-models/act";
import type { ApprovalPage } from "../../core/read-models/approvals";
import { ITEM_SELECT, type ItemRow, type Reader, toItem } from "./approval-item";
import { actorsOf, databaseNow } from "./people";

const HISTORY_PAGE = 50;

/** Made for an Agent Hooks host whose resolver never asked: no person ever had it to decide. */
export const NEVER_ASKED = { forHooks: true, interceptionPoint: null } satisfies Prisma.ApprovalWhereInput;

/** Every item that waits for a person now. Expired ones are not among them, whether recorded or not. */
export async function openApprovals(prisma: PrismaClient, reader: Reader): Promise<ApprovalPage> {
  const now = await databaseNow(prisma);
  const rows = await prisma.approval.findMany({
    where: { tenantId: reader.tenantId, state: "pending", expiresAt: { gt: new Date(now) } },
    select: ITEM_SELECT,
  });
  return { items: await toItems(prisma, rows, { reader, now }), next: null, serverNow: now };
}

/** Ended items, newest first. `before` is the cursor of the page before. */
export async function endedApprovals(
  prisma: PrismaClient,
  reader: Reader,
  before: string | null,
): Promise<ApprovalPage> {
  const now = await databaseNow(prisma);
  const cursor = parseCursor(before);
  const where: Prisma.ApprovalWhereInput = {
    tenantId: reader.tenantId,
    NOT: NEVER_ASKED,
    OR: [{ state: { notIn: ["pending", "prepared"] } }, { state: "pending", expiresAt: { lte: new Date(now) } }],
    ...(cursor === null
      ? {}
      : { AND: { OR: [{ createdAt: { lt: cursor.at } }, { createdAt: cursor.at, id: { lt: cursor.id } }] } }),
  };
  const orderBy: Prisma.ApprovalOrderByWithRelationInput[] = [{ createdAt: "desc" }, { id: "desc" }];
  const rows = await prisma.approval.findMany({ where, orderBy, select: ITEM_SELECT, take: HISTORY_PAGE + 1 });
  const page = rows.slice(0, HISTORY_PAGE);
  const last = page.at(-1);
  return {
    items: await toItems(prisma, page, { reader, now }),
    next: rows.length > HISTORY_PAGE && last ? `${last.createdAt.toISOString()}_${last.id}` : null,
    serverNow: now,
  };
}

function parseCursor(text: string | null): { readonly at: Date; readonly id: string } | null {
  if (text === null) return null;
  const cut = text.indexOf("_");
  const at = new Date(text.slice(0, cut));
  return cut === -1 || Number.isNaN(at.getTime()) ? null : { at, id: text.slice(cut + 1) };
}

/** Rows with their names, sentences and counts of mismatches, two queries for any number of rows. */
export async function toItems(
  prisma: PrismaClient,
  rows: readonly ItemRow[],
  { reader, now }: { readonly reader: Reader; readonly now: number },
) {
  const [actor, mismatches] = await Promise.all([
    actorsOf(
      prisma,
      rows.map((row) => row.decidedBy),
    ),
    mismatchCounts(
      prisma,
      rows.map((row) => row.id),
    ),
  ]);
  return rows.map((row) =>
    toItem(row, {
      reader,
      now,
      actor,
      sentence: storedSentence(row.requestedAction, row),
      mismatches: mismatches.get(row.id) ?? 0,
    }),
  );
}

async function mismatchCounts(prisma: PrismaClient, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const groups = await prisma.presentation.groupBy({
    by: ["approvalId"],
    where: { approvalId: { in: [...ids] } },
    _count: { _all: true },
  });
  return new Map(groups.map((group) => [group.approvalId, group._count._all]));
}
