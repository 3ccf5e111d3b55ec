/** One agent: facts, keys, settings, switch. */
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { VisibleText } from "@/components/domain/visible-text";
import { AgentKeys } from "@/components/settings/agent-keys";
import { AgentSettingsForm } from "@/components/settings/agent-settings-form";
import { AgentSwitch } from "@/components/settings/agent-switch";
import { AgentState } from "@/components/settings/agent-table";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { Page } from "@/components/shell/page";
import { RefreshOn } from "@/components/shell/refresh-on";
import { Instant } from "@/components/shell/time";
import { Fact, Facts } from "@/components/ui/facts";
import { plural } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { AgentDetail } from "@/lib/core/read-models/admin";
import { readAgent, readOwners } from "@/lib/server/admin-views";
import { requirePerson, viewerCan } from "@/lib/server/request";
import * as actions from "../actions";

export const metadata: Metadata = { title: "Agent" };

const TOPICS = ["agents", "sessions"];
const KEY_ACTIONS = {
  create: actions.createKeyAction,
  register: actions.registerKeyAction,
  rotatePublic: actions.rotatePublicKeyAction,
  rotate: actions.rotateKeyAction,
  retire: actions.retireKeyAction,
  revoke: actions.revokeKeyAction,
};

interface Props {
  params: Promise<{ key: string }>;
}

export default async function AgentPage({ params }: Props) {
  const viewer = await requirePerson("agents.read");
  const manages = viewerCan(viewer, "agents.manage");
  const agent = await readAgent(viewer, decodeURIComponent((await params).key));
  if (!agent) notFound();
  const { item, settings, revision, keys } = agent;
  const owners = manages ? await readOwners(viewer) : [];
  return (
    <Page
      title={<VisibleText text={item.name} />}
      crumbs={[{ label: "Agents", href: routes.agents() }]}
      tabs={<SettingsTabs />}
    >
      <RefreshOn topics={TOPICS} />
      <AgentFacts agent={agent} />
      <AgentKeys
        agentKey={item.key}
        agentId={item.agentId}
        disabled={item.disabled}
        algorithms={settings.allowedAlgorithms}
        keys={keys}
        actions={manages ? KEY_ACTIONS : null}
      />
      {manages ? (
        <>
          <AgentSettingsForm
            key={revision}
            agentKey={item.key}
            revision={revision}
            settings={settings}
            owners={owners}
            change={actions.changeAgentAction}
          />
          <AgentSwitch agent={item} disable={actions.disableAgentAction} enable={actions.enableAgentAction} />
        </>
      ) : null}
    </Page>
  );
}

function AgentFacts({ agent: { item, createdAt } }: { agent: AgentDetail }) {
  return (
    <div className="border-b px-4 py-4">
      <Facts>
        <Fact name="Agent id">
          <code>{item.agentId}</code>
        </Fact>
        <Fact name="State">
          <AgentState agent={item} />
        </Fact>
        <Fact name="Owner">{item.owner ?? "Nobody"}</Fact>
        <Fact name="Registered">
          <Instant at={createdAt} />
        </Fact>
        <Fact name="Open now">
          <Link
            href={routes.sessions({ agent: item.key })}
            className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
          >
            {plural(item.openSessions, "session")}
          </Link>
          , {plural(item.openApprovals, "approval")}
        </Fact>
      </Facts>
    </div>
  );
}
