"use server";
/** Open to whoever holds the one-time invitation; the command checks and uses it up. */
import { redirect } from "next/navigation";
import type { JoinState } from "@/components/door/join-form";
import { container } from "@/lib/server/container";
import { joinByInvitation } from "@/lib/server/people";

export async function submitInvitation(token: string, state: JoinState, form: FormData): Promise<JoinState> {
  const name = String(form.get("name") ?? "");
  const result = await joinByInvitation(await container(), {
    token: String(token),
    name,
    password: form.get("password"),
  });
  if (!result.ok) return { failure: result.failure, name, email: state.email };
  redirect("/sign-in?joined=1");
}
