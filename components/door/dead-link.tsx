/** A one-time link that leads nowhere any more, with what to do instead. */
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { routes } from "@/lib/console/routes";

export const DeadLink = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-4">
    <h1 className="text-20 font-semibold">This link is not valid</h1>
    <div className="text-13 text-ink-2">{children}</div>
    <Button asChild size="lg">
      <Link href={routes.signIn()}>To the sign-in page</Link>
    </Button>
  </div>
);
