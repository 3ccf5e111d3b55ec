"use client";
/** One entry: computed and stored hash, and its own checks in words. */
import clsx from "clsx";
import Link from "next/link";
import { memo } from "react";
import { DispositionBadge } from "@/components/domain/disposition-badge";
import { HookLabel } from "@/components/domain/hook-label";
import { shortDigest } from "@/components/ui/copy-digest";
import { checksOf, FAULT_WORDS } from "@/lib/console/chain-checks";
import type { CheckedEntry } from "@/lib/console/chain-messages";
import { routes } from "@/lib/console/routes";
import { isJsonObject, type JsonObject } from "@/lib/core/json/value";
import type { ChainRow } from "@/lib/core/read-models/sessions";
import { readStored } from "@/lib/core/read-models/shown";
import { CheckWord } from "./check-word";
import { Signers } from "./signers";

interface ChainEntryRowProps {
  readonly sessionKey: string;
  readonly row: ChainRow;
  readonly checked: CheckedEntry | undefined;
}

export const ChainEntryRow = memo(function ChainEntryRow({ sessionKey, row, checked }: ChainEntryRowProps) {
  const entry = readStored(row.entry);
  const known: JsonObject = isJsonObject(entry) ? entry : {};
  const word = (name: string): string | null => (typeof known[name] === "string" ? known[name] : null);
  const stored = word("entry_hash");
  const commits = { request: word("request_hash") !== null, decision: word("decision_hash") !== null };
  const faulty = (checked?.findings.length ?? 0) > 0;
  const own = (checked?.findings ?? []).filter((finding) => finding.seq === row.seq);
  return (
    <div className={clsx("grid grid-cols-[56px_1fr] px-4", faulty && "bg-deny-soft")}>
      <Rail seq={row.seq} state={checked === undefined ? "unknown" : faulty ? "bad" : "good"} />
      <div className="border-b py-2">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-13">
          <Link href={routes.step(sessionKey, row.seq)} className="font-medium hover:text-accent hover:underline">
            <HookLabel method={word("step_type") ?? "unreadable"} />
          </Link>
          <DispositionBadge value={word("decision")} />
          <span className="ml-auto flex flex-wrap items-center gap-x-3 text-12">
            {checksOf(row, checked, commits).map((check) => (
              <CheckWord key={check.name} check={check} />
            ))}
          </span>
        </div>
        <div className="mt-0.5 flex flex-wrap gap-x-4 text-12 text-ink-3">
          <span>
            stored{" "}
            <code className={faulty && checked?.computed !== stored ? "text-deny" : "text-ink-2"}>
              {stored === null ? "none" : shortDigest(stored)}
            </code>
          </span>
          <span>
            computed{" "}
            <code className="text-ink-2">
              {checked === undefined ? "…" : checked.computed === null ? "not possible" : shortDigest(checked.computed)}
            </code>
          </span>
          <Signers row={row} />
        </div>
        {own.map((finding) => (
          <p key={finding.kind} className="mt-1 text-12 text-deny">
            <span className="font-medium">{FAULT_WORDS[finding.kind]}:</span> {finding.message}
          </p>
        ))}
      </div>
    </div>
  );
});

/** The line that links the entries, with a knot at each. */
const Rail = ({ seq, state }: { seq: number; state: "good" | "bad" | "unknown" }) => (
  <span aria-hidden className="relative flex items-start justify-center pt-2.5">
    <span className={clsx("absolute inset-y-0 w-px", state === "bad" ? "bg-deny" : "bg-line-strong")} />
    <span
      data-tabular
      className={clsx(
        "relative rounded-full border bg-canvas px-1.5 text-[11px] leading-4",
        state === "good"
          ? "border-allow text-allow"
          : state === "bad"
            ? "border-deny bg-deny-soft text-deny"
            : "border-line-strong text-ink-3",
      )}
    >
      {seq}
    </span>
  </span>
);
