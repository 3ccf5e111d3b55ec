"use client";
/** Who, for whom, where, under which terms, and the head of the chain with what is known about it. */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { JsonText } from "@/components/domain/json-text";
import { NameBadge } from "@/components/domain/name-badge";
import { SessionState } from "@/components/domain/session-state";
import { VisibleText } from "@/components/domain/visible-text";
import { Instant } from "@/components/shell/time";
import { CopyDigest } from "@/components/ui/copy-digest";
import { formatCount, plural } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import { sessionHeader } from "@/lib/console/session-queries";
import { HeadMark } from "./head-mark";
import { HostFacts } from "./records/host-facts";
import { profilesOf } from "./terms";

export function SessionHeader({ sessionKey }: { sessionKey: string }) {
  const { data: session } = useQuery(sessionHeader(sessionKey));
  const [open, setOpen] = useState(false);
  const id = useId();
  if (session === undefined) return null;
  const profiles = profilesOf(session.terms);
  return (
    <section aria-label="Session" className="border-b px-4 py-3 max-sm:py-2">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1.5 text-13 max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:text-12">
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <VisibleText text={session.agentName} className="text-14 font-semibold max-sm:sr-only" />
          <NameBadge name={session.agentName} />
          <VisibleText text={session.agentId} className="font-mono text-12 text-ink-2" />
        </span>
        <SessionState state={session.state} reason={session.closeReason} />
        <Fact name="for" value={session.userId ?? "nobody named"} />
        {session.platform === null ? null : <Fact name="on" value={session.platform} />}
        {profiles.length > 0 ? <Fact name="profiles" value={profiles.join(", ")} className="max-sm:hidden" /> : null}
        <span className="inline-flex flex-wrap items-center gap-x-1.5 whitespace-nowrap">
          <span className="text-ink-3">head</span>
          {session.headHash === null ? (
            <span className="text-ink-2">no entry yet</span>
          ) : (
            <CopyDigest
              digest={session.headHash}
              name="chain head"
              href={routes.session(sessionKey, "chain")}
              className="max-sm:-my-2"
            />
          )}
          <span className="text-ink-3 max-sm:sr-only" data-tabular>
            {formatCount(session.headSeq)} {session.headSeq === 1 ? "entry" : "entries"}
          </span>
          <HeadMark sessionKey={sessionKey} head={session.headHash} />
        </span>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="inline-flex items-center gap-1 rounded text-12 text-ink-2 hover:text-ink touch:-my-2.5 touch:min-h-11"
        >
          Terms <ChevronDown aria-hidden size={14} className={open ? "rotate-180" : ""} />
        </button>
      </div>
      {session.hosted === undefined ? null : <HostFacts hosted={session.hosted} />}
      {open ? (
        <div id={id} className="mt-2 rounded bg-sunken p-3">
          <p className="mb-1 text-12 text-ink-2">
            Session <code>{session.sessionId}</code>, opened <Instant at={session.openedAt} /> under key{" "}
            <code>{session.keyId}</code> ({session.keyState}). {plural(session.openApprovals, "approval")} waiting.
          </p>
          <JsonText text={session.terms} />
        </div>
      ) : null}
    </section>
  );
}

const Fact = ({ name, value, className }: { name: string; value: string; className?: string }) => (
  <span className={clsx("whitespace-nowrap", className)}>
    <span className="text-ink-3">{name}</span> <VisibleText text={value} />
  </span>
);
