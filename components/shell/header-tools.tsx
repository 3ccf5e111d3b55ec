"use client";
/** The right side of the header: search, live state, account. */
import { Search } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Kbd } from "@/components/ui/kbd";
import { initials } from "@/lib/console/format";
import { AccountMenu } from "./account-menu";
import { useFrame } from "./frame";
import { LiveDot } from "./live-dot";
import { useViewer } from "./viewer";

export function HeaderTools() {
  const { openPalette } = useFrame();
  const viewer = useViewer();
  return (
    <div className="flex shrink-0 items-center gap-1">
      <button
        type="button"
        onClick={openPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className="inline-flex h-control items-center gap-2 rounded border bg-surface px-2 text-12 text-ink-3 transition-colors hover:border-line-strong hover:text-ink max-sm:hidden"
      >
        <Search size={14} aria-hidden />
        <span className="max-lg:sr-only">Search</span>
        <Kbd>{useIsApple() ? "⌘K" : "Ctrl K"}</Kbd>
      </button>
      <LiveDot />
      <div className="max-sm:hidden">
        <AccountMenu
          trigger={
            <button
              type="button"
              aria-label={`Account of ${viewer.name}`}
              className="inline-flex size-7 items-center justify-center rounded-full bg-accent-soft text-[11px] font-semibold text-accent"
            >
              {initials(viewer.name)}
            </button>
          }
        />
      </div>
    </div>
  );
}

const never = () => () => undefined;

const useIsApple = (): boolean =>
  useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
