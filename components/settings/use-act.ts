"use client";
/** Runs a server action: busy while it is under way, its failure kept for the form, its success said with the page that shows it. */
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { useToast } from "@/components/ui/toast";
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { Result } from "@/lib/core/result";

const LOST: CommandFailure = {
  kind: "conflict",
  message: "No answer came. Load the page again to see whether the change was made.",
};

export function useAct() {
  const router = useRouter();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [refreshing, startRefresh] = useTransition();
  const [failure, setFailure] = useState<CommandFailure | null>(null);
  async function run<T>(action: Promise<Result<T, CommandFailure>>, done: (value: T) => string | null): Promise<void> {
    setBusy(true);
    setFailure(null);
    const result = await action.catch((): Result<T, CommandFailure> => ({ ok: false, failure: LOST }));
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    const title = done(result.value);
    // One transition: who reads that it is done has the new revision in hand, and can act on it.
    startRefresh(() => {
      router.refresh();
      if (title !== null) toast({ tone: "done", title });
    });
  }
  return {
    run,
    busy: busy || refreshing,
    failure,
    /** The message for one field. */
    errorOf: (field: string): string | null => (failure?.field === field ? failure.message : null),
    /** The message that belongs to no field of the form. */
    generalError: failure && !failure.field ? failure.message : null,
    clear: () => setFailure(null),
  };
}

export type Act = ReturnType<typeof useAct>;
