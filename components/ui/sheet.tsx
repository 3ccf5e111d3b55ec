"use client";
/** A panel from the edge: right on a desktop, bottom under a thumb. */
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          className="enter fixed inset-y-0 right-0 z-40 flex w-full max-w-[480px] flex-col bg-surface shadow-overlay touch:inset-y-auto touch:bottom-0 touch:max-h-[85dvh] touch:max-w-none touch:rounded-t"
        >
          <header className="flex h-bar shrink-0 items-center justify-between border-b px-4">
            <Radix.Title className="text-14 font-semibold">{title}</Radix.Title>
            <Radix.Close
              aria-label="Close"
              className="inline-flex size-control items-center justify-center rounded text-ink-2 hover:bg-hover hover:text-ink"
            >
              <X size={16} aria-hidden />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
