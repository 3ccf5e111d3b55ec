/** A page that says why it is not what was wanted, with the way on. */
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { routes } from "@/lib/console/routes";
import { Logo } from "./logo";

interface DeadEndProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export function DeadEnd({ title, children, action }: DeadEndProps) {
  return (
    <main
      id="content"
      className="flex min-h-dvh min-w-0 flex-1 flex-col items-center justify-center gap-4 px-6 text-center"
    >
      <Logo size={32} />
      <h1 className="text-20 font-semibold">{title}</h1>
      <div className="max-w-[52ch] text-13 text-ink-2">{children}</div>
      {action ?? (
        <Button asChild>
          <Link href={routes.home()}>To the start page</Link>
        </Button>
      )}
    </main>
  );
}
