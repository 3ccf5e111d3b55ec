"use client";
/** Other content presented under this approval: side by side with what was approved, who tried, when, how often. */
import { ShieldX } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { DigestChip } from "@/components/domain/digest-chip";
import { JsonText } from "@/components/domain/json-text";
import { VisibleText } from "@/components/domain/visible-text";
import { Instant } from "@/components/shell/time";
import { Button } from "@/components/ui/button";
import { plural } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { ApprovalDetail, Presentation } from "@/lib/core/read-models/approvals";
import { DifferenceRows } from "./difference-rows";

export function Replays({ detail }: { detail: ApprovalDetail }) {
  const { presentations } = detail;
  if (presentations.length === 0) return null;
  return (
    <section
      aria-label="Other content presented"
      className="border-t border-l-2 border-l-deny px-5 py-4 first:border-t-0 touch:px-4"
    >
      <h2 className="flex items-center gap-2 text-14 font-semibold text-deny">
        <ShieldX aria-hidden size={16} className="shrink-0" />
        Other content was presented under this approval {plural(presentations.length, "time")}, and denied
      </h2>
      <p className="mt-0.5 text-13 text-ink-2">
        The approval covers one exact action. What follows was sent under its name and is not that action.
      </p>
      {presentations.map((presentation) => (
        <One key={presentation.id} presentation={presentation} detail={detail} />
      ))}
    </section>
  );
}

function One({ presentation, detail }: { presentation: Presentation; detail: ApprovalDetail }) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  return (
    <article className="mt-3 border-t pt-3" aria-label={`Presented in request ${presentation.requestId}`}>
      <p className="text-13">
        <VisibleText text={presentation.agentId} className="font-mono" /> tried <Instant at={presentation.at} /> in{" "}
        <Link href={routes.session(presentation.sessionKey)} className="text-accent underline">
          {presentation.sessionKey === detail.item.sessionKey ? "this session" : `session ${presentation.sessionId}`}
        </Link>
        , request <code className="text-12">{presentation.requestId}</code>
      </p>
      <DifferenceRows differences={presentation.differences} />
      <div className="mt-2 grid grid-cols-2 gap-4 text-12 touch:grid-cols-1">
        <span className="text-ink-2">
          Approved <DigestChip digest={detail.effectiveDigest} name="approved action digest" />
        </span>
        <span className="text-ink-2">
          Presented <DigestChip digest={presentation.digest} name="presented action digest" />
        </span>
      </div>
      <Button
        variant="ghost"
        aria-expanded={whole}
        aria-controls={id}
        onClick={() => setWhole(!whole)}
        className="mt-1 -ml-2"
      >
        {whole ? "Hide the whole content" : "Show the whole content side by side"}
      </Button>
      {whole ? (
        <div id={id} className="mt-1 grid grid-cols-2 gap-4 touch:grid-cols-1">
          <Whole title="Approved" text={detail.effectiveShown} />
          <Whole title="Presented" text={presentation.action} />
        </div>
      ) : null}
    </article>
  );
}

const Whole = ({ title, text }: { title: string; text: string }) => (
  <div className="min-w-0">
    <h3 className="text-12 text-ink-3">{title}</h3>
    <div className="rounded bg-sunken p-2">
      <JsonText text={text} />
    </div>
  </div>
);
