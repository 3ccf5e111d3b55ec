/** Banned components: what is in force, what is over, and why. */
import { Download, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { BanFilterBar } from "@/components/bans/ban-filter-bar";
import { BanTable } from "@/components/bans/ban-table";
import { ImportBans } from "@/components/bans/import-bans";
import { Page } from "@/components/shell/page";
import { RefreshOn } from "@/components/shell/refresh-on";
import { Button } from "@/components/ui/button";
import { TOPICS } from "@/lib/console/queries";
import { api, routes } from "@/lib/console/routes";
import { banFilter, readBans } from "@/lib/server/ban-views";
import { requirePerson, viewerCan } from "@/lib/server/request";
import { importBansAction } from "../actions";

export const metadata: Metadata = { title: "Banned components" };

const LIVE = [TOPICS.bans];

interface BansPageProps {
  searchParams: Promise<{ readonly [name: string]: string | string[] | undefined }>;
}

export default async function BansPage({ searchParams }: BansPageProps) {
  const viewer = await requirePerson("bans.read");
  const query = asQuery(await searchParams);
  const state = query.get("state") ?? "active";
  query.set("state", state);
  const filter = banFilter(query);
  const list = await readBans(viewer, state === "all" ? { ...filter, state: undefined } : filter);
  const manages = viewerCan(viewer, "bans.manage");
  return (
    <Page
      title="Banned components"
      actions={
        <span className="flex gap-2 max-sm:hidden">
          <Tools manages={manages} />
        </span>
      }
    >
      <RefreshOn topics={LIVE} />
      <BanFilterBar counts={list.counts} state={state} text={filter.text ?? ""} />
      <div className="flex flex-wrap gap-2 border-b px-4 py-2 sm:hidden">
        <Tools manages={manages} />
      </div>
      <BanTable list={list} state={state} text={filter.text ?? ""} manages={manages} />
    </Page>
  );
}

const Tools = ({ manages }: { manages: boolean }) => (
  <>
    <Button asChild icon={<Download aria-hidden size={14} />}>
      <Link href={api.bansFile()} prefetch={false} download>
        Export
      </Link>
    </Button>
    {manages ? <ImportBans load={importBansAction} /> : null}
    {manages ? (
      <Button asChild variant="primary" icon={<Plus aria-hidden size={16} />}>
        <Link href={routes.newBan()}>Ban a component</Link>
      </Button>
    ) : null}
  </>
);

function asQuery(given: { readonly [name: string]: string | string[] | undefined }): URLSearchParams {
  return new URLSearchParams(
    Object.entries(given).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}
