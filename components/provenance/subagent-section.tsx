/** The sessions around this one, and the subagents as this session declared them. */
import { CornerDownRight } from "lucide-react";
import Link from "next/link";
import { SessionState } from "@/components/domain/session-state";
import { VisibleText } from "@/components/domain/visible-text";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import { type FamilyLine, familyLines } from "@/lib/console/session-family";
import type { SessionStory, StorySubagent } from "@/lib/core/read-models/session-story";
import { StepLink } from "./step-link";

export function SubagentSection({ sessionKey, story }: { sessionKey: string; story: SessionStory }) {
  const lines = familyLines(story.family);
  return (
    <Section title="Subagents">
      <div className="px-4 pb-5">
        {story.subagents.length === 0 && lines.length === 0 ? (
          <p className="text-13 text-ink-2">This session started none, and none started it.</p>
        ) : null}
        {lines.length === 0 ? null : (
          <ul aria-label="Sessions that started one another" className="mb-3 border-b">
            {lines.map((line) => (
              <Line key={line.session.key} line={line} current={line.session.key === sessionKey} />
            ))}
          </ul>
        )}
        {story.subagents.length === 0 ? null : (
          <ul aria-label="Declared subagents">
            {story.subagents.map((subagent, index) => (
              <Declared key={`${index.toString()}-${subagent.sessionId}`} sessionKey={sessionKey} subagent={subagent} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

const INDENT = ["pl-0", "pl-5", "pl-10", "pl-15", "pl-20"];

const Line = ({ line: { session, depth }, current }: { line: FamilyLine; current: boolean }) => (
  <li className={`flex min-h-row flex-wrap items-center gap-x-2 border-t py-1 text-13 ${INDENT[Math.min(depth, 4)]}`}>
    {depth === 0 ? null : <CornerDownRight aria-hidden size={14} className="text-ink-3" />}
    {current ? (
      <span className="font-semibold" aria-current="page">
        <VisibleText text={session.agentName} />
        <span className="ml-2 text-12 font-normal text-ink-3">this session</span>
      </span>
    ) : (
      <Link href={routes.session(session.key, "provenance")} className="font-medium text-accent hover:underline">
        <VisibleText text={session.agentName} />
      </Link>
    )}
    <code className="text-12 text-ink-3">{session.sessionId.slice(0, 8)}</code>
    <span className="ml-auto inline-flex items-center gap-3 text-12 text-ink-3">
      {plural(session.steps, "entry", "entries")}
      <SessionState state={session.state} reason={session.closeReason} />
    </span>
  </li>
);

const Declared = ({ sessionKey, subagent }: { sessionKey: string; subagent: StorySubagent }) => (
  <li className="border-t py-2 text-13">
    <span className="flex flex-wrap items-center gap-x-2">
      <VisibleText text={subagent.sessionId} className="font-mono text-12 break-all" />
      <span className={subagent.state === "denied" ? "font-medium text-deny" : "text-ink-2"}>
        {subagent.state}
        {subagent.outcome === null ? "" : `, ${subagent.outcome.replaceAll("_", " ")}`}
      </span>
      <span className="text-12 text-ink-3">{subagent.derivation.replaceAll("_", " ")}</span>
      <span className="ml-auto text-12">
        <StepLink sessionKey={sessionKey} seq={subagent.seq} />
      </span>
    </span>
    {subagent.key === null ? (
      <span className="text-12 text-ink-3">
        It has not said hello to this Guardian: nothing of it is governed here.
      </span>
    ) : (
      <Link href={routes.session(subagent.key)} className="text-12 text-accent hover:underline">
        Open its session
      </Link>
    )}
  </li>
);
