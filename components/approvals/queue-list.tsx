"use client";
/** The list at the left: live, but never moving under the hand. */
import { ArrowUp, Inbox } from "lucide-react";
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
  const { hold } = queue;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (selected === null) return;
    box.current?.querySelector(`[data-item="${CSS.escape(selected)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const release = () => {
    const inside = box.current?.contains(document.activeElement) === true;
    hold(inside || box.current?.matches(":hover") === true);
  };
  return (
    <section
      ref={box}
      aria-label="Waiting approvals"
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
      onPointerEnter={() => hold(true)}
      onPointerLeave={release}
      onFocus={() => hold(true)}
      onBlur={() => setTimeout(release, 0)}
    >
      {queue.waiting > 0 ? <Pill count={queue.waiting} onShow={queue.showWaiting} /> : null}
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

const Pill = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div className="sticky top-2 z-10 flex h-0 justify-center overflow-visible">
    <button
      type="button"
      onClick={onShow}
      className="enter inline-flex h-7 items-center gap-1 rounded-full bg-accent px-3 text-12 font-medium text-accent-ink shadow-overlay touch:h-11"
    >
      <ArrowUp aria-hidden size={12} />
      <span role="status">{count} new</span>
    </button>
  </div>
);

const Nothing = () => (
  <EmptyState icon={<Inbox size={24} />} title="Nothing waits for a person">
    An item appears here the moment an agent asks for something that policy leaves to people, such as a refund above the
    limit. No reload is needed.
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
