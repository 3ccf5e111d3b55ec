"use client";
/** Asks once before something that cannot be taken back. The button names the act; focus starts on the way out. */
import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  /** Names the act: "Revoke key k-1", never "OK". */
  action: string;
  danger?: boolean;
  busy?: boolean;
  error?: string | null;
  onConfirm: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, action, danger = false, busy = false, error, onConfirm } = props;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <div className="pointer-events-none fixed inset-0 z-40 grid grid-cols-1 place-items-center p-4">
          <Radix.Content className="enter pointer-events-auto w-full max-w-[440px] rounded bg-surface shadow-overlay">
            <div className="px-5 pt-4 pb-5">
              <Radix.Title className="text-16 font-semibold">{title}</Radix.Title>
              <Radix.Description asChild>
                <div className="mt-2 space-y-2 text-13 text-ink-2">{children}</div>
              </Radix.Description>
              {error ? (
                <p role="alert" className="mt-3 text-13 text-deny">
                  {error}
                </p>
              ) : null}
            </div>
            <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">
              <Radix.Cancel asChild>
                <Button>Cancel</Button>
              </Radix.Cancel>
              <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
                {action}
              </Button>
            </footer>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
