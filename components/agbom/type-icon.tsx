/** The kind of a component as an icon. The word stands beside it or is read out. */
import {
  Blocks,
  Bot,
  BrainCircuit,
  Cpu,
  Database,
  Library,
  type LucideIcon,
  Network,
  Server,
  Sparkles,
  Wrench,
} from "lucide-react";
import type { ComponentType } from "@/lib/core/agbom/ban";

const ICONS: { readonly [type in ComponentType]: LucideIcon } = {
  model: Cpu,
  mcp_server: Server,
  a2a_peer: Network,
  tool: Wrench,
  knowledge_source: Library,
  memory_store: BrainCircuit,
  agent_capability: Sparkles,
  skill: Blocks,
};

export function TypeIcon({ type, size = 14 }: { type: string | null; size?: number }) {
  const Icon = type === null ? Bot : Object.hasOwn(ICONS, type) ? ICONS[type as ComponentType] : Database;
  return <Icon aria-hidden size={size} className="shrink-0" />;
}
