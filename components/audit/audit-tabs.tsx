"use client";
/** Audit trail and refused messages side by side. */
import { usePathname } from "next/navigation";
import { LinkTabs } from "@/components/ui/tabs";
import { routes } from "@/lib/console/routes";

export function AuditTabs() {
  const pathname = usePathname();
  const refused = pathname.startsWith(routes.refusals());
  return (
    <LinkTabs
      label="Audit"
      tabs={[
        { href: routes.audit(), label: "Audit trail", current: !refused },
        { href: routes.refusals(), label: "Refused messages", current: refused },
      ]}
    />
  );
}
