/** Who may see agents and keys. Checked above the loading state, so that a refusal is a 403 and not a page that turns into one. */
import type { ReactNode } from "react";
import { requirePerson } from "@/lib/server/request";

export default async function AgentsLayout({ children }: { children: ReactNode }) {
  await requirePerson("agents.read");
  return children;
}
