"use client";
/** One component: what it is, how it stands and why, where it was used, and its declaration as it came. */
import { Ban, X } from "lucide-react";
import Link from "next/link";
import { ExactCopy } from "@/components/domain/exact-copy";
import { JsonText } from "@/components/domain/json-text";
import { NameBadge } from "@/components/domain/name-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { useCan } from "@/components/shell/viewer";
import { Button } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/facts";
import { IconButton } from "@/components/ui/icon-button";
import { TYPE_WORDS } from "@/lib/console/agbom-picture";
import type { AgbomRow } from "@/lib/console/agbom-rows";
import { formatCount } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { BanMark } from "@/lib/core/read-models/agbom";
import { StandingWord } from "./standing-word";

interface ComponentPanelProps {
  readonly sessionKey: string;
  readonly row: AgbomRow;
  readonly onClose: () => void;
}

export function ComponentPanel({ sessionKey, row, onClose }: ComponentPanelProps) {
  const mayBan = useCan("bans.manage");
  const subject = row.item.kind === "component" ? row.item.component : row.item.use;
  return (
    <aside
      aria-label={`Component ${row.name}`}
      className="flex max-h-[55%] shrink-0 flex-col border-t bg-surface max-lg:max-h-[70%]"
    >
      <header className="flex items-center gap-2 border-b px-4 py-2">
        <h2 className="min-w-0 flex-1 text-13 font-semibold break-words">
          <VisibleText text={row.name} /> <NameBadge name={row.name} />
        </h2>
        {mayBan ? (
          <Button asChild variant="danger-quiet" icon={<Ban aria-hidden size={14} />}>
            <Link
              href={routes.newBan({
                type: row.type,
                name: row.name,
                provider: subject.provider ?? undefined,
              })}
            >
              Ban
            </Link>
          </Button>
        ) : null}
        <IconButton label="Close the component" shortcut="Esc" icon={<X aria-hidden size={16} />} onClick={onClose} />
      </header>
      <div className="min-h-0 overflow-y-auto px-4 py-3">
        <Facts>
          <Fact name="Stands">
            <StandingWord standing={row.standing} removed={row.removed} />
          </Fact>
          {subject.bans.map((ban) => (
            <BanFact key={ban.banId} ban={ban} />
          ))}
          <Fact name="Kind">{TYPE_WORDS[row.type].one}</Fact>
          <Text name="Version" value={subject.version} />
          <Text name="Provider" value={subject.provider} />
          <Text name="Endpoint" value={subject.endpoint} />
          {row.item.kind === "component" ? (
            <Declared sessionKey={sessionKey} row={row} />
          ) : (
            <Fact name="Used">
              {row.item.use.atLeast ? "at least " : ""}
              {formatCount(row.item.use.uses)}×, <Step sessionKey={sessionKey} seq={row.item.use.firstSeq} /> to{" "}
              <Step sessionKey={sessionKey} seq={row.item.use.lastSeq} />
              {row.item.use.atLeast ? " or later" : ""}
            </Fact>
          )}
        </Facts>
        {row.item.kind === "component" ? (
          <details className="mt-3">
            <summary className="cursor-pointer text-12 text-ink-2">As declared</summary>
            <ExactCopy className="mt-1 rounded bg-sunken p-3">
              <JsonText text={row.item.component.content} />
            </ExactCopy>
          </details>
        ) : (
          <p className="mt-3 text-12 text-ink-2">
            The agent used this without declaring it. That is reported and never allowed by silence: a ban stops it all
            the same.
          </p>
        )}
      </div>
    </aside>
  );
}

function Declared({ sessionKey, row }: { sessionKey: string; row: AgbomRow }) {
  if (row.item.kind !== "component") return null;
  const { component } = row.item;
  return (
    <>
      <Text name="Component id" value={component.id} mono />
      <Text name="Registered by" value={component.origin?.replaceAll("_", " ") ?? null} />
      <Fact name="Declared at">
        <Step sessionKey={sessionKey} seq={component.declaredSeq} />
        {component.changedSeq === component.declaredSeq ? null : (
          <>
            , changed at <Step sessionKey={sessionKey} seq={component.changedSeq} />
          </>
        )}
        {component.removedSeq === null ? null : (
          <>
            , removed at <Step sessionKey={sessionKey} seq={component.removedSeq} />
          </>
        )}
      </Fact>
      <Fact name="Used">
        {component.uses === 0 ? (
          <span className="text-ink-3">not seen in use</span>
        ) : (
          <>
            {component.atLeast ? "at least " : ""}
            {formatCount(component.uses)}×
            {component.lastUsedSeq === null ? null : (
              <>
                , last at <Step sessionKey={sessionKey} seq={component.lastUsedSeq} />
                {component.atLeast ? " or later" : ""}
              </>
            )}
          </>
        )}
      </Fact>
    </>
  );
}

const BanFact = ({ ban }: { ban: BanMark }) => (
  <Fact name={ban.notChecked === null ? "Banned" : "Not comparable"}>
    <Link href={routes.ban(ban.banId)} className="text-accent hover:underline">
      <VisibleText text={ban.reason} />
    </Link>
    {ban.notChecked === null ? null : <span className="block text-12 text-ink-2">{ban.notChecked}</span>}
  </Fact>
);

const Text = ({ name, value, mono = false }: { name: string; value: string | null; mono?: boolean }) =>
  value === null || value === "" ? null : (
    <Fact name={name}>
      <VisibleText text={value} className={mono ? "font-mono text-12 break-all" : "break-all"} />
    </Fact>
  );

export const Step = ({ sessionKey, seq }: { sessionKey: string; seq: number }) => (
  <Link href={routes.step(sessionKey, seq)} className="text-accent underline" data-tabular>
    step {seq}
  </Link>
);
