/** The foot of a list that goes on, or its end. */
import Link from "next/link";
import { Button } from "@/components/ui/button";

export const More = ({ href, from }: { href: string | null; from: string | null }) => (
  <nav aria-label="Pages" className="flex items-center justify-center gap-2 px-4 py-4">
    {from ? (
      <Button asChild>
        <Link href={from}>Newest</Link>
      </Button>
    ) : null}
    {href ? (
      <Button asChild>
        <Link href={href}>Older</Link>
      </Button>
    ) : (
      <span className="text-12 text-ink-3">This is the end of the list.</span>
    )}
  </nav>
);
