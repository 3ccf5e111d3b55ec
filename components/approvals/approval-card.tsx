"use client";
/** One item in five blocks: act, why you, context, binding, decide. */
import { CircleAlert } from "lucide-react";
import { useMemo } from "react";
import { JsonText } from "@/components/domain/json-text";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { FAULT_TEXT } from "@/lib/console/draw-fault";
import { type Drawn, draw } from "@/lib/console/served-view";
import { nobleCrypto } from "@/lib/core/crypto-noble";
import type { ApprovalDetail } from "@/lib/core/read-models/approvals";
import { ActBlock } from "./act-block";
import { BindingBlock } from "./binding-block";
import { Block } from "./block";
import { ContextBlock } from "./context-block";
import { Decision } from "./decision";
import { ReadingProvider, useReadingState } from "./reading";
import { Replays } from "./replays";
import { useEditing } from "./use-editing";
import { usePinned } from "./use-pinned";
import { useRendered } from "./use-rendered";
import { WhyBlock } from "./why-block";

export function ApprovalCard({ detail }: { detail: ApprovalDetail }) {
  const pinned = usePinned(detail.served);
  const { served } = pinned;
  const drawn = useMemo(() => (served === null ? null : draw(nobleCrypto, served)), [served]);
  const reading = useReadingState(drawn?.view ?? null);
  const editing = useEditing(drawn);
  const rendered = useRendered();
  return (
    <ReadingProvider reading={reading}>
      <article aria-label={drawn?.view?.sentence ?? detail.item.sentence} className="flex min-h-full flex-col">
        <div className="flex-1">
          {pinned.changed ? <ChangedNotice onShow={pinned.showNewest} /> : null}
          {drawn !== null && drawn.faults.length > 0 ? <Faults drawn={drawn} /> : null}
          <Replays detail={detail} />
          {drawn?.view ? (
            <>
              <ActBlock view={drawn.view} editing={editing} />
              <WhyBlock view={drawn.view} detail={detail} />
            </>
          ) : (
            <RawView text={drawn?.rawView ?? detail.effectiveShown} />
          )}
          <ContextBlock detail={detail} />
          <BindingBlock detail={detail} drawn={drawn} served={served} editing={editing} checked={rendered} />
        </div>
        <Decision {...{ detail, drawn, served, reading, editing, rendered }} changed={pinned.changed} />
      </article>
    </ReadingProvider>
  );
}

const ChangedNotice = ({ onShow }: { onShow: () => void }) => (
  <div className="px-5 pt-4">
    <Notice
      tone="warning"
      live
      title="The item changed since you opened it"
      action={<Button onClick={onShow}>Show the new version</Button>}
    >
      What you see is the earlier version. It can no longer be decided.
    </Notice>
  </div>
);

const Faults = ({ drawn }: { drawn: Drawn }) => (
  <div role="alert" className="mx-5 mt-4 flex items-start gap-2 rounded bg-deny-soft px-3 py-2 text-13">
    <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-deny" />
    <div>
      <p className="font-medium">Your browser&apos;s check of this item failed. Nothing can be decided here.</p>
      <ul className="text-ink-2">
        {drawn.faults.map((fault) => (
          <li key={fault}>{FAULT_TEXT[fault]}</li>
        ))}
      </ul>
    </div>
  </div>
);

const RawView = ({ text }: { text: string }) => (
  <Block title="Raw view">
    <p className="mb-2 text-13 text-ink-2">
      This item has a shape that the page does not know, so it is shown as it is. It cannot be approved from here.
    </p>
    <div className="rounded bg-sunken p-3">
      <JsonText text={text} />
    </div>
  </Block>
);
