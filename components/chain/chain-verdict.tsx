"use client";
/** What came out, in words that claim no more than was checked; and a report to keep. */
import { CircleAlert, CircleCheck, Download, RotateCcw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyDigest } from "@/components/ui/copy-digest";
import { FAULT_WORDS } from "@/lib/console/chain-checks";
import { plural } from "@/lib/console/format";
import type { ChainReport } from "@/lib/core/chain/report";
import { downloadReport } from "./chain-report";
import type { ChainCheck } from "./use-chain-check";

interface VerdictProps {
  readonly check: ChainCheck;
  readonly report: ChainReport;
  readonly session: { readonly key: string; readonly id: string };
}

export function ChainVerdict({ check, report, session }: VerdictProps) {
  const { first } = report;
  const good = first === null;
  return (
    <section
      aria-label="Result"
      aria-live="polite"
      className={`border-b px-4 py-3 ${good ? "" : "border-l-2 border-l-deny bg-deny-soft"}`}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        {good ? (
          <CircleCheck aria-hidden size={20} className="mt-0.5 shrink-0 text-allow" />
        ) : (
          <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0 text-deny" />
        )}
        <div className="min-w-0 flex-1">
          <h2 className="text-16 font-semibold">
            {good ? goodWords(report) : `First fault at entry ${first.seq}: ${FAULT_WORDS[first.kind].toLowerCase()}`}
          </h2>
          {good ? null : (
            <p className="text-13">
              {first.message.charAt(0).toUpperCase() + first.message.slice(1)}.{" "}
              {plural(report.findings.length, "finding")} in all.
            </p>
          )}
          <p className="mt-1 text-13 text-ink-2">{compared(check, report)}</p>
          <p className="text-12 text-ink-2">{limits(report)}</p>
          {report.head === null ? null : (
            <p className="mt-1 flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
              Head as computed here <CopyDigest digest={report.head} name="computed head" />
            </p>
          )}
        </div>
        <div className="flex gap-2">
          <Button icon={<RotateCcw aria-hidden size={14} />} onClick={check.again}>
            Recompute
          </Button>
          <Button icon={<Download aria-hidden size={14} />} onClick={() => downloadReport({ check, report, session })}>
            Report
          </Button>
        </div>
      </div>
    </section>
  );
}

const goodWords = (report: ChainReport): string =>
  report.entries === 0 ? "There is no entry to verify" : `All ${plural(report.entries, "entry", "entries")} verify`;

function compared({ head }: ChainCheck, report: ChainReport): string {
  if (head === null) return "";
  const said = `Compared with the last published head: ${plural(head.count, "entry", "entries")}.`;
  const grown =
    report.beyondAnchor > 0 ? ` ${plural(report.beyondAnchor, "entry", "entries")} came in after it was read.` : "";
  const state = head.state === "open" ? " The session is open: it has no end yet." : "";
  return said + grown + state;
}

/** HMAC proves nothing to a third party, and what was not here was not checked. */
function limits({ counts, shared }: ChainReport): string {
  const parts: string[] = [];
  if (counts.validSignatures > 0) {
    const count = plural(counts.validSignatures, "message signature");
    parts.push(`${count} verified with the public keys that this console has; compare their fingerprints elsewhere.`);
  }
  if (shared.messages > 0) {
    parts.push(
      "Signatures by HMAC are not checked here: only the two holders of the key can, and none can tell which of them wrote.",
    );
  }
  const unknown = counts.uncheckedSignatures - shared.messages;
  if (unknown > 0) parts.push(`${plural(unknown, "signature")} could not be checked: a message or a key is not here.`);
  const withheld = Math.max(counts.withheldRequests, counts.withheldResponses);
  if (withheld > 0) {
    parts.push(`${plural(withheld, "message")} could not be compared: erased, or withheld because of secret values.`);
  }
  return parts.join(" ");
}
