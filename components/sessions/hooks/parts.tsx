/** What the bodies of all hooks are made of: titled parts, provenance, ids that lead somewhere. */
import { ArrowRight, Sprout } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { VisibleText } from "@/components/domain/visible-text";
import { Fact } from "@/components/ui/facts";
import { plural } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { JsonValue } from "@/lib/core/json/value";
import type { StepRefs } from "@/lib/core/read-models/sessions";
import { object, text, texts, words } from "./payload";
import { Value } from "./value";

export interface HookPlace {
  readonly sessionKey: string;
  readonly refs: StepRefs;
}

export const Part = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="mt-4">
    <h3 className="flex flex-wrap items-center gap-x-2 text-12 font-medium text-ink-2">
      {title}
      {aside === undefined ? null : <span className="ml-auto font-normal text-ink-3">{aside}</span>}
    </h3>
    <div className="mt-1 border-t pt-2">{children}</div>
  </section>
);

/** A fact that is only there when it has a value. */
export const Word = ({ name, value }: { name: string; value: string | null }) =>
  value === null ? null : (
    <Fact name={name}>
      <VisibleText text={value} />
    </Fact>
  );

export const Code = ({ name, value }: { name: string; value: string | null }) =>
  value === null ? null : (
    <Fact name={name}>
      <VisibleText text={value} className="font-mono text-12 break-all" />
    </Fact>
  );

export const Count = ({ name, value }: { name: string; value: number | null }) =>
  value === null ? null : (
    <Fact name={name}>
      <span data-tabular>{value}</span>
    </Fact>
  );

/** Where a value comes from, as the agent's framework recorded it. The link shows its ancestors. */
export function Provenance({ place, value }: { place: HookPlace; value: JsonValue | undefined }) {
  const node = object(value);
  const id = text(node?.provenance_id);
  const origin = words(node?.origin);
  if (node === null || origin === null) return null;
  const from = texts(node.derived_from).length;
  const source = text(node.source_id);
  const said = (
    <>
      <Sprout aria-hidden size={12} />
      <VisibleText text={origin} />
      {source === null ? null : (
        <span className="max-w-[18ch] truncate text-ink-3">
          <VisibleText text={source} />
        </span>
      )}
      {from === 0 ? null : <span className="text-ink-3">from {from}</span>}
    </>
  );
  const look =
    "inline-flex max-w-full items-center gap-1 rounded-sm border px-1.5 text-12 text-ink-2 whitespace-nowrap";
  return id === null ? (
    <span className={look}>{said}</span>
  ) : (
    <Link
      href={routes.provenance(place.sessionKey, id)}
      title={`Provenance ${id}${from === 0 ? "" : `, derived from ${plural(from, "value")}`}`}
      className={`${look} hover:border-control-line hover:text-ink`}
    >
      {said}
    </Link>
  );
}

/** `{value, provenance}` with both drawn. */
export function Slot({ place, slot, name }: { place: HookPlace; slot: JsonValue | undefined; name: string }) {
  const holder = object(slot);
  const bare = holder === null || holder.value === undefined;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <Value value={bare ? slot : holder.value} name={name} />
      {bare ? null : <Provenance place={place} value={holder.provenance} />}
    </div>
  );
}

const LINK = "inline-flex items-center gap-1 text-accent hover:underline";

/** A step of this session by its id; a link where it is stored. */
export function StepRef({ place, id }: { place: HookPlace; id: string }) {
  const seq = place.refs.steps[id.toLowerCase()];
  if (seq === undefined) return <VisibleText text={id} className="font-mono text-12 break-all" />;
  return (
    <Link href={routes.step(place.sessionKey, seq)} title={id} className={LINK}>
      Step {seq}
      <ArrowRight aria-hidden size={12} />
    </Link>
  );
}

/** A session by its id; a link where the Guardian knows it. */
export function SessionRef({ place, id }: { place: HookPlace; id: string }) {
  const key = place.refs.sessions[id.toLowerCase()];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <VisibleText text={id} className="font-mono text-12 break-all" />
      {key === undefined ? (
        <span className="text-12 text-ink-3">not opened here</span>
      ) : (
        <Link href={routes.session(key)} className={`${LINK} text-12`}>
          Open session
          <ArrowRight aria-hidden size={12} />
        </Link>
      )}
    </span>
  );
}

export const Names = ({ values, none = "none" }: { values: readonly string[]; none?: string }) =>
  values.length === 0 ? (
    <span className="text-ink-3">{none}</span>
  ) : (
    <ul className="flex flex-wrap gap-1">
      {values.slice(0, 60).map((value, index) => (
        <li
          key={`${index.toString()}-${value}`}
          className="max-w-full rounded-sm bg-sunken px-1.5 font-mono text-12 break-all"
        >
          <VisibleText text={value} />
        </li>
      ))}
      {values.length > 60 ? <li className="text-12 text-ink-3">and {values.length - 60} more</li> : null}
    </ul>
  );
