/** Who may read the audit trail. Checked above the loading state, so that a refusal is a 403 and not a page that turns into one. */
import type { ReactNode } from "react";
import { requirePerson } from "@/lib/server/request";

export default async function AuditLayout({ children }: { children: ReactNode }) {
  await requirePerson("audit.read");
  return children;
}
