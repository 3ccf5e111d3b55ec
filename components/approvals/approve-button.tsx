"use client";
/** The button that names the act. For high risk it arms first and shows it. */
import { Check } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Gate } from "@/lib/console/decision-gate";
import { plural } from "@/lib/console/format";
import type { Armed } from "./use-armed";
import type { Editing } from "./use-editing";

interface ApproveButtonProps {
  readonly gate: Gate;
  readonly act: string;
  readonly armed: Armed;
  readonly editing: Editing;
  readonly sending: "approve" | "deny" | null;
}

export function ApproveButton({ gate, act, armed, editing, sending }: ApproveButtonProps) {
  const closed = gate.approve !== null;
  const label = approveWords(act, editing.changes.length, armed.phase !== "idle");
  return (
    <Button
      variant="primary"
      size="lg"
      aria-disabled={closed || undefined}
      busy={sending === "approve"}
      icon={<Check aria-hidden size={16} className="shrink-0" />}
      shortcut="A"
      // A held Enter clicks again and again; only the first press of a key is a gesture.
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={(event) => {
        if (!closed) armed.press({ timeStamp: event.timeStamp });
      }}
      className={`relative h-auto! min-h-9 max-w-full overflow-hidden py-1.5 text-left whitespace-normal! touch:min-h-12 touch:basis-full ${
        armed.phase === "idle" ? "" : "ring-2 ring-accent ring-offset-2 ring-offset-surface"
      }`}
    >
      {label}
      {armed.phase === "arming" ? (
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left scale-x-100 bg-accent-ink transition-transform duration-600 ease-linear starting:scale-x-0"
        />
      ) : null}
    </Button>
  );
}

function approveWords(act: string, edits: number, armed: boolean): string {
  const start = armed ? "Press again: approve" : "Approve";
  return edits === 0 ? `${start} ${act}` : `${start} with ${plural(edits, "change")}: ${act}`;
}
