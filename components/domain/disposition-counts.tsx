/** How many entries, and how many of them were not simply allowed. */
import { formatCount } from "@/lib/console/format";

const TONE: { readonly [disposition: string]: string } = {
  deny: "text-deny",
  ask: "text-ask",
  modify: "text-modify",
  defer: "text-defer",
};

export function DispositionCounts({ counts }: { counts: { readonly [disposition: string]: number } }) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const notable = ["deny", "ask", "modify", "defer"].filter((disposition) => (counts[disposition] ?? 0) > 0);
  return (
    <span className="whitespace-nowrap" data-tabular>
      {formatCount(total)}
      {notable.map((disposition) => (
        <span key={disposition} className={`ml-2 text-12 ${TONE[disposition] ?? ""}`}>
          {formatCount(counts[disposition] ?? 0)} {disposition}
        </span>
      ))}
    </span>
  );
}
