"use client";
/** A lineage as a graph: sources at the left, what was chosen at the right. */
import { type Edge, Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import clsx from "clsx";
import { memo, useMemo } from "react";
import { VisibleText } from "@/components/domain/visible-text";
import { type FlowPart, LayeredFlow } from "@/components/graph/layered-flow";
import { NODE_HEIGHT, NODE_WIDTH, type Shape } from "@/lib/console/graph-columns";
import type { Lineage, LineageNode } from "@/lib/core/read-models/session-story";

type ValueFlowNode = Node<{ readonly node: LineageNode }, "part">;

const ValueNode = memo(function ValueNode({ data: { node } }: NodeProps<ValueFlowNode>) {
  return (
    <div
      className={clsx(
        "flex flex-col justify-center rounded border bg-surface px-2 text-left",
        node.wanted ? "border-accent" : node.origin === null ? "border-dashed border-ask" : "border-line-strong",
      )}
      style={{ width: NODE_WIDTH, height: NODE_HEIGHT }}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible!" />
      <span className="truncate text-12 font-medium">
        <VisibleText text={node.origin?.replaceAll("_", " ") ?? "not recorded"} />
        {node.sourceId === null ? null : <VisibleText text={` ${node.sourceId}`} className="font-normal text-ink-2" />}
      </span>
      <span className="truncate font-mono text-[11px] leading-3.5 text-ink-2">
        <VisibleText text={node.id} />
      </span>
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible!" />
    </div>
  );
});

const NODE_TYPES = { part: ValueNode };

export function LineageGraph({ found, onPick }: { found: Lineage; onPick: (id: string) => void }) {
  const shape = useMemo(() => shapeOf(found), [found]);
  const parts = useMemo(
    () =>
      found.nodes.map(
        (node): FlowPart => ({ id: node.id, label: `${node.origin ?? "not recorded"}, ${node.id}`, data: { node } }),
      ),
    [found],
  );
  const edges = useMemo(() => shape.edges.map(({ id, from, to }): Edge => ({ id, source: from, target: to })), [shape]);
  return (
    <LayeredFlow label="Lineage" shape={shape} parts={parts} edges={edges} nodeTypes={NODE_TYPES} onPick={onPick} />
  );
}

/** From source to what was made of it; ids that are not drawn lead nowhere. */
function shapeOf({ nodes }: Lineage): Shape {
  const drawn = new Set(nodes.map(({ id }) => id));
  const edges = nodes.flatMap(({ id, derivedFrom }) =>
    [...new Set(derivedFrom)]
      .filter((from) => drawn.has(from))
      .map((from) => ({ id: JSON.stringify([from, id]), from, to: id })),
  );
  return { nodes: nodes.map(({ id }) => ({ id })), edges };
}
