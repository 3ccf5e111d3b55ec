/** In the header of a session: which host runs the agent, in which mode, and how its records stand. */
import clsx from "clsx";
import { BadgeCheck, CircleAlert, CircleDashed, CircleSlash, ShieldCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { VisibleText } from "@/components/domain/visible-text";
import { CopyDigest } from "@/components/ui/copy-digest";
import { formatCount, plural } from "@/lib/console/format";
import type { HostedHeader } from "@/lib/core/read-models/host-records";

export function HostFacts({ hosted }: { hosted: HostedHeader }) {
  const { host, records, head, gaps, disagreements, unenforced } = hosted;
  const lost = gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return (
    <section
      aria-label="Agent Hooks host"
      className="mt-1.5 flex flex-wrap items-center gap-x-6 gap-y-1.5 text-13 max-sm:mt-1 max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:text-12"
    >
      <span className="whitespace-nowrap">
        <span className="text-ink-3">
          <span className="max-sm:sr-only">Agent Hooks </span>host
        </span>{" "}
        {host === null ? "not named in the handshake" : <VisibleText text={host.framework} className="font-medium" />}
      </span>
      {host === null ? null : <Mode mode={host.mode} resolver={host.resolver} />}
      {host?.mode === "enforce" && unenforced > 0 ? (
        <Word icon={<CircleSlash aria-hidden size={14} />} tone="text-ask">
          {plural(unenforced, "record")} not enforced
        </Word>
      ) : null}
      <span className="inline-flex flex-wrap items-center gap-x-1.5 whitespace-nowrap">
        <span className="text-ink-3">
          record<span className="max-sm:sr-only"> head</span>
        </span>
        {head === null ? (
          <span className="text-ink-2">no record yet</span>
        ) : (
          <>
            <CopyDigest digest={head} name="record chain head" className="max-sm:-my-2" />
            <span className="text-ink-3" data-tabular>
              {formatCount(records)} {records === 1 ? "record" : "records"}
            </span>
            <ChainState state={hosted.chain} />
          </>
        )}
      </span>
      {lost > 0 ? (
        <Word icon={<TriangleAlert aria-hidden size={14} />} tone="text-ask" title={gapWords(gaps)}>
          {plural(lost, "emission")} without a record
        </Word>
      ) : null}
      {disagreements > 0 ? (
        <Word icon={<TriangleAlert aria-hidden size={14} />} tone="font-medium text-deny">
          {plural(disagreements, "disagreement")}
        </Word>
      ) : null}
    </section>
  );
}

const Mode = ({ mode, resolver }: { mode: "enforce" | "evaluate_only"; resolver: boolean }) =>
  mode === "enforce" ? (
    <Word icon={<ShieldCheck aria-hidden size={14} />} tone="text-ink">
      Obeys verdicts{resolver ? ", waits for people" : ""}
    </Word>
  ) : (
    <Word icon={<CircleSlash aria-hidden size={14} />} tone="font-medium text-ask">
      Evaluates only: not enforced
    </Word>
  );

function ChainState({ state }: { state: HostedHeader["chain"] }) {
  if (state === "whole") {
    return (
      <Word icon={<BadgeCheck aria-hidden size={14} />} tone="text-12 text-allow">
        chain whole
      </Word>
    );
  }
  if (state === "broken") {
    return (
      <Word icon={<CircleAlert aria-hidden size={14} />} tone="text-12 font-medium text-deny">
        chain broken
      </Word>
    );
  }
  return (
    <Word icon={<CircleDashed aria-hidden size={14} />} tone="text-12 text-ink-2">
      not checked here
    </Word>
  );
}

interface WordProps {
  readonly icon: ReactNode;
  readonly tone: string;
  readonly title?: string;
  readonly children: ReactNode;
}

const Word = ({ icon, tone, title, children }: WordProps) => (
  <span title={title} className={clsx("inline-flex items-center gap-1 whitespace-nowrap", tone)}>
    {icon}
    <span>{children}</span>
  </span>
);

const gapWords = (gaps: HostedHeader["gaps"]): string =>
  `Missing: ${gaps.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(", ")}`;
