"use client";
/** What differs between the action that was asked for and the one that would run. */
import { Segments } from "@/components/domain/segments";
import { VisibleText } from "@/components/domain/visible-text";
import type { ViewModel } from "@/lib/console/served-view";
import { changePart } from "./reading";
import { Value } from "./value";

export function ChangeList({ changes, byPolicy }: { changes: ViewModel["changes"]; byPolicy: boolean }) {
  if (changes.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="text-13 font-medium">
        {byPolicy ? "Policy changed what was asked for" : "This differs from what was asked for"}
      </h3>
      <ul className="mt-1 border-b">
        {changes.map((change) => (
          <li key={change.path} className="grid grid-cols-2 gap-x-4 border-t py-2 touch:grid-cols-1">
            <VisibleText text={change.path} className="col-span-full font-mono text-12 text-ink-2" />
            <Side label="Asked for" part={changePart(change.path, "requested")} side={change.requested} />
            <Side label="Would run" part={changePart(change.path, "effective")} side={change.effective} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SideProps {
  readonly label: string;
  readonly part: string;
  readonly side: ViewModel["changes"][number]["requested"];
}

const Side = ({ label, part, side }: SideProps) => (
  <div className="min-w-0">
    <span className="text-12 text-ink-3">{label}</span>
    {side === undefined ? (
      <p className="text-13 text-ink-3">nothing</p>
    ) : side.segments.length === 0 ? (
      <Segments parts={side.segments} />
    ) : (
      <Value part={part} segments={side.segments} name={label.toLowerCase()} />
    )}
  </div>
);
