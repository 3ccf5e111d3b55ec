"use client";
/** A modal dialog: title, optional description, content, and actions at the end. */
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, primary last. */
  actions?: ReactNode;
  width?: 440 | 560 | 720;
  /** False while leaving would lose something that is shown once. */
  dismissible?: boolean;
}

const WIDTHS = { 440: "max-w-[440px]", 560: "max-w-[560px]", 720: "max-w-[720px]" } as const;

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, actions, width = 440, dismissible = true } = props;
  const hold = (event: Event) => {
    if (!dismissible) event.preventDefault();
  };
  // What is shown once is read first: focus starts on the dialog, not on its first button.
  const focusFirst = (event: Event) => {
    if (dismissible || !(event.currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    event.currentTarget.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <div className="pointer-events-none fixed inset-0 z-40 grid grid-cols-1 place-items-center p-4 touch:place-items-end touch:p-0">
          <Radix.Content
            onOpenAutoFocus={focusFirst}
            onEscapeKeyDown={hold}
            onInteractOutside={hold}
            {...(description ? {} : { "aria-describedby": undefined })}
            className={`enter pointer-events-auto outline-none! flex max-h-[calc(100dvh-2rem)] w-full ${WIDTHS[width]} flex-col rounded bg-surface shadow-overlay touch:max-w-none touch:rounded-b-none`}
          >
            <DialogHeader title={title} description={description} dismissible={dismissible} />
            <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
            {actions ? (
              <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{actions}</footer>
            ) : null}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

type HeaderProps = Pick<DialogProps, "title" | "description" | "dismissible">;

const DialogHeader = ({ title, description, dismissible }: HeaderProps) => (
  <header className="flex items-start gap-2 px-5 pt-4">
    <div className="min-w-0 flex-1">
      <Radix.Title className="text-16 font-semibold">{title}</Radix.Title>
      {description ? (
        <Radix.Description asChild>
          <div className="mt-1 text-13 text-ink-2">{description}</div>
        </Radix.Description>
      ) : null}
    </div>
    {dismissible ? (
      <Radix.Close
        aria-label="Close"
        className="-mr-1.5 inline-flex size-control items-center justify-center rounded text-ink-2 hover:bg-hover hover:text-ink"
      >
        <X size={16} aria-hidden />
      </Radix.Close>
    ) : null}
  </header>
);
