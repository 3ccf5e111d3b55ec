/** The report of a recomputation as a file: what was compared, with what, and every finding. */
import type { ChainReport } from "@/lib/core/chain/report";
import type { ChainCheck } from "./use-chain-check";

interface ReportParts {
  readonly check: ChainCheck;
  readonly report: ChainReport;
  readonly session: { readonly key: string; readonly id: string };
}

export function reportText({ check, report, session }: ReportParts, at: Date): string {
  return JSON.stringify(
    {
      format: "guardian-chain-report/1",
      made_at: at.toISOString(),
      made_by: "recomputed in a browser from the bytes that the console served",
      session_id: session.id,
      compared_with:
        check.head === null ? null : { count: check.head.count, head: check.head.hash, state: check.head.state },
      entries: report.entries,
      computed_head: report.head,
      beyond_published_head: report.beyondAnchor,
      verdict: report.first === null ? "no fault found" : "faults found",
      first_fault: report.first,
      findings: report.findings,
      counts: report.counts,
      signatures_checked_with: "the public keys that the console served with the chain",
      not_checked: "HMAC signatures: only the holders of the key can check them",
    },
    null,
    2,
  );
}

export function downloadReport(parts: ReportParts): void {
  const url = URL.createObjectURL(new Blob([reportText(parts, new Date())], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `chain-report-${parts.session.id.replaceAll(/[^A-Za-z0-9-]/g, "_")}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
