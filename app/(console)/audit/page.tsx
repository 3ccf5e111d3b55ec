/** The audit trail: every change and every decision with its author, newest first. */
import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { ACTION_KINDS, actionWords } from "@/components/audit/action-words";
import { AuditTable } from "@/components/audit/audit-table";
import { AuditTabs } from "@/components/audit/audit-tabs";
import { FilterChips } from "@/components/audit/filter-chips";
import { KindLinks } from "@/components/audit/kind-links";
import { More } from "@/components/audit/more";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { routes } from "@/lib/console/routes";
import { readAudit } from "@/lib/server/admin-views";
import { requirePerson } from "@/lib/server/request";

export const metadata: Metadata = { title: "Audit" };

type Query = { action?: string; actor?: string; subject?: string; before?: string };

interface Props {
  searchParams: Promise<{ [name: string]: string | string[] | undefined }>;
}

export default async function AuditPage({ searchParams }: Props) {
  const viewer = await requirePerson("audit.read");
  const { before, ...filter } = queryOf(await searchParams);
  const page = await readAudit(viewer, {
    action: filter.action,
    actorId: filter.actor,
    subject: filter.subject,
    before: before ?? null,
  });
  const older = page.before === null ? null : routes.audit({ ...filter, before: page.before });
  return (
    <Page title="Audit" tabs={<AuditTabs />}>
      <KindLinks
        current={filter.action ?? ""}
        kinds={ACTION_KINDS}
        hrefOf={(action) => routes.audit({ ...filter, action })}
      />
      <FilterChips chips={chipsOf(filter)} />
      {page.items.length === 0 ? (
        <EmptyState icon={<ScrollText size={24} />} title="Nothing recorded">
          {before || Object.values(filter).some(Boolean)
            ? "No row matches these filters."
            : "Changes by people, decisions, and what the Guardian does on its own appear here."}
        </EmptyState>
      ) : (
        <>
          <AuditTable items={page.items} />
          <More href={older} from={before ? routes.audit(filter) : null} />
        </>
      )}
    </Page>
  );
}

function queryOf(params: { [name: string]: string | string[] | undefined }): Query {
  const text = (name: string) => (typeof params[name] === "string" ? params[name].slice(0, 300) : undefined);
  return { action: text("action"), actor: text("actor"), subject: text("subject"), before: text("before") };
}

function chipsOf(filter: Omit<Query, "before">) {
  const isKind = ACTION_KINDS.some((kind) => kind.value === filter.action);
  return [
    ...(filter.action && !isKind
      ? [{ name: "What", value: actionWords(filter.action), without: routes.audit({ ...filter, action: undefined }) }]
      : []),
    ...(filter.actor
      ? [{ name: "Who", value: filter.actor, without: routes.audit({ ...filter, actor: undefined }) }]
      : []),
    ...(filter.subject
      ? [{ name: "Subject", value: filter.subject, without: routes.audit({ ...filter, subject: undefined }) }]
      : []),
  ];
}
