/** The start page is the first place that the person's roles open. */
import { redirect } from "next/navigation";
import { routes } from "@/lib/console/routes";
import { requirePerson, viewerCan } from "@/lib/server/request";

export default async function Home() {
  const viewer = await requirePerson("account.manage");
  redirect(viewerCan(viewer, "approvals.read") ? routes.approvals() : routes.account());
}
