"use client";
/** Something that is shown once. It goes only when the reader says that it is kept. */
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";

export interface OnceValue {
  readonly label: string;
  readonly text: string;
}

interface OnceDialogProps {
  title: string;
  /** Why it will not be shown again, and what to do with it. */
  notice: string;
  values: readonly OnceValue[];
  onKept: () => void;
  children?: ReactNode;
}

export function OnceDialog({ title, notice, values, onKept, children }: OnceDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      dismissible={false}
      title={title}
      width={560}
      actions={
        <Button variant="primary" onClick={onKept}>
          I have kept it
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warning">{notice}</Notice>
        {values.map((value) => (
          <div key={value.label}>
            <p className="text-12 text-ink-3">{value.label}</p>
            <div className="mt-1 flex items-start gap-1 rounded border bg-sunken py-1 pr-1 pl-2.5">
              <code data-once={value.label} className="min-w-0 flex-1 self-center py-1 text-13 break-all select-all">
                {value.text}
              </code>
              <CopyButton text={value.text} label={`Copy ${value.label.toLowerCase()}`} />
            </div>
          </div>
        ))}
        {children}
      </div>
    </Dialog>
  );
}
