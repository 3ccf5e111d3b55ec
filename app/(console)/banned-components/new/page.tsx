/** A new ban, with what it would hit beside it. */
import type { Metadata } from "next";
import { BanForm } from "@/components/bans/ban-form";
import { Page } from "@/components/shell/page";
import { emptyDraft } from "@/lib/console/ban-draft";
import { routes } from "@/lib/console/routes";
import { requirePerson } from "@/lib/server/request";
import { createBanAction, previewBanAction } from "../actions";

export const metadata: Metadata = { title: "Ban a component" };

interface NewBanPageProps {
  searchParams: Promise<{ readonly [name: string]: string | string[] | undefined }>;
}

export default async function NewBanPage({ searchParams }: NewBanPageProps) {
  await requirePerson("bans.manage");
  return (
    <Page title="Ban a component" crumbs={[{ label: "Banned components", href: routes.bans() }]}>
      <BanForm draft={emptyDraft(await searchParams)} create={createBanAction} preview={previewBanAction} />
    </Page>
  );
}
