"use client";
/** A session's AgBOM: graph left, table and changes right, one selection. On a phone one of the three at a time. */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Box } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Segmented } from "@/components/ui/segmented";
import { SkeletonRows } from "@/components/ui/skeleton";
import { AGENT, pictureOf } from "@/lib/console/agbom-picture";
import { sessionAgbom } from "@/lib/console/agbom-queries";
import { type AgbomRow, agbomRows, filterRows, type RowFilter } from "@/lib/console/agbom-rows";
import { plural } from "@/lib/console/format";
import { type Shortcut, useShortcuts } from "@/lib/console/shortcuts";
import type { SessionAgbom } from "@/lib/core/read-models/agbom";
import { AgbomGraph } from "./agbom-graph";
import { AgbomSummary } from "./agbom-summary";
import { ChangeList } from "./change-list";
import { ComponentPanel } from "./component-panel";
import { ComponentRows } from "./component-rows";
import { RowFilterBar } from "./row-filter-bar";

interface AgbomViewProps {
  readonly sessionKey: string;
  readonly agentName: string;
}

export function AgbomView({ sessionKey, agentName }: AgbomViewProps) {
  const query = useQuery(sessionAgbom(sessionKey));
  const agbom = query.data;
  if (agbom === undefined) {
    return query.isError ? (
      <div className="p-4">
        <Notice
          tone="error"
          title="The AgBOM could not be read"
          action={<Button onClick={() => query.refetch()}>Try again</Button>}
        >
          {query.error.message}
        </Notice>
      </div>
    ) : (
      <SkeletonRows rows={10} columns={["w-40", "w-24", "w-20"]} />
    );
  }
  if (agbom.agbom === null && agbom.components.length === 0 && agbom.uses.length === 0) return <Nothing />;
  return <Whole sessionKey={sessionKey} agentName={agentName} agbom={agbom} />;
}

const Nothing = () => (
  <EmptyState icon={<Box size={24} />} title="No component yet">
    The agent declared no AgBOM and used no tool, server or model by name. What it declares with{" "}
    <code>agbom/snapshot</code> or uses appears here.
  </EmptyState>
);

const PANES = [
  { value: "table", label: "Components" },
  { value: "graph", label: "Graph" },
  { value: "changes", label: "Changes" },
] as const;
type Pane = (typeof PANES)[number]["value"];

const NO_FILTER: RowFilter = { text: "", type: "", standing: "" };

function Whole({ sessionKey, agentName, agbom }: AgbomViewProps & { agbom: SessionAgbom }) {
  const [pane, setPane] = useState<Pane>("table");
  const [filter, setFilter] = useState<RowFilter>(NO_FILTER);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [selected, select] = useState<string | null>(null);
  const picture = useMemo(() => pictureOf(agbom, opened), [agbom, opened]);
  const all = useMemo(() => agbomRows(agbom), [agbom]);
  const rows = useMemo(() => filterRows(all, filter), [all, filter]);
  const chosen = all.find((row) => row.id === selected) ?? null;
  useKeys(rows, selected, select);
  const pick = (id: string) => {
    if (id === AGENT) return;
    if (id.startsWith("group:")) setOpened((before) => toggled(before, id));
    else select(id);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <AgbomSummary sessionKey={sessionKey} agbom={agbom} />
      <div className="border-b px-4 py-2 lg:hidden">
        <Segmented label="What is shown" value={pane} onChange={setPane} options={PANES} />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className={clsx("relative min-w-0 flex-1", pane !== "graph" && "max-lg:hidden")}>
          <AgbomGraph picture={picture} agentName={agentName} selected={selected} onPick={pick} />
          <Legend collapsed={picture.collapsed} count={agbom.counts.declared} />
        </div>
        <div
          className={clsx(
            "flex w-[480px] min-w-0 shrink-0 flex-col border-l max-xl:w-[400px] max-lg:w-full max-lg:border-l-0",
            pane === "graph" && "max-lg:hidden",
          )}
        >
          <div className="flex items-center justify-between gap-2 border-b px-4 py-2 max-lg:hidden">
            <Segmented
              label="Right side"
              value={pane === "changes" ? "changes" : "table"}
              onChange={setPane}
              options={PANES.filter(({ value }) => value !== "graph")}
            />
            <span className="text-12 text-ink-3" data-tabular>
              {pane === "changes" ? plural(agbom.changes.length, "change") : plural(rows.length, "row")}
            </span>
          </div>
          {pane === "changes" ? (
            <ChangeList sessionKey={sessionKey} changes={agbom.changes} />
          ) : (
            <>
              <RowFilterBar filter={filter} onFilter={setFilter} rows={all} />
              {rows.length === 0 ? <p className="flex-1 p-4 text-13 text-ink-2">Nothing matches this filter.</p> : null}
              {rows.length === 0 ? null : <ComponentRows rows={rows} selected={selected} onPick={select} />}
              {chosen === null ? null : (
                <ComponentPanel sessionKey={sessionKey} row={chosen} onClose={() => select(null)} />
              )}
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The lines say in words what their look says. */
const Legend = ({ collapsed, count }: { collapsed: boolean; count: number }) => (
  <div className="pointer-events-none absolute right-3 bottom-3 flex flex-col items-end gap-1 text-12 text-ink-2">
    {collapsed ? (
      <p className="rounded-sm bg-canvas/90 px-1.5">
        {plural(count, "component")}: collapsed by kind. Choose a group to open it.
      </p>
    ) : null}
    <p className="flex flex-wrap justify-end gap-x-3 rounded-sm bg-canvas/90 px-1.5">
      <span className="inline-flex items-center gap-1">
        <span aria-hidden className="inline-block w-5 border-t-2 border-deny" /> way to a banned part
      </span>
      <span className="inline-flex items-center gap-1">
        <span aria-hidden className="inline-block w-5 border-t border-dashed border-ask" /> used, undeclared
      </span>
    </p>
  </div>
);

function useKeys(rows: readonly AgbomRow[], selected: string | null, select: (id: string | null) => void): void {
  const shortcuts = useMemo<readonly Shortcut[]>(() => {
    const move = (step: 1 | -1) => () => {
      const at = rows.findIndex((row) => row.id === selected);
      const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step];
      if (next !== undefined) select(next.id);
    };
    return [
      { keys: "j", label: "Next component", run: move(1) },
      { keys: "k", label: "Previous component", run: move(-1) },
      { keys: "Escape", label: "Close the component", run: () => select(null), enabled: selected !== null },
    ];
  }, [rows, selected, select]);
  useShortcuts("AgBOM", shortcuts);
}
