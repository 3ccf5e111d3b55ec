"use client";
/** A graph laid out in layers from left to right, to look at and to choose from; nothing in it can be moved or joined. */
import {
  Controls,
  type Edge,
  type Node,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { useEffect, useMemo } from "react";
import { NODE_HEIGHT, NODE_WIDTH, type Shape } from "@/lib/console/graph-columns";
import { useMounted } from "@/lib/console/use-mounted";
import { useLayout } from "./use-layout";

export interface FlowPart {
  readonly id: string;
  readonly label: string;
  readonly data: Record<string, unknown>;
}

interface LayeredFlowProps {
  readonly label: string;
  /** Stable as long as nothing is added or gone: a new one is laid out anew. */
  readonly shape: Shape;
  readonly parts: readonly FlowPart[];
  readonly edges: readonly Edge[];
  /** One type named `part`; the object must be a constant. */
  readonly nodeTypes: NodeTypes;
  readonly onPick: (id: string) => void;
}

/** Positions are style attributes: drawn by the browser, never in markup from the server. */
export function LayeredFlow(props: LayeredFlowProps) {
  const mounted = useMounted();
  if (!mounted) return <div className="h-full" />;
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ label, shape, parts, edges, nodeTypes, onPick }: LayeredFlowProps) {
  const places = useLayout(shape);
  const flow = useReactFlow();
  const isShown = useStore((state) => state.width > 0 && state.height > 0);
  const nodes = useMemo(
    () =>
      parts.map(
        (part): Node => ({
          id: part.id,
          type: "part",
          position: places.get(part.id) ?? { x: 0, y: 0 },
          width: NODE_WIDTH,
          height: NODE_HEIGHT,
          data: part.data,
          ariaLabel: part.label,
        }),
      ),
    [parts, places],
  );
  useEffect(() => {
    // Again for every layout, the plain one at once and the better one when it is there, and when a hidden pane is opened.
    if (isShown && places.size > 0) void flow.fitView({ padding: 0.08, maxZoom: 1, minZoom: 0.25 });
  }, [flow, places, isShown]);
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges as Edge[]}
      nodeTypes={nodeTypes}
      onNodesChange={(changes) => {
        // By pointer and by key alike; nothing is kept selected here, so that the same node can be chosen again.
        for (const change of changes) if (change.type === "select" && change.selected) onPick(change.id);
      }}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      selectNodesOnDrag={false}
      multiSelectionKeyCode={null}
      deleteKeyCode={null}
      minZoom={0.1}
      maxZoom={1.5}
      onlyRenderVisibleElements={parts.length > 120}
      proOptions={{ hideAttribution: true }}
      aria-label={label}
    >
      <Controls showInteractive={false} className="flow-controls" />
    </ReactFlow>
  );
}
