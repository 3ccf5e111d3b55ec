/** How often a session called each tool: counted by its entries, because uses are stored once and then only now and then. */
import type { PrismaClient } from "../../../prisma/generated/client";
import { shown } from "../text";

export interface ToolCount {
  readonly uses: number;
  readonly lastSeq: number;
}

/** By name as stored. A name under which several tools were used has no count of its own and is left out. */
export async function toolCounts(
  prisma: PrismaClient,
  sessionKey: string,
  uses: readonly { readonly type: string; readonly name: string }[],
): Promise<ReadonlyMap<string, ToolCount>> {
  const names = uses.filter((use) => use.type === "tool").map((use) => shown(use.name));
  const single = names.filter((name) => names.indexOf(name) === names.lastIndexOf(name));
  if (single.length === 0) return new Map();
  const rows = await prisma.entry.groupBy({
    by: ["tool"],
    where: { sessionKey, tool: { in: single }, resultOf: null, NOT: { stepType: "steps/toolCallResult" } },
    _count: { _all: true },
    _max: { seq: true },
  });
  return new Map(
    rows.flatMap(({ tool, _count, _max }) =>
      tool === null ? [] : [[tool, { uses: _count._all, lastSeq: _max.seq ?? 0 }] as const],
    ),
  );
}
