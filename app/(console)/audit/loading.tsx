/** The audit list on its way. */
import { AuditTabs } from "@/components/audit/audit-tabs";
import { Page } from "@/components/shell/page";
import { SkeletonRows } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Page title="Audit" tabs={<AuditTabs />}>
      <SkeletonRows rows={14} columns={["w-36", "w-28", "w-40", "w-48", "w-64"]} />
    </Page>
  );
}
