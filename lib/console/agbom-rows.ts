/** The table of an AgBOM: what needs an eye first, then by kind and name. */
import type { ComponentType } from "../core/agbom/ban";
import type { AgbomComponentItem, ComponentUseItem, SessionAgbom } from "../core/read-models/agbom";
import { type Standing, standingOf, useId } from "./agbom-picture";

export interface AgbomRow {
  /** The same as the node's in the graph. */
  readonly id: string;
  readonly type: ComponentType;
  readonly name: string;
  /** Version, provider or endpoint, as far as known. */
  readonly from: string;
  readonly standing: Standing;
  readonly removed: boolean;
  readonly uses: number;
  /** There were at least so many. */
  readonly atLeast?: boolean;
  readonly item:
    | { readonly kind: "component"; readonly component: AgbomComponentItem }
    | { readonly kind: "use"; readonly use: ComponentUseItem };
}

const RANK: { readonly [standing in Standing]: number } = {
  banned: 0,
  undeclared: 1,
  "not-checked": 2,
  changed: 3,
  plain: 4,
};

export function agbomRows(agbom: SessionAgbom): readonly AgbomRow[] {
  const rows = [...agbom.components.map(componentRow), ...agbom.undeclared.map(useRow)];
  return rows.sort(
    (a, b) =>
      Number(a.removed) - Number(b.removed) ||
      RANK[a.standing] - RANK[b.standing] ||
      compare(a.type, b.type) ||
      compare(a.name, b.name),
  );
}

export interface RowFilter {
  readonly text: string;
  readonly type: string;
  readonly standing: string;
}

export function filterRows(rows: readonly AgbomRow[], filter: RowFilter): readonly AgbomRow[] {
  const text = filter.text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (filter.type === "" || row.type === filter.type) &&
      (filter.standing === "" || (filter.standing === "removed" ? row.removed : row.standing === filter.standing)) &&
      (text === "" || `${row.name} ${row.from} ${row.id}`.toLowerCase().includes(text)),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const fromOf = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== "").join(", ");

const componentRow = (component: AgbomComponentItem): AgbomRow => ({
  id: `component:${component.id}`,
  type: component.type,
  name: component.name,
  from: fromOf([component.version, component.provider, component.endpoint]),
  standing: standingOf(component),
  removed: component.removedSeq !== null,
  uses: component.uses,
  ...(component.atLeast ? { atLeast: true } : {}),
  item: { kind: "component", component },
});

const useRow = (use: ComponentUseItem): AgbomRow => ({
  id: useId(use),
  type: use.type,
  name: use.name,
  from: fromOf([use.version, use.provider, use.endpoint]),
  standing: standingOf(use),
  removed: false,
  uses: use.uses,
  ...(use.atLeast ? { atLeast: true } : {}),
  item: { kind: "use", use },
});
