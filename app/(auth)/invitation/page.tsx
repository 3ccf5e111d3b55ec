/** An invitation: shows what it is for, asks for name and password. Opening it uses nothing up. */
import type { Metadata } from "next";
import { DeadLink } from "@/components/door/dead-link";
import { JoinForm } from "@/components/door/join-form";
import { container } from "@/lib/server/container";
import { openLink } from "@/lib/server/people";
import { submitInvitation } from "./actions";

export const metadata: Metadata = { title: "Invitation" };

interface Props {
  searchParams: Promise<{ token?: string | string[] }>;
}

export default async function InvitationPage({ searchParams }: Props) {
  const { token } = await searchParams;
  const link = typeof token === "string" ? await openLink(await container(), token, "invite") : null;
  if (!link?.person || typeof token !== "string") {
    return (
      <DeadLink>
        It was used, it is older than 72 hours, or a newer one replaced it. Ask an admin for a new one.
      </DeadLink>
    );
  }
  return (
    <JoinForm
      title="Join the console"
      intro={`You are invited as ${link.person.roles.join(", ")}.`}
      invitedEmail={link.person.email}
      initialName={link.person.name}
      submit={submitInvitation.bind(null, token)}
      action="Join"
    />
  );
}
