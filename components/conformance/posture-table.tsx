/** What each agent goes by when no decision can be had, and the profiles that its last session was accepted for. */
import Link from "next/link";
import { VisibleText } from "@/components/domain/visible-text";
import { RelativeTime } from "@/components/shell/time";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { routes } from "@/lib/console/routes";
import type { AgentPosture } from "@/lib/core/read-models/postures";

const HEAD = (
  <>
    <Th>Agent</Th>
    <Th>Without a decision</Th>
    <Th>Client</Th>
    <Th>Time-out, skew</Th>
    <Th>Last session accepted for</Th>
  </>
);

export function PostureTable({ postures }: { postures: readonly AgentPosture[] }) {
  return (
    <Section
      title="Postures in force"
      description="What an agent does when no decision comes is settled in its handshake. Profiles are accepted per session, and only where that session honours them."
    >
      {postures.length === 0 ? (
        <p className="px-4 pb-4 text-13 text-ink-2">No agent is registered.</p>
      ) : (
        <Table label="Postures in force" head={HEAD}>
          {postures.map((posture) => (
            <PostureRow key={posture.key} posture={posture} />
          ))}
        </Table>
      )}
    </Section>
  );
}

function PostureRow({ posture }: { posture: AgentPosture }) {
  const { last } = posture;
  return (
    <Tr>
      <Td className="max-w-[240px]">
        <Link href={routes.agent(posture.key)} className="block truncate font-medium hover:underline">
          <VisibleText text={posture.name} />
        </Link>
        {posture.disabled ? <span className="text-12 text-ink-3">disabled</span> : null}
      </Td>
      <Td>
        <Failure posture={posture.onDecisionFailure} />
        {last !== null && last.onDecisionFailure !== posture.onDecisionFailure ? (
          <span className="block text-12 text-ink-3">last session: {last.onDecisionFailure}</span>
        ) : null}
      </Td>
      <Td className="text-ink-2">{abilities(posture)}</Td>
      <Td className="whitespace-nowrap text-ink-2" data-tabular>
        {posture.timeoutMs / 1000} s, {posture.skewMs / 1000} s
      </Td>
      <Td className="min-w-[220px] text-ink-2">
        {last === null ? (
          "No session yet"
        ) : (
          <>
            {last.profiles.length === 0 ? "no profile" : last.profiles.join(", ")}
            <Link href={routes.session(last.sessionKey)} className="block text-12 text-ink-3 hover:underline">
              opened <RelativeTime at={last.openedAt} />
            </Link>
          </>
        )}
      </Td>
    </Tr>
  );
}

const Failure = ({ posture }: { posture: "deny" | "proceed" }) =>
  posture === "deny" ? <Badge tone="allow">Stops</Badge> : <Badge tone="ask">Goes on, unjudged</Badge>;

function abilities({ canAsk, canModify, askSubstitute }: AgentPosture): string {
  const ask = canAsk ? "can ask" : `cannot ask (${askSubstitute} instead)`;
  return `${ask}, ${canModify ? "applies edits" : "applies no edits"}`;
}
