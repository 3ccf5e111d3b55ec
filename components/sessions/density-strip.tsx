"use client";
/** The whole session as one strip: how dense, and where something was not simply allowed. A click goes there. */
import { DISPOSITION_FILL } from "@/components/domain/disposition-badge";
import { plural } from "@/lib/console/format";
import { useMounted } from "@/lib/console/use-mounted";
import type { TimelineBin } from "@/lib/core/read-models/sessions";

const ORDER = ["deny", "ask", "defer", "modify", "allow", "none"];
const HEIGHT = 28;

interface DensityStripProps {
  readonly bins: readonly TimelineBin[];
  readonly selected: number | null;
  readonly onPick: (seq: number) => void;
}

export function DensityStrip({ bins, selected, onPick }: DensityStripProps) {
  // Heights are style attributes, which the page's policy refuses in markup from the server.
  const mounted = useMounted();
  if (bins.length === 0) return null;
  if (!mounted) return <div className="h-[45px] border-b" />;
  const most = Math.max(1, ...bins.map(total));
  return (
    <div className="border-b px-4 py-2" data-strip>
      <div className="flex items-end gap-px" style={{ height: HEIGHT }}>
        {bins.map((bin) => (
          <button
            key={bin.from}
            type="button"
            tabIndex={-1}
            aria-label={words(bin)}
            title={words(bin)}
            onClick={() => onPick(bin.from)}
            className="flex h-full max-w-6 min-w-0 flex-1 flex-col justify-end hover:bg-hover"
          >
            {ORDER.map((disposition) =>
              bin.counts[disposition] ? (
                <span
                  key={disposition}
                  style={{
                    height: Math.max(
                      disposition === "allow" ? 1 : 3,
                      ((bin.counts[disposition] ?? 0) / most) * (HEIGHT - 6),
                    ),
                    background: DISPOSITION_FILL[disposition],
                    opacity: disposition === "allow" ? 0.45 : 1,
                  }}
                />
              ) : null,
            )}
            <span
              className="h-0.5"
              style={{
                background:
                  selected !== null && selected >= bin.from && selected <= bin.to ? "var(--accent)" : "transparent",
              }}
            />
          </button>
        ))}
      </div>
    </div>
  );
}

const total = (bin: TimelineBin): number => Object.values(bin.counts).reduce((sum, count) => sum + count, 0);

function words(bin: TimelineBin): string {
  const parts = ORDER.flatMap((disposition) =>
    bin.counts[disposition] ? [`${bin.counts[disposition]} ${disposition}`] : [],
  );
  const range = bin.from === bin.to ? `Step ${bin.from}` : `Steps ${bin.from} to ${bin.to}`;
  return `${range}: ${parts.length === 0 ? plural(0, "match", "matches") : parts.join(", ")}`;
}
