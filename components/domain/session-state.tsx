/** Open or closed, and why. A session without an end is open, never complete. */
import { Circle, CircleStop } from "lucide-react";

export function SessionState({ state, reason }: { state: string; reason: string | null }) {
  if (state === "open") {
    return (
      <span className="inline-flex items-center gap-1 whitespace-nowrap text-allow">
        <Circle aria-hidden size={12} strokeWidth={3} /> Open
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-ink-2">
      <CircleStop aria-hidden size={12} strokeWidth={2.5} /> Closed{reason === null ? "" : `: ${reason}`}
    </span>
  );
}
