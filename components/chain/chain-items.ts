/** The column of a chain: entries, and the places where the line is broken. */
import { breaksLine } from "@/lib/console/chain-checks";
import type { ChainFinding, ChainReport } from "@/lib/core/chain/report";
import type { ChainRow } from "@/lib/core/read-models/sessions";

export type ChainListItem =
  | { readonly kind: "entry"; readonly row: ChainRow }
  | { readonly kind: "break"; readonly finding: ChainFinding };

/** Breaks stand before the entry that they were found at; what is gone at the end stands after the last one. */
export function chainItems(rows: readonly ChainRow[], report: ChainReport | null): readonly ChainListItem[] {
  const breaks = (report?.findings ?? []).filter(breaksLine);
  const items: ChainListItem[] = [];
  let next = 0;
  for (const row of rows) {
    for (let finding = breaks[next]; finding !== undefined && finding.seq <= row.seq; finding = breaks[next]) {
      items.push({ kind: "break", finding });
      next += 1;
    }
    items.push({ kind: "entry", row });
  }
  for (const finding of breaks.slice(next)) items.push({ kind: "break", finding });
  return items;
}
