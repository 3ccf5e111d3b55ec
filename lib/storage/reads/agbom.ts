/** A session's AgBOM for its page: components with what is banned, the graph, history, and what is in use undeclared. */
import type { PrismaClient } from "../../../prisma/generated/client";
import type { Ban, ComponentType } from "../../core/agbom/ban";
import type { AgbomDiffReport } from "../../core/agbom/diff";
import { shownDiff } from "../../core/agbom/diff-shown";
import { agbomHash } from "../../core/agbom/document";
import { componentName, graphOf } from "../../core/agbom/graph";
import { subjectOfComponent, subjectsOfUse } from "../../core/agbom/subject";
import { memberAt } from "../../core/json/build";
import { canonicalText } from "../../core/json/canonical";
import type { AgbomChangeItem, AgbomComponentItem, ComponentUseItem, SessionAgbom } from "../../core/read-models/agbom";
import { maskJson } from "../../core/text/mask";
import { useOf } from "../ban-preview";
import { parsed } from "../knowledge-components";
import { type Context, countUses, declaredFor, holdersOf, marks, type Part, type UseCount } from "./agbom-marks";
import { type ToolCount, toolCounts } from "./tool-counts";

const CHANGES = 200;
const USES = 2000;

export interface AgbomQuery {
  readonly tenantId: string;
  readonly key: string;
  /** Bans in force, and the database's time. */
  readonly bans: readonly Ban[];
  readonly now: number;
}

/** Null for a session that this tenant does not have. */
export async function sessionAgbom(prisma: PrismaClient, query: AgbomQuery): Promise<SessionAgbom | null> {
  const own = await prisma.session.findFirst({
    where: { key: query.key, tenantId: query.tenantId },
    select: { key: true },
  });
  if (own === null) return null;
  const where = { sessionKey: query.key };
  const [rows, uses, changes, members] = await Promise.all([
    prisma.agbomComponent.findMany({ where, orderBy: { componentId: "asc" } }),
    prisma.componentUse.findMany({ where, orderBy: [{ lastSeq: "desc" }, { nameKey: "asc" }], take: USES }),
    prisma.agbomChange.findMany({ where, orderBy: { seq: "desc" }, take: CHANGES }),
    prisma.agbomMember.findMany({ where }),
  ]);
  const parts = rows.map((row): Part => ({ ...row, component: parsed(row.content), nameKey: row.nameKey }));
  const declared = parts.filter((part) => part.removedSeq === null);
  const context: Context = { query, declared, holders: holdersOf(declared, members) };
  const counts = await toolCounts(prisma, query.key, uses);
  const useItems = uses.map((row) =>
    useItem({ ...row, component_id: row.componentId } as StoredUse, { context, counts }),
  );
  return page({ parts, declared, useItems, changes: changes.map(changeItem), context });
}

interface Parts {
  readonly parts: readonly Part[];
  readonly declared: readonly Part[];
  readonly useItems: readonly ComponentUseItem[];
  readonly changes: readonly AgbomChangeItem[];
  readonly context: Context;
}

function page({ parts, declared, useItems, changes, context }: Parts): SessionAgbom {
  const last = changes[0];
  const usesByName = countUses(useItems);
  const components = [...declared, ...parts.filter((part) => part.removedSeq !== null)].map((part) =>
    componentItem(part, { context, usesByName }),
  );
  const undeclared = useItems.filter((use) => !use.declared);
  const standing = components.filter((item) => item.removedSeq === null);
  const map = new Map(declared.map(({ component }) => [component.id, component]));
  return {
    agbom: last === undefined ? null : { hash: agbomHash(map), components: declared.length, seq: last.seq },
    components,
    graph: graphOf(declared.map(({ component }) => component)),
    undeclared,
    uses: useItems,
    changes,
    counts: {
      declared: declared.length,
      removed: components.length - declared.length,
      banned: standing.filter((item) => item.bans.some((mark) => mark.notChecked === null)).length,
      notChecked: standing.filter((item) => item.bans.some((mark) => mark.notChecked !== null)).length,
      changed: standing.filter((item) => item.changed).length,
      undeclared: undeclared.length,
    },
  };
}

interface Found {
  readonly context: Context;
  readonly usesByName: ReadonlyMap<string, UseCount>;
}

function componentItem(part: Part, { context, usesByName }: Found): AgbomComponentItem {
  const { component } = part;
  const use = usesByName.get(`${part.type} ${part.nameKey}`);
  const through = (context.holders.get(part.componentId) ?? []).map((holder) =>
    subjectOfComponent(holder.component, componentName(component)),
  );
  const origin = memberAt(component, "registration_provenance", "origin");
  return {
    id: component.id,
    type: component.type,
    name: componentName(component),
    version: component.version ?? null,
    provider: component.provider ?? null,
    endpoint: masked(component.endpoint),
    origin: typeof origin === "string" ? origin : null,
    changed: part.changed,
    declaredSeq: part.declaredSeq,
    changedSeq: part.changedSeq,
    removedSeq: part.removedSeq,
    bans: marks(context.query, [subjectOfComponent(component), ...through]),
    uses: use?.uses ?? 0,
    ...(use?.atLeast ? { atLeast: true } : {}),
    lastUsedSeq: use?.lastSeq ?? null,
    content: canonicalText(maskJson(component)),
  };
}

type StoredUse = Parameters<typeof useOf>[0] & {
  readonly declared: boolean;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly uses: number;
};

interface Counts {
  readonly context: Context;
  readonly counts: ReadonlyMap<string, ToolCount>;
}

function useItem(row: StoredUse, { context, counts }: Counts): ComponentUseItem {
  const use = useOf(row);
  const exact = row.type === "tool" ? counts.get(row.name) : undefined;
  const subjects = subjectsOfUse(use, declaredFor(use, context));
  return {
    type: use.type as ComponentType,
    name: use.name,
    provider: use.provider ?? null,
    version: use.version ?? null,
    endpoint: masked(use.endpoint),
    declared: row.declared,
    bans: marks(context.query, subjects),
    firstSeq: row.firstSeq,
    lastSeq: exact?.lastSeq ?? row.lastSeq,
    uses: exact?.uses ?? row.uses,
    ...(exact === undefined ? { atLeast: true } : {}),
  };
}

/** Our own text: what is not that was tampered with. */
function changeItem(row: {
  seq: number;
  at: Date;
  kind: string;
  reason: string | null;
  diff: string;
}): AgbomChangeItem {
  return {
    seq: row.seq,
    at: row.at.getTime(),
    kind: row.kind === "snapshot" ? "snapshot" : "changed",
    reason: row.reason,
    diff: shownDiff(JSON.parse(row.diff) as AgbomDiffReport),
  };
}

const masked = (endpoint: string | undefined): string | null =>
  endpoint === undefined ? null : String(maskJson(endpoint));
