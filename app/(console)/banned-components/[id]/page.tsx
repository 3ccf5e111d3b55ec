/** One ban: what it matches, why, until when; admins change or end it. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BanFacts } from "@/components/bans/ban-facts";
import { BanForm } from "@/components/bans/ban-form";
import { EndBan } from "@/components/bans/end-ban";
import { Page } from "@/components/shell/page";
import { RefreshOn } from "@/components/shell/refresh-on";
import { draftOf } from "@/lib/console/ban-draft";
import { TOPICS } from "@/lib/console/queries";
import { routes } from "@/lib/console/routes";
import { readBan } from "@/lib/server/ban-views";
import { requirePerson, viewerCan } from "@/lib/server/request";
import { editBanAction, previewBanAction, revokeBanAction } from "../actions";

export const metadata: Metadata = { title: "Banned component" };

const LIVE = [TOPICS.bans];

export default async function BanPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requirePerson("bans.read");
  const ban = await readBan(viewer, decodeURIComponent((await params).id));
  if (ban === null) notFound();
  const manages = viewerCan(viewer, "bans.manage") && ban.state === "active";
  return (
    <Page
      title="Banned component"
      crumbs={[{ label: "Banned components", href: routes.bans() }]}
      actions={manages ? <EndBan id={ban.id} revision={ban.revision} end={revokeBanAction} /> : null}
    >
      <RefreshOn topics={LIVE} />
      <BanFacts ban={ban} />
      {manages ? (
        <BanForm
          key={ban.revision}
          draft={draftOf(ban.terms)}
          edit={{ id: ban.id, revision: ban.revision, save: editBanAction }}
          preview={previewBanAction}
        />
      ) : null}
    </Page>
  );
}
