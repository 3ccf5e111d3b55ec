"use server";
/** Open to whoever holds the one-time set-up link; the command checks and uses it up. */
import { redirect } from "next/navigation";
import type { JoinState } from "@/components/door/join-form";
import { container } from "@/lib/server/container";
import { makeFirstPerson } from "@/lib/server/people";

export async function submitSetup(token: string, _state: JoinState, form: FormData): Promise<JoinState> {
  const [name, email] = [String(form.get("name") ?? ""), String(form.get("email") ?? "")];
  const result = await makeFirstPerson(await container(), {
    token: String(token),
    name,
    email,
    password: form.get("password"),
  });
  if (!result.ok) return { failure: result.failure, name, email };
  redirect("/sign-in?joined=1");
}
