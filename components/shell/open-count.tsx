"use client";
/** How many approvals wait, for the rail and the bottom bar. Read live. */
import { useQuery } from "@tanstack/react-query";
import { getOrThrow } from "@/lib/console/api";
import { TOPICS } from "@/lib/console/queries";
import { api } from "@/lib/console/routes";

/** Undefined until known. */
export function useOpenCount(enabled: boolean): number | undefined {
  return useQuery({
    queryKey: [TOPICS.approvals, "count"],
    queryFn: ({ signal }) => getOrThrow<{ count: number }>(api.openCount(), signal),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.count;
}

export const CountBadge = ({ count, className }: { count: number; className?: string }) => (
  <span
    aria-hidden
    data-tabular
    className={`inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[10px] leading-none font-semibold text-accent-ink ${className ?? ""}`}
  >
    {count > 99 ? "99+" : count}
  </span>
);
