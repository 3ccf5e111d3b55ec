"use client";
/** One node of the graph: kind, name, standing. Banned is red, undeclared dashed, and both say so in words. */
import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import clsx from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import { VisibleText } from "@/components/domain/visible-text";
import { type PictureNode as Drawn, type Standing, TYPE_WORDS } from "@/lib/console/agbom-picture";
import { NODE_HEIGHT, NODE_WIDTH } from "@/lib/console/graph-columns";
import { StandingWord } from "./standing-word";
import { TypeIcon } from "./type-icon";

export type FlowNode = Node<{ readonly drawn: Drawn; readonly chosen: boolean; readonly agentName: string }, "part">;

const BORDER: { readonly [standing in Standing]: string } = {
  banned: "border-deny bg-deny-soft text-deny",
  undeclared: "border-dashed border-ask bg-ask-soft",
  "not-checked": "border-ask bg-surface",
  changed: "border-modify bg-surface",
  plain: "border-line-strong bg-surface",
};

export const PictureNode = memo(function PictureNode({ data }: NodeProps<FlowNode>) {
  const { drawn, chosen, agentName } = data;
  const isAgent = drawn.kind === "agent";
  return (
    <div
      className={clsx(
        "flex items-center gap-2 rounded border px-2 text-left text-12",
        BORDER[drawn.standing],
        drawn.kind === "use" && "border-dashed",
        isAgent && "border-accent! font-semibold",
        drawn.kind === "group" && "shadow-[2px_2px_0_var(--line-strong)]",
        chosen && "outline-2 outline-offset-1 outline-accent",
      )}
      style={{ width: NODE_WIDTH, height: NODE_HEIGHT }}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible!" />
      <TypeIcon type={drawn.type} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <VisibleText text={isAgent ? agentName : drawn.label} />
        </span>
        <span className="block truncate text-[11px] leading-3.5 text-ink-2">
          {drawn.type === null || drawn.kind === "group" ? drawn.detail : TYPE_WORDS[drawn.type].one}{" "}
          {drawn.kind === "group" ? null : <VisibleText text={drawn.detail} />}
        </span>
      </span>
      {drawn.kind === "group" ? (
        drawn.open ? (
          <ChevronDown aria-hidden size={14} />
        ) : (
          <ChevronRight aria-hidden size={14} />
        )
      ) : drawn.standing === "plain" ? null : (
        <StandingWord standing={drawn.standing} iconOnly />
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible!" />
    </div>
  );
});
