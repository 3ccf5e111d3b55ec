/** One account: facts, access, invitation or token, switch. */
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { VisibleText } from "@/components/domain/visible-text";
import { AccessForm } from "@/components/settings/access-form";
import { AccountSwitch } from "@/components/settings/account-switch";
import { PersonState } from "@/components/settings/people-table";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { Page } from "@/components/shell/page";
import { RefreshOn } from "@/components/shell/refresh-on";
import { Instant } from "@/components/shell/time";
import { Fact, Facts } from "@/components/ui/facts";
import { routes } from "@/lib/console/routes";
import type { PersonItem } from "@/lib/core/read-models/admin";
import { readGroups, readPerson } from "@/lib/server/admin-views";
import { requirePerson } from "@/lib/server/request";
import {
  changeAccessAction,
  disablePersonAction,
  enablePersonAction,
  inviteAgainAction,
  replaceTokenAction,
} from "../actions";

export const metadata: Metadata = { title: "Account" };

const TOPICS = ["people"];
const ACTIONS = {
  inviteAgain: inviteAgainAction,
  replaceToken: replaceTokenAction,
  disable: disablePersonAction,
  enable: enablePersonAction,
};

interface Props {
  params: Promise<{ id: string }>;
}

export default async function PersonPage({ params }: Props) {
  const viewer = await requirePerson("people.manage");
  const [person, groups] = await Promise.all([
    readPerson(viewer, decodeURIComponent((await params).id)),
    readGroups(viewer),
  ]);
  if (!person) notFound();
  return (
    <Page
      title={<VisibleText text={person.name} />}
      crumbs={[{ label: "People", href: routes.people() }]}
      tabs={<SettingsTabs />}
    >
      <RefreshOn topics={TOPICS} />
      <PersonFacts person={person} />
      <AccessForm key={person.revision} person={person} groups={groups} change={changeAccessAction} />
      <AccountSwitch person={person} actions={ACTIONS} />
    </Page>
  );
}

function PersonFacts({ person }: { person: PersonItem }) {
  return (
    <div className="border-b px-4 py-4">
      <Facts>
        <Fact name={person.kind === "service" ? "Kind" : "E-mail"}>
          {person.kind === "service" ? "Service account" : person.email}
        </Fact>
        <Fact name="State">
          <PersonState person={person} />
        </Fact>
        <Fact name="Id">
          <code className="text-12">{person.id}</code>
        </Fact>
        <Fact name="Since">
          <Instant at={person.createdAt} />
        </Fact>
        <Fact name="What they did">
          <Link
            href={routes.audit({ actor: person.id })}
            className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
          >
            In the audit trail
          </Link>
        </Fact>
      </Facts>
    </div>
  );
}
