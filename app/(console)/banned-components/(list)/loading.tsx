/** The shape of the list while it is read. Of the list alone: above the form of a new ban it would turn a 403 into a 200. */
import { Page } from "@/components/shell/page";
import { SkeletonRows } from "@/components/ui/skeleton";

export default function BansLoading() {
  return (
    <Page title="Banned components">
      <SkeletonRows rows={10} columns={["w-56", "w-64", "w-24", "w-24"]} />
    </Page>
  );
}
