"use client";
/** The column of the sign-in pages, with the appearance picker at its foot. */
import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";
import { ThemePicker } from "@/components/shell/theme";
import { TooltipProvider } from "@/components/ui/tooltip";

export function DoorFrame({ children }: { children: ReactNode }) {
  return (
    <TooltipProvider>
      <div className="flex min-h-dvh flex-col items-center px-5 py-8">
        <div className="flex w-full max-w-[360px] flex-1 flex-col justify-center gap-6">
          <div className="flex items-center gap-2.5">
            <Logo size={28} />
            <span className="text-16 font-semibold">Guardian Console</span>
          </div>
          <main id="content">{children}</main>
        </div>
        <footer className="pt-8">
          <ThemePicker />
        </footer>
      </div>
    </TooltipProvider>
  );
}
