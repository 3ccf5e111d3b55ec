"use client";
/** The terms of a ban, with what it hits beside it while it is typed. */
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useAct } from "@/components/settings/use-act";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { type BanDraft, termsOf } from "@/lib/console/ban-draft";
import { routes } from "@/lib/console/routes";
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { Result } from "@/lib/core/result";
import { BanFields } from "./ban-fields";
import { BanPreviewPane } from "./ban-preview-pane";
import { type PreviewBan, useBanPreview } from "./use-ban-preview";

interface BanFormProps {
  readonly draft: BanDraft;
  readonly preview: PreviewBan;
  readonly create?: (terms: unknown) => Promise<Result<{ readonly id: string }, CommandFailure>>;
  readonly edit?: {
    readonly id: string;
    readonly revision: number;
    readonly save: (input: { id: string; revision: number; terms: unknown }) => Promise<Result<void, CommandFailure>>;
  };
}

export function BanForm({ draft: first, preview, create, edit }: BanFormProps) {
  const [draft, setDraft] = useState(first);
  const router = useRouter();
  const act = useAct();
  const shown = useBanPreview(draft, preview);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edit) {
      const { id, revision } = edit;
      void act.run(edit.save({ id, revision, terms: termsOf(draft) }), () => "Ban changed");
    } else if (create) {
      void act.run(create(termsOf(draft)), ({ id }) => {
        router.push(routes.ban(id));
        return "Ban in force";
      });
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,480px)_minmax(0,1fr)] max-lg:grid-cols-1">
      <form
        onSubmit={submit}
        noValidate
        aria-label="Terms of the ban"
        className="flex flex-col gap-4 px-4 py-5 lg:border-r"
      >
        {act.generalError ? (
          <Notice tone="error" live>
            {act.generalError}
          </Notice>
        ) : null}
        <BanFields draft={draft} onChange={setDraft} errorOf={act.errorOf} />
        <div className="flex flex-wrap items-center gap-3 border-t pt-4">
          <Button type="submit" variant={edit ? "primary" : "danger"} size="lg" busy={act.busy}>
            {edit ? "Save the changes" : "Put the ban in force"}
          </Button>
          <span className="text-12 text-ink-3">Takes effect on the next step of every session.</span>
        </div>
      </form>
      <BanPreviewPane shown={shown} />
    </div>
  );
}
