"use client";
/** The frame around every signed-in page: rail or bottom bar, palette, shortcuts, live feed, messages. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import { ServerClock, ServerClockContext } from "@/lib/console/server-clock";
import { ShortcutContext, ShortcutRegistry, useShortcuts } from "@/lib/console/shortcuts";
import { LiveContext, useLiveConnection } from "@/lib/console/use-live";
import { BottomBar } from "./bottom-bar";
import { MeSheet } from "./me-sheet";
import { placesFor } from "./navigation";
import { Palette } from "./palette";
import { Rail } from "./rail";
import { ShortcutHelp } from "./shortcut-help";
import { useViewer, type ViewerFacts, ViewerProvider } from "./viewer";

interface FrameControl {
  openPalette: () => void;
  openHelp: () => void;
}

const FrameContext = createContext<FrameControl>({ openPalette: () => undefined, openHelp: () => undefined });

export const useFrame = () => useContext(FrameContext);

interface FrameProps {
  viewer: ViewerFacts;
  /** ms since the epoch when the server rendered this. */
  serverNow: number;
  children: ReactNode;
}

const makeQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1, refetchOnWindowFocus: false } } });

export function Frame({ viewer, serverNow, children }: FrameProps) {
  const [queries] = useState(makeQueryClient);
  const [clock] = useState(() => new ServerClock(serverNow));
  const [registry] = useState(() => new ShortcutRegistry());
  return (
    <QueryClientProvider client={queries}>
      <ServerClockContext.Provider value={clock}>
        <ShortcutContext.Provider value={registry}>
          <ViewerProvider viewer={viewer}>
            <TooltipProvider>
              <ToastProvider>
                <Chrome registry={registry}>{children}</Chrome>
              </ToastProvider>
            </TooltipProvider>
          </ViewerProvider>
        </ShortcutContext.Provider>
      </ServerClockContext.Provider>
    </QueryClientProvider>
  );
}

function Chrome({ registry, children }: { registry: ShortcutRegistry; children: ReactNode }) {
  const live = useLiveConnection();
  const [open, setOpen] = useState<"palette" | "help" | "me" | null>(null);
  useFrameShortcuts(registry, setOpen);
  const control = useMemo(() => ({ openPalette: () => setOpen("palette"), openHelp: () => setOpen("help") }), []);
  const show = (name: "palette" | "help" | "me") => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  });
  return (
    <LiveContext.Provider value={live}>
      <FrameContext.Provider value={control}>
        <a
          href="#content"
          className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-50 focus-visible:rounded focus-visible:bg-surface focus-visible:px-3 focus-visible:py-2"
        >
          Skip to content
        </a>
        <div className="flex min-h-dvh">
          <Rail />
          {children}
        </div>
        <BottomBar onSearch={control.openPalette} onMe={() => setOpen("me")} />
        <Palette {...show("palette")} onHelp={control.openHelp} />
        <ShortcutHelp {...show("help")} />
        <MeSheet {...show("me")} />
      </FrameContext.Provider>
    </LiveContext.Provider>
  );
}

function useFrameShortcuts(registry: ShortcutRegistry, setOpen: (open: "palette" | "help") => void): void {
  const router = useRouter();
  const { roles } = useViewer();
  const shortcuts = useMemo(
    () => [
      ...placesFor(roles).map((place) => ({
        keys: `g ${place.key}`,
        label: `Go to ${place.label.toLowerCase()}`,
        run: () => router.push(place.href),
      })),
      { keys: "?", label: "Show keyboard shortcuts", run: () => setOpen("help") },
    ],
    [roles, router, setOpen],
  );
  useShortcuts("Everywhere", shortcuts);
  useEffect(() => {
    const palette = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen("palette");
    };
    window.addEventListener("keydown", palette);
    window.addEventListener("keydown", registry.handle);
    return () => {
      window.removeEventListener("keydown", palette);
      window.removeEventListener("keydown", registry.handle);
    };
  }, [registry, setOpen]);
}
