"use client";
/** What the ban would hit if it were in force now: live sessions, open approvals, components seen. */
import { CircleHelp, Crosshair } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { ApprovalState } from "@/components/domain/approval-state";
import { VisibleText } from "@/components/domain/visible-text";
import { RelativeTime } from "@/components/shell/time";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { formatCount, plural } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { BanHit, BanPreview, Counted } from "@/lib/core/read-models/bans";
import { typeWord } from "./ban-words";
import type { ShownPreview } from "./use-ban-preview";

export function BanPreviewPane({ shown }: { shown: ShownPreview }) {
  const { preview, state, message } = shown;
  return (
    <section aria-label="What it hits" className="min-w-0 px-4 py-5 max-lg:border-t">
      <h2 className="flex items-center gap-2 text-14 font-semibold">
        What it hits
        {state === "looking" ? (
          <span className="inline-flex items-center gap-1 text-12 font-normal text-ink-3">
            <Spinner label="Looking" /> looking
          </span>
        ) : null}
      </h2>
      <div aria-live="polite" aria-busy={state === "looking"}>
        {message === null ? null : (
          <div className="mt-3">
            <Notice tone="warning">{message}</Notice>
          </div>
        )}
        {preview === null && message === null ? (
          <p className="mt-2 flex max-w-[60ch] items-start gap-2 text-13 text-ink-2">
            <Crosshair aria-hidden size={16} className="mt-0.5 shrink-0 text-ink-3" />
            Name something, and the live sessions, open approvals and components that it would hit appear here before
            anything changes.
          </p>
        ) : null}
        {preview === null ? null : <Hits preview={preview} />}
      </div>
    </section>
  );
}

function Hits({ preview }: { preview: BanPreview }) {
  const { sessions, approvals, components, notChecked, truncated } = preview;
  return (
    <>
      <p className="mt-2 text-13" data-tabular>
        <Tally of={sessions.count} /> live {sessions.count === 1 ? "session" : "sessions"},{" "}
        <Tally of={approvals.count} /> open {approvals.count === 1 ? "approval" : "approvals"},{" "}
        <Tally of={components.count} /> {components.count === 1 ? "component" : "components"} seen
        {truncated ? ", at least" : ""}.
      </p>
      <Group title="Live sessions" list={sessions}>
        {sessions.items.map((session) => (
          <Line
            key={session.sessionKey}
            href={routes.session(session.sessionKey, "agbom")}
            aside={<RelativeTime at={session.lastStepAt} />}
          >
            <VisibleText text={session.agentName} className="font-medium" />{" "}
            <code className="text-12 text-ink-3">{session.sessionId.slice(0, 8)}</code>{" "}
            <span className="text-12 text-ink-2">
              {session.used ? "uses" : "declares"} <VisibleText text={session.components.join(", ")} />
            </span>
          </Line>
        ))}
      </Group>
      <Group title="Open approvals" list={approvals}>
        {approvals.items.map((approval) => (
          <Line key={approval.id} href={routes.approval(approval.id)} aside={<ApprovalState state={approval.state} />}>
            <VisibleText text={approval.question} />
          </Line>
        ))}
      </Group>
      <Group title="Components seen" list={components}>
        {components.items.map((hit, index) => (
          <Hit key={index.toString()} hit={hit} />
        ))}
      </Group>
      <Group
        title="Cannot be compared"
        list={notChecked}
        icon={<CircleHelp aria-hidden size={14} className="text-ask" />}
      >
        {notChecked.items.map((hit, index) => (
          <Hit key={index.toString()} hit={hit} />
        ))}
      </Group>
    </>
  );
}

const Tally = ({ of }: { of: number }) => (
  <span className={of > 0 ? "font-semibold text-deny" : "font-semibold"}>{formatCount(of)}</span>
);

interface GroupProps {
  readonly title: string;
  readonly list: Counted<unknown>;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

const Group = ({ title, list, icon, children }: GroupProps) =>
  list.count === 0 ? null : (
    <div className="mt-5">
      <h3 className="flex items-center gap-1.5 text-12 font-medium text-ink-2">
        {icon}
        {title}
      </h3>
      <ul className="mt-1 border-t">{children}</ul>
      {list.count > list.items.length ? (
        <p className="py-1 text-12 text-ink-3">and {plural(list.count - list.items.length, "more", "more")}</p>
      ) : null}
    </div>
  );

const Line = ({ href, aside, children }: { href: string; aside: ReactNode; children: ReactNode }) => (
  <li className="border-b">
    <Link href={href} className="flex min-h-row flex-wrap items-center gap-x-3 py-1 text-13 hover:bg-hover">
      <span className="min-w-0 flex-1 break-words">{children}</span>
      <span className="text-12 text-ink-3">{aside}</span>
    </Link>
  </li>
);

const Hit = ({ hit }: { hit: BanHit }) => (
  <li className="flex min-h-row flex-wrap items-center gap-x-3 border-b py-1 text-13">
    <span className="min-w-0 flex-1 break-words">
      <span className="text-ink-3">{typeWord(hit.type)}</span> <VisibleText text={hit.name} className="font-medium" />{" "}
      <VisibleText
        text={[hit.version, hit.provider, hit.endpoint].filter((part) => part !== null).join(", ")}
        className="text-12 text-ink-2"
      />
      {hit.notChecked === null ? null : <span className="block text-12 text-ink-2">{hit.notChecked}</span>}
    </span>
    <span className="text-12 text-ink-3">
      {hit.declared && hit.used ? "declared and used" : hit.used ? "used" : "declared"},{" "}
      {plural(hit.sessions, "session")}
    </span>
  </li>
);
