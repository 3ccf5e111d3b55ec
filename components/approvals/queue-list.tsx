"use client";
/** The rows of the queue. */
import { Inbox } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { QueueRow } from "./queue-row";
import type { Queue } from "./use-queue";

interface QueueListProps {
  readonly queue: Queue;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

export function QueueList({ queue, selected, onSelect }: QueueListProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (selected === null) return;
    box.current?.querySelector(`[data-item="${CSS.escape(selected)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <section ref={box} aria-label="Waiting approvals" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      {queue.error !== null ? (
        <div className="p-3">
          <Notice
            tone="warning"
            live
            title="The list may be old"
            action={<Button onClick={queue.retry}>Try again</Button>}
          >
            {queue.error.message}
          </Notice>
        </div>
      ) : null}
      {queue.loading ? <Rows /> : null}
      {!queue.loading && queue.rows.length === 0 && queue.error === null ? <Nothing /> : null}
      <ul>
        {queue.rows.map(({ item, ended }) => (
          <li key={item.id} className="[contain-intrinsic-size:auto_82px] [content-visibility:auto]">
            <QueueRow item={item} ended={ended} selected={item.id === selected} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Nothing = () => (
  <EmptyState icon={<Inbox size={24} />} title="Nothing waits for a person">
    An item appears here the moment an agent asks for something that policy leaves to people, such as a refund above the
    limit. No reload is needed. To see one come in, run <code>npm run demo</code> in the project's folder.
  </EmptyState>
);

const Rows = () => (
  <div role="status" aria-label="Loading the queue">
    {["a", "b", "c", "d", "e"].map((row) => (
      <div key={row} className="flex flex-col gap-2 border-b px-4 py-3">
        <span className="flex justify-between">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-3 w-10" />
        </span>
        <Skeleton className="w-4/5" />
        <Skeleton className="h-3 w-24" />
      </div>
    ))}
  </div>
);
