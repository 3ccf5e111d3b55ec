/** Says that a name is not what it looks like, and which characters make it so. */
import { TriangleAlert } from "lucide-react";
import { inspectName, type NameReport } from "@/lib/core/text/names";

export function NameBadge({ name, short = false }: { name: string; short?: boolean }) {
  const report = inspectName(name);
  if (!report.suspicious) return null;
  if (short) return <ShortBadge report={report} />;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1 rounded-sm bg-ask-soft px-1.5 font-sans text-12 font-medium text-ask">
      <TriangleAlert aria-hidden size={12} className="shrink-0" />
      {nameWarning(report)}
    </span>
  );
}

/** For lists: the word; the whole warning on hover and for screen readers. */
const ShortBadge = ({ report }: { report: NameReport }) => (
  <span
    title={nameWarning(report)}
    className="inline-flex items-center gap-1 rounded-sm bg-ask-soft px-1 font-sans text-12 font-medium whitespace-nowrap text-ask"
  >
    <TriangleAlert aria-hidden size={12} />
    {report.looksLike === null && report.hidden ? "hidden characters" : "look-alike name"}
    <span className="sr-only">: {nameWarning(report)}</span>
  </span>
);

/** Words that mix scripts inside a longer text. */
export function MixedWordsBadge({ text }: { text: string }) {
  const [first] = mixedWords(text);
  return first === undefined ? null : <ShortBadge report={first} />;
}

/** `Mixed scripts: а U+0430 Cyrillic. Looks like read_record.` */
export function nameWarning(report: NameReport): string {
  const what = report.mixed
    ? "Mixed scripts"
    : report.hidden
      ? "Hidden characters"
      : report.compatibility
        ? "Compatibility characters"
        : "Look-alike";
  const odd = report.odd.slice(0, 3).map(withoutCharacter).join(", ");
  const like = report.looksLike === null ? "" : ` Looks like ${report.looksLike}, but is not.`;
  return `${what}${odd === "" ? "" : `: ${odd}`}.${like}`;
}

/** `а U+0430 Cyrillic` → `U+0430 Cyrillic` when the character itself would not show. */
const withoutCharacter = (odd: string): string => (/^[\p{L}\p{N}] /u.test(odd) ? odd : odd.replace(/^.* (?=U\+)/u, ""));

/** Words of a value that mix scripts, at most three: `pаypal.example`. */
export function mixedWords(text: string): readonly NameReport[] {
  if (!/[^\p{ASCII}]/u.test(text.slice(0, 20_000))) return [];
  const words = text.slice(0, 20_000).split(/[\s"'`,;:/\\|&<>(){}[\]=]+/u);
  const found: NameReport[] = [];
  for (const word of words) {
    const report = inspectName(word);
    if (report.mixed) found.push(report);
    if (found.length === 3) break;
  }
  return found;
}
