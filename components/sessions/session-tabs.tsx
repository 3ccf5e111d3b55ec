/** The views of one session. */
import { LinkTabs } from "@/components/ui/tabs";
import { routes, type SessionTab } from "@/lib/console/routes";

const TABS: readonly { readonly tab: SessionTab; readonly label: string }[] = [
  { tab: "timeline", label: "Timeline" },
  { tab: "agbom", label: "AgBOM" },
  { tab: "chain", label: "Chain" },
  { tab: "provenance", label: "Intent and provenance" },
  { tab: "evidence", label: "Evidence" },
];

export const SessionTabs = ({ sessionKey, current }: { sessionKey: string; current: SessionTab }) => (
  <LinkTabs
    label="Session views"
    tabs={TABS.map(({ tab, label }) => ({ href: routes.session(sessionKey, tab), label, current: tab === current }))}
  />
);
