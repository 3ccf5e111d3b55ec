/** Settings open at the first place that the roles allow. */
import { redirect } from "next/navigation";
import { routes } from "@/lib/console/routes";
import { requirePerson, viewerCan } from "@/lib/server/request";

export default async function SettingsPage() {
  const viewer = await requirePerson("account.manage");
  redirect(viewerCan(viewer, "agents.read") ? routes.agents() : routes.account());
}
