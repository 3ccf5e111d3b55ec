/** Approved and presented values side by side, path by path, with the differing characters marked. */
import { VisibleText } from "@/components/domain/visible-text";
import { textDifference } from "@/lib/console/text-difference";
import type { ShownDifference } from "@/lib/core/read-models/approvals";

export function DifferenceRows({ differences }: { differences: readonly ShownDifference[] }) {
  return (
    <table className="mt-2 w-full table-fixed border-collapse text-13">
      <thead>
        <tr className="text-left text-12 text-ink-3">
          <th scope="col" className="w-[30%] py-1 pr-4 font-medium">
            Path
          </th>
          <th scope="col" className="py-1 pr-4 font-medium">
            Approved
          </th>
          <th scope="col" className="py-1 font-medium">
            Presented
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <Row key={difference.path} difference={difference} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ difference }: { difference: ShownDifference }) {
  const { before, after } = difference;
  const parts = before !== null && after !== null ? textDifference(before, after) : null;
  return (
    <tr className="border-t align-top font-mono">
      <th scope="row" className="py-1.5 pr-4 text-left text-12 font-normal text-ink-2">
        <VisibleText text={difference.path === "" ? "the whole action" : difference.path} />
      </th>
      <td className="py-1.5 pr-4">
        {before === null ? (
          <Nothing />
        ) : parts ? (
          <Marked {...parts} middle={parts.a} tone="allow" />
        ) : (
          <Whole text={before} tone="allow" />
        )}
      </td>
      <td className="py-1.5">
        {after === null ? (
          <Nothing />
        ) : parts ? (
          <Marked {...parts} middle={parts.b} tone="deny" />
        ) : (
          <Whole text={after} tone="deny" />
        )}
        {difference.masked ? (
          <span className="block font-sans text-12 text-ink-2">A masked secret differs here.</span>
        ) : null}
      </td>
    </tr>
  );
}

const Nothing = () => <span className="font-sans text-ink-3">nothing</span>;

const MARK = { allow: "bg-allow-soft text-allow", deny: "bg-deny-soft text-deny font-semibold" } as const;

interface MarkedProps {
  readonly start: string;
  readonly middle: string;
  readonly end: string;
  readonly tone: keyof typeof MARK;
}

const Marked = ({ start, middle, end, tone }: MarkedProps) => (
  <span>
    <VisibleText text={start} />
    {middle === "" ? null : (
      <mark className={`rounded-[2px] ${MARK[tone]}`}>
        <VisibleText text={middle} />
      </mark>
    )}
    <VisibleText text={end} />
  </span>
);

const Whole = ({ text, tone }: { text: string; tone: keyof typeof MARK }) => (
  <mark className={`rounded-[2px] ${MARK[tone]}`}>
    <VisibleText text={text} />
  </mark>
);
