/** Counts that need an eye, the hash of what is declared now, and the files that others read. */
import { Download } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { CopyDigest } from "@/components/ui/copy-digest";
import { formatCount } from "@/lib/console/format";
import { api, routes } from "@/lib/console/routes";
import type { SessionAgbom } from "@/lib/core/read-models/agbom";

const FORMATS = [
  { format: "cyclonedx-1.6", label: "CycloneDX" },
  { format: "spdx-3.0", label: "SPDX" },
  { format: "swid", label: "SWID" },
] as const;

export function AgbomSummary({ sessionKey, agbom }: { sessionKey: string; agbom: SessionAgbom }) {
  const { counts } = agbom;
  return (
    <section
      aria-label="Summary"
      className="flex flex-wrap items-center gap-x-5 gap-y-1.5 border-b px-4 py-2 text-13 max-sm:gap-x-3"
    >
      <Count value={counts.declared} word="declared" />
      <Count value={counts.banned} word="banned" tone="text-deny" />
      <Count value={counts.undeclared} word="undeclared" tone="text-ask" />
      <Count value={counts.notChecked} word="not comparable" tone="text-ask" />
      <Count value={counts.changed} word="changed" tone="text-modify" />
      {agbom.agbom === null ? (
        <span className="text-ink-2">No AgBOM declared: what is here was seen in use.</span>
      ) : (
        <span className="inline-flex items-center gap-2 text-12 text-ink-3">
          hash{" "}
          <CopyDigest digest={agbom.agbom.hash} name="AgBOM hash" href={routes.step(sessionKey, agbom.agbom.seq)} />
        </span>
      )}
      {agbom.agbom === null ? null : (
        <span className="ml-auto flex flex-wrap items-center gap-1 max-sm:ml-0">
          {FORMATS.map(({ format, label }) => (
            <Button key={format} asChild variant="ghost" icon={<Download aria-hidden size={14} />}>
              <Link href={api.agbomFile(sessionKey, format)} prefetch={false} download>
                {label}
              </Link>
            </Button>
          ))}
        </span>
      )}
    </section>
  );
}

const Count = ({ value, word, tone = "text-ink" }: { value: number; word: string; tone?: string }) =>
  value === 0 && word !== "declared" ? null : (
    <span className="whitespace-nowrap" data-tabular>
      <span className={`font-semibold ${value === 0 ? "text-ink" : tone}`}>{formatCount(value)}</span>{" "}
      <span className="text-ink-2">{word}</span>
    </span>
  );
