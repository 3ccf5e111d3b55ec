"use client";
/** Takes a file that a Guardian exported. All of it or none. */
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useAct } from "@/components/settings/use-act";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { formatCount, plural } from "@/lib/console/format";
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { Result } from "@/lib/core/result";

type Counts = { readonly created: number; readonly known: number; readonly over: number };

interface ImportBansProps {
  readonly load: (text: string) => Promise<Result<Counts, CommandFailure>>;
}

/** What a server action takes at most. */
const MAX_BYTES = 900_000;

export function ImportBans({ load }: ImportBansProps) {
  const [open, setOpen] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const act = useAct();
  const tooLarge = file !== null && file.size > MAX_BYTES;
  const send = async () => {
    if (file === null) return;
    await act.run(load(await file.text()), (counts) => {
      setOpen(false);
      setFile(null);
      return said(counts);
    });
  };
  return (
    <>
      <Button icon={<Upload aria-hidden size={14} />} onClick={() => setOpen(true)}>
        Import
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Import bans"
        description="A file that a Guardian exported. All of it comes into force or none; what is banned already is left alone."
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" busy={act.busy} disabled={file === null || tooLarge} onClick={send}>
              Import the file
            </Button>
          </>
        }
      >
        {act.failure ? (
          <Notice tone="error" live title="Nothing was imported">
            {act.failure.message}
            {act.failure.field && act.failure.field !== "file" ? (
              <>
                {" "}
                At <code>{act.failure.field}</code>.
              </>
            ) : null}
          </Notice>
        ) : null}
        {tooLarge ? (
          <Notice tone="error" title="This file is too large">
            At most {formatCount(MAX_BYTES)} bytes at a time. Split it.
          </Notice>
        ) : null}
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label="File of bans"
          className="mt-3 block w-full text-13 file:mr-3 file:h-8 file:rounded file:border file:border-line-strong file:bg-surface file:px-2.5 touch:file:h-11"
          onChange={(event) => {
            act.clear();
            setFile(event.target.files?.[0] ?? null);
          }}
        />
      </Dialog>
    </>
  );
}

function said({ created, known, over }: Counts): string {
  const parts = [plural(created, "ban"), "imported"];
  const rest = [
    known > 0 ? `${formatCount(known)} known already` : "",
    over > 0 ? `${formatCount(over)} over already` : "",
  ].filter((part) => part !== "");
  return rest.length === 0 ? parts.join(" ") : `${parts.join(" ")}, ${rest.join(", ")}`;
}
