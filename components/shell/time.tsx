"use client";
/** A moment: relative in the text, exact UTC on hover and focus. Follows the server's clock. */
import { formatInstant, formatRelative } from "@/lib/console/format";
import { useServerNow } from "@/lib/console/server-clock";

export function RelativeTime({ at }: { at: number }) {
  const now = useServerNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatInstant(at)} className="whitespace-nowrap">
      {formatRelative(at, now)}
    </time>
  );
}

export const Instant = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap">
    {formatInstant(at)}
  </time>
);
