"use client";
/** Lifts a ban now. Agents may use the component again from their next step on. */
import { useState } from "react";
import { useAct } from "@/components/settings/use-act";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { Result } from "@/lib/core/result";

interface EndBanProps {
  readonly id: string;
  readonly revision: number;
  readonly end: (input: { id: string; revision: number }) => Promise<Result<void, CommandFailure>>;
}

export function EndBan({ id, revision, end }: EndBanProps) {
  const [open, setOpen] = useState(false);
  const act = useAct();
  return (
    <>
      <Button variant="danger-quiet" onClick={() => setOpen(true)}>
        Lift the ban
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Lift this ban now?"
        action="Lift the ban"
        danger
        busy={act.busy}
        error={act.failure?.message}
        onConfirm={() =>
          void act.run(end({ id, revision }), () => {
            setOpen(false);
            return "Ban lifted";
          })
        }
      >
        <p>
          From the next step on, agents may declare and use the component again. Give it an end instead to let it run
          out.
        </p>
      </ConfirmDialog>
    </>
  );
}
