"use client";
/** One item: loading, missing, or whole. */
import { useQuery } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/console/api";
import { approvalDetail } from "@/lib/console/approval-queries";
import { useServerClock } from "@/lib/console/server-clock";
import { ApprovalCard } from "./approval-card";

export function ApprovalPane({ id }: { id: string }) {
  const query = useQuery(approvalDetail(id));
  const clock = useServerClock();
  const serverNow = query.data?.serverNow;
  useEffect(() => {
    if (serverNow !== undefined) clock.observe(serverNow);
  }, [serverNow, clock]);
  if (query.data !== undefined) {
    return (
      <>
        {query.isError ? (
          <div className="p-3">
            <Notice
              tone="warning"
              live
              title="This may be old"
              action={<Button onClick={() => query.refetch()}>Try again</Button>}
            >
              The last refresh failed: {query.error.message}
            </Notice>
          </div>
        ) : null}
        <ApprovalCard key={id} detail={query.data} />
      </>
    );
  }
  if (query.isError) return <Missing error={query.error} retry={() => void query.refetch()} />;
  return <PaneSkeleton />;
}

function Missing({ error, retry }: { error: Error; retry: () => void }) {
  const gone = error instanceof ApiError && error.failure.status === 404;
  return (
    <EmptyState
      icon={<FileQuestion size={24} />}
      title={gone ? "There is no such item" : "This item could not be read"}
      action={gone ? null : <Button onClick={retry}>Try again</Button>}
    >
      {gone ? "The link is incomplete, or the item belongs to another tenant." : error.message}
    </EmptyState>
  );
}

function PaneSkeleton() {
  return (
    <div role="status" aria-label="Loading the item" className="flex flex-col gap-3 px-5 py-4">
      <Skeleton className="h-3 w-16" />
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="w-2/5" />
      <div className="mt-4 flex flex-col gap-3">
        {["w-4/5", "w-3/5", "w-2/3"].map((width) => (
          <div key={width} className="grid grid-cols-[160px_1fr] gap-4 border-t pt-3">
            <Skeleton className="w-24" />
            <Skeleton className={width} />
          </div>
        ))}
      </div>
    </div>
  );
}
