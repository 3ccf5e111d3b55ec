/** Who may read bans. Checked above the loading state, so that a refusal is a 403 and not a page that turns into one. */
import type { ReactNode } from "react";
import { requirePerson } from "@/lib/server/request";

export default async function BansLayout({ children }: { children: ReactNode }) {
  await requirePerson("bans.read");
  return children;
}
