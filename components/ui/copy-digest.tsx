"use client";
/** A digest in short form: whole on hover and focus, exact on copy, with a way to its verification. */
import clsx from "clsx";
import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import { CopyButton } from "./copy-button";
import { Tooltip } from "./tooltip";

/** `sha256:9f86d081884c…` → `9f86d081…f00a08`; short values stay whole. */
export function shortDigest(digest: string): string {
  const hex = digest.replace(/^sha256:/, "");
  return hex.length <= 18 ? hex : `${hex.slice(0, 8)}…${hex.slice(-6)}`;
}

interface CopyDigestProps {
  digest: string;
  /** What it is a digest of, for its accessible name: "action digest". */
  name: string;
  /** Where it can be verified. */
  href?: string;
  className?: string;
}

export function CopyDigest({ digest, name, href, className }: CopyDigestProps) {
  return (
    <span className={clsx("inline-flex items-center gap-0.5", className)}>
      <Tooltip content={<span className="font-mono break-all">{digest}</span>}>
        <button type="button" aria-label={`${name} ${digest}`} className="cursor-default! rounded-sm font-mono text-12">
          {shortDigest(digest)}
        </button>
      </Tooltip>
      <CopyButton text={digest} label={`Copy ${name}`} className="size-6! touch:size-9!" />
      {href ? (
        <Link href={href} aria-label={`Verify ${name}`} className="rounded-sm p-1 text-ink-2 hover:text-ink">
          <ShieldCheck size={14} aria-hidden />
        </Link>
      ) : null}
    </span>
  );
}
