/** One session of the list. */
import { ShieldX } from "lucide-react";
import Link from "next/link";
import { DispositionCounts } from "@/components/domain/disposition-counts";
import { NameBadge } from "@/components/domain/name-badge";
import { SessionState } from "@/components/domain/session-state";
import { VisibleText } from "@/components/domain/visible-text";
import { RelativeTime } from "@/components/shell/time";
import { Td, Tr } from "@/components/ui/table";
import { plural } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { SessionItem } from "@/lib/core/read-models/sessions";

export function SessionRow({ session }: { session: SessionItem }) {
  return (
    <Tr>
      <Td>
        <Link href={routes.session(session.key)} className="font-medium hover:text-accent hover:underline">
          <VisibleText text={session.agentName} />
        </Link>{" "}
        <NameBadge name={session.agentName} short />
      </Td>
      <Td>
        <code className="text-12 whitespace-nowrap text-ink-2" title={session.sessionId}>
          {session.sessionId.slice(0, 13)}…
        </code>
      </Td>
      <Td>
        {session.userId === null ? (
          <span className="text-ink-3">none named</span>
        ) : (
          <VisibleText text={session.userId} />
        )}
      </Td>
      <Td>
        <SessionState state={session.state} reason={session.closeReason} />
      </Td>
      <Td>
        <DispositionCounts counts={session.counts} />
      </Td>
      <Td>
        <Attention session={session} />
      </Td>
      <Td className="text-ink-2">
        <RelativeTime at={session.lastStepAt} />
      </Td>
    </Tr>
  );
}

function Attention({ session }: { session: SessionItem }) {
  if (session.mismatches === 0 && session.openApprovals === 0) return <span className="text-ink-3">nothing</span>;
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {session.mismatches > 0 ? (
        <span className="inline-flex items-center gap-1 font-medium text-deny">
          <ShieldX aria-hidden size={14} /> {plural(session.mismatches, "replay")}
        </span>
      ) : null}
      {session.openApprovals > 0 ? <span className="font-medium text-ask">{session.openApprovals} waiting</span> : null}
    </span>
  );
}
