/** Who may see what is claimed, and the agents' postures. Checked above the loading state, so that a refusal is a 403. */
import type { ReactNode } from "react";
import { requirePerson } from "@/lib/server/request";

export default async function ConformanceLayout({ children }: { children: ReactNode }) {
  await requirePerson("agents.read");
  return children;
}
