/** Names behind ids: who decided, voted or asked. */
import type { PrismaClient } from "../../../prisma/generated/client";
import type { Actor } from "../../core/read-models/approvals";

/** One query for all ids of a page. An id without a row stays visible as such. */
export async function actorsOf(prisma: PrismaClient, ids: readonly (string | null)[]): Promise<(id: string) => Actor> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : await prisma.person.findMany({
          where: { id: { in: wanted } },
          select: { id: true, name: true, email: true, kind: true },
        });
  const known = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const row = known.get(id);
    if (!row) return { id, name: id, kind: "unknown" };
    return { id, name: row.name === "" ? row.email : row.name, kind: row.kind === "service" ? "service" : "person" };
  };
}

/** Database clock, ms since the epoch. */
export async function databaseNow(prisma: PrismaClient): Promise<number> {
  const rows = await prisma.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  return rows[0]?.now.getTime() ?? 0;
}
