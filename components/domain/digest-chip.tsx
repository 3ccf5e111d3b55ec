/** A digest with what this browser found out about it. */
import { BadgeCheck, CircleAlert } from "lucide-react";
import { CopyDigest } from "@/components/ui/copy-digest";

interface DigestChipProps {
  readonly digest: string;
  readonly name: string;
  /** `match`: this browser computed the same from what it drew. */
  readonly check?: "match" | "differ" | null;
  readonly href?: string;
}

export function DigestChip({ digest, name, check, href }: DigestChipProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <CopyDigest digest={digest} name={name} href={href} />
      {check === "match" ? (
        <span className="inline-flex items-center gap-1 text-12 text-allow">
          <BadgeCheck aria-hidden size={14} /> computed here
        </span>
      ) : null}
      {check === "differ" ? (
        <span className="inline-flex items-center gap-1 text-12 font-medium text-deny">
          <CircleAlert aria-hidden size={14} /> differs from what was computed here
        </span>
      ) : null}
    </span>
  );
}
