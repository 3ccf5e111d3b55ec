/** Refused messages: what could not be accepted at all, with size and hash but never the content. */
import { ShieldX } from "lucide-react";
import type { Metadata } from "next";
import { AuditTabs } from "@/components/audit/audit-tabs";
import { KindLinks } from "@/components/audit/kind-links";
import { More } from "@/components/audit/more";
import { RefusalTable } from "@/components/audit/refusal-table";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { routes } from "@/lib/console/routes";
import { readRefusalReasons, readRefusals } from "@/lib/server/admin-views";
import { requirePerson } from "@/lib/server/request";

export const metadata: Metadata = { title: "Refused messages" };

interface Props {
  searchParams: Promise<{ reason?: string | string[]; before?: string | string[] }>;
}

export default async function RefusalsPage({ searchParams }: Props) {
  const viewer = await requirePerson("audit.read");
  const params = await searchParams;
  const reason = typeof params.reason === "string" ? params.reason.slice(0, 100) : "";
  const before = typeof params.before === "string" ? params.before : null;
  const [page, reasons] = await Promise.all([
    readRefusals(viewer, { reason: reason || undefined, before }),
    readRefusalReasons(viewer),
  ]);
  const kinds = [
    { value: "", label: "All reasons" },
    ...reasons.map((row) => ({ value: row.reason, label: row.reason, count: row.count })),
  ];
  return (
    <Page title="Audit" tabs={<AuditTabs />}>
      {reasons.length > 0 ? (
        <KindLinks current={reason} kinds={kinds} hrefOf={(value) => routes.refusals({ reason: value })} />
      ) : null}
      {page.items.length === 0 ? (
        <EmptyState icon={<ShieldX size={24} />} title="Nothing was refused">
          Messages that cannot be read, are not signed right, are repeated or come at the wrong time appear here.
        </EmptyState>
      ) : (
        <>
          <RefusalTable items={page.items} />
          <More
            href={page.before === null ? null : routes.refusals({ reason, before: page.before })}
            from={before ? routes.refusals({ reason }) : null}
          />
        </>
      )}
    </Page>
  );
}
