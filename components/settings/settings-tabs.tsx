"use client";
/** The places of Settings that the viewer's roles open. */
import { usePathname } from "next/navigation";
import { useCan } from "@/components/shell/viewer";
import { LinkTabs } from "@/components/ui/tabs";
import { routes } from "@/lib/console/routes";

export function SettingsTabs() {
  const pathname = usePathname();
  const seesAgents = useCan("agents.read");
  const seesPeople = useCan("people.manage");
  const tabs = [
    ...(seesAgents ? [{ href: routes.agents(), label: "Agents and keys" }] : []),
    ...(seesPeople ? [{ href: routes.people(), label: "People and roles" }] : []),
    ...(seesAgents ? [{ href: routes.conformance(), label: "Conformance" }] : []),
    { href: routes.account(), label: "My account" },
  ];
  return <LinkTabs label="Settings" tabs={tabs.map((tab) => ({ ...tab, current: pathname.startsWith(tab.href) }))} />;
}
