/** The active bundle on its way. */
import { Page } from "@/components/shell/page";
import { SkeletonRows } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Page title="Policies">
      <SkeletonRows rows={10} columns={["w-24", "w-72"]} />
    </Page>
  );
}
