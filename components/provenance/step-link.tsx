/** A step of the session by its number; a dash where it is not stored. */
import Link from "next/link";
import { routes } from "@/lib/console/routes";

export const StepLink = ({ sessionKey, seq }: { sessionKey: string; seq: number | null }) =>
  seq === null ? (
    <span className="text-ink-3">not stored</span>
  ) : (
    <Link href={routes.step(sessionKey, seq)} className="whitespace-nowrap text-accent underline" data-tabular>
      step {seq}
    </Link>
  );
