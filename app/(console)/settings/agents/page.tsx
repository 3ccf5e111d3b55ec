/** Agents and keys: who may speak to the Guardian. */
import { Bot } from "lucide-react";
import type { Metadata } from "next";
import { AgentTable } from "@/components/settings/agent-table";
import { RegisterAgent } from "@/components/settings/register-agent";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { Page } from "@/components/shell/page";
import { RefreshOn } from "@/components/shell/refresh-on";
import { EmptyState } from "@/components/ui/empty-state";
import { readAgents, readOwners } from "@/lib/server/admin-views";
import { requirePerson, viewerCan } from "@/lib/server/request";
import { registerAgentAction } from "./actions";

export const metadata: Metadata = { title: "Agents and keys" };

const TOPICS = ["agents", "sessions"];

export default async function AgentsPage() {
  const viewer = await requirePerson("agents.read");
  const manages = viewerCan(viewer, "agents.manage");
  const [agents, owners] = await Promise.all([readAgents(viewer), manages ? readOwners(viewer) : []]);
  const register = manages ? <RegisterAgent owners={owners} register={registerAgentAction} /> : null;
  return (
    <Page title="Settings" tabs={<SettingsTabs />} actions={register}>
      <RefreshOn topics={TOPICS} />
      {agents.length === 0 ? (
        <EmptyState icon={<Bot size={24} />} title="No agents yet" action={null}>
          Register one to get its key: {manages ? "the button is at the top right." : "an admin can do that."} The demo
          (npm run demo) registers its own.
        </EmptyState>
      ) : (
        <AgentTable agents={agents} />
      )}
    </Page>
  );
}
