"use server";
/** One's own account. */
import { err } from "@/lib/core/result";
import { changeOwnName, changeOwnPassword, endOwnSignIn } from "@/lib/guardian/commands/account";
import { asActor } from "@/lib/server/act";
import { ownPasswordTools } from "@/lib/server/own-password";
import { requireActionPerson } from "@/lib/server/request";

const me = () => requireActionPerson("account.manage");

export async function renameAction(name: string) {
  return asActor(await me(), (deps, actor) => changeOwnName(deps, actor, name));
}

export async function changePasswordAction(input: { current: string; next: string }) {
  const viewer = await me();
  if (!viewer.ok) return viewer;
  const tools = await ownPasswordTools(viewer.value);
  if (!tools) return err({ kind: "limited" as const, message: "Too many attempts. Wait 15 minutes and try again." });
  const change = { current: input?.current, next: input?.next, ...tools };
  return asActor(viewer, (deps, actor) => changeOwnPassword(deps, actor, change));
}

export async function endSignInAction(signInId: string) {
  return asActor(await me(), (deps, actor) => endOwnSignIn(deps, actor, String(signInId)));
}
