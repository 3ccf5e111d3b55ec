/** The frame around every signed-in page. Pages check their own permission; this only needs somebody. */
import type { ReactNode } from "react";
import { Frame } from "@/components/shell/frame";
import { container } from "@/lib/server/container";
import { requirePerson } from "@/lib/server/request";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const viewer = await requirePerson("account.manage");
  const { clock } = await container();
  const facts = { id: viewer.id, name: viewer.name, email: viewer.email, roles: viewer.roles };
  return (
    <Frame viewer={facts} serverNow={clock.now()}>
      {children}
    </Frame>
  );
}
