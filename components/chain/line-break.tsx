/** Where the line is broken, and what differs. */
import { Unlink } from "lucide-react";
import { FAULT_WORDS } from "@/lib/console/chain-checks";
import type { ChainFinding } from "@/lib/core/chain/report";

export const LineBreak = ({ finding }: { finding: ChainFinding }) => (
  <div className="grid grid-cols-[56px_1fr] items-center px-4 py-2">
    <span aria-hidden className="flex justify-center text-deny">
      <Unlink size={16} />
    </span>
    <p className="rounded border border-dashed border-deny bg-deny-soft px-3 py-2 text-13">
      <span className="font-medium text-deny">
        {FAULT_WORDS[finding.kind]} at entry {finding.seq}
      </span>{" "}
      {finding.message}
    </p>
  </div>
);
