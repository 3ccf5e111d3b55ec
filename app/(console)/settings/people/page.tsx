/** People and roles: who may look, decide and manage. */
import { Cpu } from "lucide-react";
import type { Metadata } from "next";
import { AddAccount } from "@/components/settings/add-account";
import { PeopleTable } from "@/components/settings/people-table";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { Page } from "@/components/shell/page";
import { RefreshOn } from "@/components/shell/refresh-on";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { readGroups, readPeople } from "@/lib/server/admin-views";
import { requirePerson } from "@/lib/server/request";
import { createServiceAction, inviteAction } from "./actions";

export const metadata: Metadata = { title: "People and roles" };

const TOPICS = ["people"];
const ACTIONS = { invite: inviteAction, createService: createServiceAction };

export default async function PeoplePage() {
  const viewer = await requirePerson("people.manage");
  const [people, groups] = await Promise.all([readPeople(viewer), readGroups(viewer)]);
  const services = people.filter((person) => person.kind === "service");
  return (
    <Page title="Settings" tabs={<SettingsTabs />}>
      <RefreshOn topics={TOPICS} />
      <Section
        title="People"
        description="Roles and groups are read from here on every request: a change is in force at once."
        actions={<AddAccount kind="person" actions={ACTIONS} groups={groups} />}
      >
        <PeopleTable label="People" people={people.filter((person) => person.kind === "person")} viewerId={viewer.id} />
      </Section>
      <Section
        title="Service accounts"
        description="Programs with a token of their own. Decisions of a service are shown as such, never as a person’s."
        actions={<AddAccount kind="service" actions={ACTIONS} groups={groups} />}
      >
        {services.length === 0 ? (
          <EmptyState icon={<Cpu size={24} />} title="No service accounts">
            Make one when a program should read the queue or decide on its own.
          </EmptyState>
        ) : (
          <PeopleTable label="Service accounts" people={services} viewerId={viewer.id} />
        )}
      </Section>
    </Page>
  );
}
