/** The keys that an entry's messages name, side by side: one line where both sides name the same. */
import { KeyRound } from "lucide-react";
import { useMemo } from "react";
import { VisibleText } from "@/components/domain/visible-text";
import { type Signer, signersOf } from "@/lib/console/entry-signers";
import type { ChainRow } from "@/lib/core/read-models/sessions";

const WHO = { agent: "asked under", guardian: "answered under" } as const;

export function Signers({ row }: { row: ChainRow }) {
  const signers = useMemo(() => signersOf(row), [row]);
  const [first, second] = signers;
  if (first === undefined) return null;
  const same = second !== undefined && first.keyId === second.keyId && first.algorithm === second.algorithm;
  return (
    <>
      {(same ? [first] : signers).map((signer) => (
        <One key={signer.by} signer={signer} words={same ? "both sides under" : WHO[signer.by]} />
      ))}
    </>
  );
}

const One = ({ signer, words }: { signer: Signer; words: string }) => (
  <span className="inline-flex min-w-0 items-center gap-1">
    <KeyRound aria-hidden size={12} className="shrink-0" />
    <span className="whitespace-nowrap">{words}</span>
    <span className="whitespace-nowrap text-ink-2">
      <VisibleText text={signer.algorithm} />
    </span>
    <span className="min-w-0 max-w-[22ch] truncate font-mono text-ink-2">
      <VisibleText text={signer.keyId} />
    </span>
  </span>
);
