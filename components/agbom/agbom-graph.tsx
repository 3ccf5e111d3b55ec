"use client";
/** The graph of an AgBOM, from the agent to the right. The table beside it holds the same, for whoever reads rather than looks. */
import { Controls, type Edge, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { useEffect, useMemo } from "react";
import { NODE_HEIGHT, NODE_WIDTH } from "@/lib/console/agbom-columns";
import type { Picture } from "@/lib/console/agbom-picture";
import { useMounted } from "@/lib/console/use-mounted";
import { type FlowNode, PictureNode } from "./picture-node";
import { useLayout } from "./use-layout";

const NODE_TYPES = { picture: PictureNode };

interface AgbomGraphProps {
  readonly picture: Picture;
  readonly agentName: string;
  readonly selected: string | null;
  readonly onPick: (id: string) => void;
}

/** Positions are style attributes: drawn by the browser, never in markup from the server. */
export function AgbomGraph(props: AgbomGraphProps) {
  const mounted = useMounted();
  if (!mounted) return <div className="h-full" />;
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ picture, agentName, selected, onPick }: AgbomGraphProps) {
  const { places, settled } = useLayout(picture);
  const flow = useReactFlow();
  const nodes = useMemo(
    () =>
      picture.nodes.map((drawn): FlowNode => {
        const standing = drawn.standing === "plain" ? "" : `, ${drawn.standing}`;
        return {
          id: drawn.id,
          type: "picture",
          position: places.get(drawn.id) ?? { x: 0, y: 0 },
          width: NODE_WIDTH,
          height: NODE_HEIGHT,
          data: { drawn, chosen: drawn.id === selected, agentName },
          ariaLabel: `${drawn.kind === "agent" ? agentName : drawn.label}${standing}`,
          draggable: false,
          connectable: false,
        };
      }),
    [picture, places, selected, agentName],
  );
  const edges = useMemo(() => picture.edges.map(toEdge), [picture]);
  useEffect(() => {
    if (settled) void flow.fitView({ padding: 0.08, maxZoom: 1, minZoom: 0.25 });
  }, [flow, settled]);
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      onNodesChange={(changes) => {
        // By pointer and by key alike; nothing is kept selected here, so that the same node can be chosen again.
        for (const change of changes) if (change.type === "select" && change.selected) onPick(change.id);
      }}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      elementsSelectable
      selectNodesOnDrag={false}
      multiSelectionKeyCode={null}
      deleteKeyCode={null}
      minZoom={0.1}
      maxZoom={1.5}
      onlyRenderVisibleElements={picture.nodes.length > 120}
      proOptions={{ hideAttribution: true }}
      aria-label="Graph of the AgBOM"
    >
      <Controls showInteractive={false} className="agbom-controls" />
    </ReactFlow>
  );
}

const toEdge = ({ id, from, to, leadsToBan, undeclared }: Picture["edges"][number]): Edge => ({
  id,
  source: from,
  target: to,
  focusable: false,
  zIndex: leadsToBan ? 1 : 0,
  style: {
    stroke: leadsToBan ? "var(--deny)" : undeclared ? "var(--ask)" : "var(--line-strong)",
    strokeWidth: leadsToBan ? 2 : 1,
    ...(undeclared ? { strokeDasharray: "4 4" } : {}),
  },
});
