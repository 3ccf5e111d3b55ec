"use client";
/** How the AgBOM changed over time, newest first, member by member. */
import { Minus, Pencil, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { VisibleText } from "@/components/domain/visible-text";
import { RelativeTime } from "@/components/shell/time";
import { plural } from "@/lib/console/format";
import type { NamedComponent } from "@/lib/core/agbom/diff";
import { canonicalText } from "@/lib/core/json/canonical";
import type { JsonValue } from "@/lib/core/json/value";
import type { AgbomChangeItem } from "@/lib/core/read-models/agbom";
import { shorten } from "@/lib/core/read-models/short-value";
import { Step } from "./component-panel";

/** Lines of one kind in one change; the step has them all. */
const SHOWN = 40;

export function ChangeList({ sessionKey, changes }: { sessionKey: string; changes: readonly AgbomChangeItem[] }) {
  if (changes.length === 0) return <p className="p-4 text-13 text-ink-2">The agent has declared nothing yet.</p>;
  return (
    <ol aria-label="Changes" className="min-h-0 flex-1 overflow-y-auto">
      {changes.map((change) => (
        <li key={change.seq} className="border-b px-4 py-3">
          <div className="flex flex-wrap items-baseline gap-x-3 text-13">
            <span className="font-medium">{change.kind === "snapshot" ? "Whole AgBOM declared" : "Changed"}</span>
            <span className="text-12">
              <Step sessionKey={sessionKey} seq={change.seq} />
            </span>
            <span className="ml-auto text-12 text-ink-3">
              <RelativeTime at={change.at} />
            </span>
          </div>
          {change.reason === null || change.reason === "" ? null : (
            <p className="text-12 text-ink-2">
              <VisibleText text={change.reason} />
            </p>
          )}
          <Lines icon={<Plus aria-hidden size={12} />} tone="text-allow" word="added" items={change.diff.added} />
          <Lines icon={<Minus aria-hidden size={12} />} tone="text-deny" word="removed" items={change.diff.removed} />
          {change.diff.changed.slice(0, SHOWN).map((component) => (
            <div key={component.id} className="mt-1 text-12">
              <Line icon={<Pencil aria-hidden size={12} />} tone="text-modify" word="changed" component={component} />
              <ul className="ml-5">
                {component.members.slice(0, 12).map((member) => (
                  <li key={member.pointer} className="break-all text-ink-2">
                    <VisibleText text={member.pointer} className="font-mono" />{" "}
                    <span className="text-deny line-through">{said(member.before)}</span>{" "}
                    <span className="text-allow">{said(member.after)}</span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {change.diff.added.length + change.diff.removed.length + change.diff.changed.length === 0 ? (
            <p className="mt-1 text-12 text-ink-3">Nothing differs from what was declared before.</p>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

const said = (value: JsonValue | undefined): ReactNode =>
  value === undefined ? "not there" : <VisibleText text={shorten(canonicalText(value), 80)} />;

interface LinesProps {
  readonly icon: ReactNode;
  readonly tone: string;
  readonly word: string;
  readonly items: readonly NamedComponent[];
}

const Lines = ({ items, ...look }: LinesProps) => (
  <>
    {items.slice(0, SHOWN).map((component) => (
      <Line key={component.id} component={component} {...look} />
    ))}
    {items.length > SHOWN ? (
      <p className="mt-1 text-12 text-ink-3">
        and {plural(items.length - SHOWN, "more", "more")} {look.word}
      </p>
    ) : null}
  </>
);

const Line = ({ icon, tone, word, component }: Omit<LinesProps, "items"> & { component: NamedComponent }) => (
  <p className="mt-1 flex min-w-0 items-baseline gap-2 text-12">
    <span className={`inline-flex shrink-0 items-center gap-1 ${tone}`}>
      {icon}
      {word}
    </span>
    <span className="min-w-0 break-all">
      <VisibleText text={component.name} className="font-medium" />{" "}
      <VisibleText text={component.version ?? ""} className="text-ink-2" />{" "}
      <span className="text-ink-3">{component.type.replaceAll("_", " ")}</span>
    </span>
  </p>
);
