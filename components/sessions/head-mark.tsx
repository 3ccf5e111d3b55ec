"use client";
/** Says whether this browser has recomputed the chain up to this head, and what came out. Never says more. */
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, CircleAlert, CircleDashed } from "lucide-react";
import Link from "next/link";
import { type CheckedHead, checkedHeadKey } from "@/lib/console/checked-head";
import { routes } from "@/lib/console/routes";

export function HeadMark({ sessionKey, head }: { sessionKey: string; head: string | null }) {
  const { data } = useQuery<CheckedHead | null>({
    queryKey: checkedHeadKey(sessionKey),
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const href = routes.session(sessionKey, "chain");
  if (data?.faults !== undefined && data.faults > 0) {
    return (
      <Link href={href} className="inline-flex items-center gap-1 text-12 font-medium text-deny hover:underline">
        <CircleAlert aria-hidden size={14} /> faults found
      </Link>
    );
  }
  if (data && head !== null && data.head === head) {
    return (
      <span className="inline-flex items-center gap-1 text-12 text-allow">
        <BadgeCheck aria-hidden size={14} /> verified here
      </span>
    );
  }
  return (
    <Link href={href} className="inline-flex items-center gap-1 text-12 text-ink-2 hover:text-ink hover:underline">
      <CircleDashed aria-hidden size={14} /> {data ? "grew since it was verified" : "not verified yet"}
    </Link>
  );
}
