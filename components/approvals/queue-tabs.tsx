/** Waiting and ended items. */
import { LinkTabs } from "@/components/ui/tabs";
import { routes } from "@/lib/console/routes";

export function QueueTabs({ current, count }: { current: "open" | "ended"; count?: number }) {
  return (
    <LinkTabs
      label="Approvals"
      tabs={[
        {
          href: routes.approvals(),
          label: (
            <>
              Waiting
              {count === undefined ? null : (
                <span data-tabular className="text-ink-3">
                  {count}
                </span>
              )}
            </>
          ),
          current: current === "open",
        },
        { href: routes.approvalHistory(), label: "Ended", current: current === "ended" },
      ]}
    />
  );
}
