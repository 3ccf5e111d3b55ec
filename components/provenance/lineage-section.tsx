"use client";
/** Where chosen values come from: their ancestors as a graph, and the same as a list. */
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useMemo, useState } from "react";
import { VisibleText } from "@/components/domain/visible-text";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import { lineage } from "@/lib/console/story-queries";
import type { Lineage, LineageNode } from "@/lib/core/read-models/session-story";
import { LineageGraph } from "./lineage-graph";
import { StepLink } from "./step-link";

export function LineageSection({ sessionKey, nodes }: { sessionKey: string; nodes: readonly string[] }) {
  const query = useQuery(lineage(sessionKey, nodes));
  return (
    <Section
      title="Where a value comes from"
      description="Every provenance mark on the timeline, and every citation of a decision, leads here."
      actions={<Find sessionKey={sessionKey} first={nodes[0] ?? ""} />}
    >
      <div className="px-4 pb-6">
        {query.isError ? (
          <Notice tone="error" title="This could not be read">
            {query.error.message}
          </Notice>
        ) : null}
        {nodes.length === 0 ? <p className="text-13 text-ink-2">No value is chosen.</p> : null}
        {query.data ? <Whole sessionKey={sessionKey} found={query.data} /> : null}
      </div>
    </Section>
  );
}

function Find({ sessionKey, first }: { sessionKey: string; first: string }) {
  const [typed, setTyped] = useState(first);
  const router = useRouter();
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") router.push(routes.provenance(sessionKey, typed.trim()));
  };
  return (
    <form onSubmit={go} className="flex gap-2 touch:w-full">
      <TextInput
        aria-label="Provenance id"
        placeholder="Provenance id"
        mono
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="w-64 touch:w-full"
      />
      <Button type="submit" icon={<Search aria-hidden size={14} />}>
        Find
      </Button>
    </form>
  );
}

function Whole({ sessionKey, found }: { sessionKey: string; found: Lineage }) {
  const router = useRouter();
  const byDepth = useMemo(() => [...found.nodes].sort((a, b) => a.depth - b.depth), [found]);
  return (
    <>
      {found.truncated ? (
        <p className="mb-2 text-12 text-ask">
          There are more ancestors than are shown: {plural(found.nodes.length, "value")} here. Choose one to go on from
          it.
        </p>
      ) : null}
      <div className="h-[320px] rounded border max-sm:hidden">
        <LineageGraph found={found} onPick={(id) => router.push(routes.provenance(sessionKey, id))} />
      </div>
      <ol className="mt-3" aria-label="Values, nearest first">
        {byDepth.map((node) => (
          <Line key={node.id} sessionKey={sessionKey} node={node} />
        ))}
      </ol>
    </>
  );
}

const Line = ({ sessionKey, node }: { sessionKey: string; node: LineageNode }) => (
  <li className="flex min-h-row flex-wrap items-center gap-x-3 border-t py-1 text-13">
    <span className="w-16 text-12 text-ink-3">{node.wanted ? "chosen" : `${node.depth} back`}</span>
    <VisibleText text={node.id} className="font-mono text-12 break-all" />
    {node.origin === null ? (
      <span className="text-ask">nothing recorded it</span>
    ) : (
      <span>
        <VisibleText text={node.origin.replaceAll("_", " ")} />
        {node.sourceId === null ? null : <VisibleText text={node.sourceId} className="ml-2 text-ink-3 break-all" />}
      </span>
    )}
    {node.derivedFrom.length === 0 ? null : (
      <span className="min-w-0 text-12 break-all text-ink-3">
        from <VisibleText text={node.derivedFrom.slice(0, 12).join(", ")} />
        {node.derivedFrom.length > 12 ? ` and ${node.derivedFrom.length - 12} more` : ""}
      </span>
    )}
    <span className="ml-auto text-12">
      <StepLink sessionKey={sessionKey} seq={node.seq} />
    </span>
  </li>
);
