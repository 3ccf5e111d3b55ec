/** A settings list on its way. */
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { Page } from "@/components/shell/page";
import { SkeletonRows } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Page title="Settings" tabs={<SettingsTabs />}>
      <SkeletonRows rows={8} columns={["w-48", "w-32", "w-28", "w-24"]} />
    </Page>
  );
}
