/** All agents of the tenant, with what they hold open. */
import Link from "next/link";
import { VisibleText } from "@/components/domain/visible-text";
import { RelativeTime } from "@/components/shell/time";
import { Badge } from "@/components/ui/badge";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { formatCount } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { AgentItem } from "@/lib/core/read-models/admin";

const HEAD = (
  <>
    <Th>Agent</Th>
    <Th>Agent id</Th>
    <Th>Owner</Th>
    <Th className="text-right">Active keys</Th>
    <Th className="text-right">Open sessions</Th>
    <Th className="text-right">Open approvals</Th>
    <Th>Last step</Th>
    <Th>State</Th>
  </>
);

export function AgentTable({ agents }: { agents: readonly AgentItem[] }) {
  return (
    <Table label="Agents" head={HEAD}>
      {agents.map((agent) => (
        <Tr key={agent.key}>
          <Td className="max-w-[280px]">
            <Link href={routes.agent(agent.key)} className="block truncate font-medium hover:underline">
              <VisibleText text={agent.name} />
            </Link>
          </Td>
          <Td className="max-w-[240px] truncate font-mono text-12 text-ink-2">{agent.agentId}</Td>
          <Td className="max-w-[180px] truncate text-ink-2">{agent.owner ?? "Nobody"}</Td>
          <Td className="text-right">{formatCount(agent.activeKeys)}</Td>
          <Td className="text-right">{formatCount(agent.openSessions)}</Td>
          <Td className="text-right">{formatCount(agent.openApprovals)}</Td>
          <Td className="text-ink-2">{agent.lastStepAt === null ? "Never" : <RelativeTime at={agent.lastStepAt} />}</Td>
          <Td>
            <AgentState agent={agent} />
          </Td>
        </Tr>
      ))}
    </Table>
  );
}

export function AgentState({ agent }: { agent: AgentItem }) {
  if (agent.disabled) return <Badge tone="deny">Disabled</Badge>;
  return agent.activeKeys === 0 ? <Badge tone="ask">No active key</Badge> : <Badge tone="allow">Active</Badge>;
}
