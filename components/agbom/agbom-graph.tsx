"use client";
/** The graph of an AgBOM, from the agent to the right. The table beside it holds the same, for whoever reads rather than looks. */
import type { Edge } from "@xyflow/react";
import { useMemo } from "react";
import { type FlowPart, LayeredFlow } from "@/components/graph/layered-flow";
import type { Picture } from "@/lib/console/agbom-picture";
import { PictureNode } from "./picture-node";

const NODE_TYPES = { part: PictureNode };

interface AgbomGraphProps {
  readonly picture: Picture;
  readonly agentName: string;
  readonly selected: string | null;
  readonly onPick: (id: string) => void;
}

export function AgbomGraph({ picture, agentName, selected, onPick }: AgbomGraphProps) {
  const parts = useMemo(
    () =>
      picture.nodes.map((drawn): FlowPart => {
        const standing = drawn.standing === "plain" ? "" : `, ${drawn.standing}`;
        const name = drawn.kind === "agent" ? agentName : drawn.label;
        return { id: drawn.id, label: `${name}${standing}`, data: { drawn, chosen: drawn.id === selected, agentName } };
      }),
    [picture, selected, agentName],
  );
  const edges = useMemo(() => picture.edges.map(toEdge), [picture]);
  return (
    <LayeredFlow
      label="Graph of the AgBOM"
      shape={picture}
      parts={parts}
      edges={edges}
      nodeTypes={NODE_TYPES}
      onPick={onPick}
    />
  );
}

const toEdge = ({ id, from, to, leadsToBan, undeclared }: Picture["edges"][number]): Edge => ({
  id,
  source: from,
  target: to,
  zIndex: leadsToBan ? 1 : 0,
  style: {
    stroke: leadsToBan ? "var(--deny)" : undeclared ? "var(--ask)" : "var(--line-strong)",
    strokeWidth: leadsToBan ? 2 : 1,
    ...(undeclared ? { strokeDasharray: "4 4" } : {}),
  },
});
