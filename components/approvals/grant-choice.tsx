"use client";
/** How far an approval reaches when it would widen the session's intent: this one request, or the rest of the session. */
import { CapabilityTable } from "@/components/provenance/capability-table";
import { Segmented } from "@/components/ui/segmented";
import type { Extension } from "@/lib/core/read-models/approvals";

export type GrantScope = "this_request" | "session";

const SCOPES = [
  { value: "this_request", label: "Once" },
  { value: "session", label: "For this session" },
] as const;

interface GrantChoiceProps {
  readonly extension: Extension;
  readonly scope: GrantScope;
  readonly onScope: (scope: GrantScope) => void;
}

export function GrantChoice({ extension, scope, onScope }: GrantChoiceProps) {
  return (
    <section aria-label="How far an approval reaches" className="mb-2 rounded border px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
        <span className="font-medium">Beyond the session&apos;s intent. Approve</span>
        {extension.whyOnce === null ? (
          <Segmented label="How far an approval reaches" value={scope} onChange={onScope} options={SCOPES} />
        ) : (
          <span>
            once <span className="text-12 text-ink-3">{extension.whyOnce}</span>
          </span>
        )}
      </div>
      {scope === "session" ? (
        <div className="mt-1">
          <p className="text-12 text-ask">Until the session ends, its intent then also covers:</p>
          <CapabilityTable label="What the intent would also cover" items={extension.capabilities} />
        </div>
      ) : null}
    </section>
  );
}
