"use client";
/** A chain recomputed in this browser from the stored bytes: progress, the first fault, every entry with its checks. */
import { Link2 } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { ChainEntries } from "./chain-entries";
import { chainItems } from "./chain-items";
import { ChainProgress } from "./chain-progress";
import { ChainVerdict } from "./chain-verdict";
import { useChainCheck } from "./use-chain-check";

export function ChainView({ sessionKey, sessionId }: { sessionKey: string; sessionId: string }) {
  const check = useChainCheck(sessionKey);
  const items = useMemo(() => chainItems(check.rows, check.report), [check.rows, check.report]);
  if (check.phase === "failed") {
    return (
      <div className="p-4">
        <Notice
          tone="error"
          live
          title="The chain could not be recomputed"
          action={<Button onClick={check.again}>Try again</Button>}
        >
          {check.error} Nothing is known about this chain from here.
        </Notice>
      </div>
    );
  }
  const empty = check.report !== null && check.rows.length === 0 && check.report.findings.length === 0;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ChainProgress check={check} />
      {check.report === null ? null : (
        <ChainVerdict check={check} report={check.report} session={{ key: sessionKey, id: sessionId }} />
      )}
      {empty ? (
        <EmptyState icon={<Link2 size={24} />} title="No entry yet">
          The chain begins with the first step that the Guardian answers.
        </EmptyState>
      ) : (
        <ChainEntries sessionKey={sessionKey} items={items} checked={check.checked} />
      )}
    </div>
  );
}
