/** The set-up page: the first account of an empty console, by the one-time link that the first start printed. */
import type { Metadata } from "next";
import { DeadLink } from "@/components/door/dead-link";
import { JoinForm } from "@/components/door/join-form";
import { container } from "@/lib/server/container";
import { openLink } from "@/lib/server/people";
import { submitSetup } from "./actions";

export const metadata: Metadata = { title: "Set up" };

interface Props {
  searchParams: Promise<{ token?: string | string[] }>;
}

export default async function SetupPage({ searchParams }: Props) {
  const { token } = await searchParams;
  const link = typeof token === "string" ? await openLink(await container(), token, "setup") : null;
  if (!link || typeof token !== "string") {
    return (
      <DeadLink>
        It was used, or a later start replaced it. While nobody has an account, every start of the server prints a new
        set-up link. Afterwards, an admin invites people.
      </DeadLink>
    );
  }
  return (
    <JoinForm
      title="Make the first account"
      intro="It gets every role: approver, analyst and admin. Invite the others afterwards, under Settings."
      initialName=""
      submit={submitSetup.bind(null, token)}
      action="Make the account"
    />
  );
}
