"use client";
/** Renders a server-drawn page again when one of its topics changes. */
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useLive } from "@/lib/console/use-live";

/** `topics` must be a constant. */
export function RefreshOn({ topics }: { topics: readonly string[] }) {
  const router = useRouter();
  const refresh = useCallback(() => router.refresh(), [router]);
  useLive(topics, refresh);
  return null;
}
