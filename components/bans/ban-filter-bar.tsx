"use client";
/** Which bans are listed, by standing and by words. The address holds both. */
import { useRouter } from "next/navigation";
import { useState } from "react";
import { SearchInput } from "@/components/ui/search-input";
import { LinkTabs } from "@/components/ui/tabs";
import { formatCount } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { BanList } from "@/lib/core/read-models/bans";

interface BanFilterBarProps {
  readonly counts: BanList["counts"];
  readonly state: string;
  readonly text: string;
}

export function BanFilterBar({ counts, state, text }: BanFilterBarProps) {
  const router = useRouter();
  const [typed, setTyped] = useState(text);
  const tabs = [
    { value: "active", label: "In force", count: counts.active },
    { value: "expired", label: "Over", count: counts.expired },
    { value: "revoked", label: "Lifted", count: counts.revoked },
  ];
  return (
    <>
      <LinkTabs
        label="Which bans"
        tabs={tabs.map(({ value, label, count }) => ({
          href: routes.bans({ state: value, q: text }),
          current: value === state,
          label: (
            <>
              {label}{" "}
              <span className="text-12 text-ink-3" data-tabular>
                {formatCount(count)}
              </span>
            </>
          ),
        }))}
      />
      <search className="border-b px-4 py-2">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            router.push(routes.bans({ state, q: typed.trim() }));
          }}
        >
          <SearchInput
            label="Find bans by name, provider, endpoint, digest or reason"
            placeholder="Name, provider, endpoint or reason"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      </search>
    </>
  );
}
