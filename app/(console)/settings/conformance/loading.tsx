/** The claim on its way. */
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { Page } from "@/components/shell/page";
import { SkeletonRows } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Page title="Settings" tabs={<SettingsTabs />}>
      <SkeletonRows rows={12} columns={["w-24", "w-96", "w-32"]} />
    </Page>
  );
}
