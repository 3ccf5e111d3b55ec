"use client";
/** Takes back an extension of a live session's intent, in two presses. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCan } from "@/components/shell/viewer";
import { Button } from "@/components/ui/button";
import { postJson } from "@/lib/console/api";
import { api } from "@/lib/console/routes";
import { sessionStory } from "@/lib/console/story-queries";

export function RevokeGrant({ sessionKey, approvalId }: { sessionKey: string; approvalId: string }) {
  const may = useCan("approvals.reroute");
  const queries = useQueryClient();
  const [step, setStep] = useState<"idle" | "armed" | "busy">("idle");
  const [problem, setProblem] = useState<string | null>(null);
  if (!may) return null;
  const press = async () => {
    if (step === "idle") return setStep("armed");
    setStep("busy");
    const revoked = await postJson(api.revocation(sessionKey, approvalId), {});
    setStep("idle");
    setProblem(revoked.ok ? null : revoked.failure.message);
    await queries.invalidateQueries({ queryKey: sessionStory(sessionKey).queryKey });
  };
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <Button
        variant="danger-quiet"
        busy={step === "busy"}
        onClick={() => void press()}
        onBlur={() => setStep((now) => (now === "armed" ? "idle" : now))}
      >
        {step === "armed" ? "Press again to take it back" : "Take it back"}
      </Button>
      <span className="text-12 text-ink-3">From the next step on; what was allowed stays so.</span>
      <p role="status" className="text-12 text-deny">
        {problem}
      </p>
    </div>
  );
}
