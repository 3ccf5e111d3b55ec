"use client";
/** The column at the left: live, but never moving under the hand. While a person is inside, new items wait. */
import clsx from "clsx";
import { ArrowUp } from "lucide-react";
import { useRef } from "react";
import { plural } from "@/lib/console/format";
import { QueueList } from "./queue-list";
import { QueueTabs } from "./queue-tabs";
import type { Queue } from "./use-queue";

interface QueueColumnProps {
  readonly queue: Queue;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

export function QueueColumn({ queue, selected, onSelect }: QueueColumnProps) {
  const { hold } = queue;
  const box = useRef<HTMLElement>(null);
  const release = () => {
    const focused = box.current?.contains(document.activeElement) === true;
    hold(focused || box.current?.matches(":hover") === true);
  };
  return (
    <section
      ref={box}
      aria-label="Queue"
      onPointerEnter={() => hold(true)}
      onPointerLeave={release}
      onFocus={() => hold(true)}
      onBlur={() => setTimeout(release, 0)}
      className={clsx(
        "relative flex w-[360px] min-w-0 shrink-0 flex-col border-r max-lg:w-[300px] max-sm:w-full max-sm:border-r-0",
        selected !== null && "max-sm:hidden",
      )}
    >
      <QueueTabs current="open" count={queue.openCount} />
      <span role="status" className="sr-only">
        {queue.waiting > 0 ? `${plural(queue.waiting, "new item")} above what you see` : ""}
      </span>
      {queue.waiting > 0 ? <Pill count={queue.waiting} onShow={queue.showWaiting} /> : null}
      <QueueList queue={queue} selected={selected} onSelect={onSelect} />
    </section>
  );
}

/** Stands beside the tabs, so that it covers no row. */
const Pill = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <button
    type="button"
    onClick={onShow}
    aria-label={`Show ${plural(count, "new item")}`}
    className="enter absolute top-1 right-3 z-10 inline-flex h-7 items-center gap-1 rounded-full bg-accent px-3 text-12 font-medium text-accent-ink hover:bg-accent-hover touch:top-0 touch:h-11"
  >
    <ArrowUp aria-hidden size={12} />
    {count} new
  </button>
);
