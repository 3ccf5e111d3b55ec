"use client";
/** What a ban would hit, asked again when the typing rests; an older answer never overwrites a newer one. */
import { useEffect, useState } from "react";
import { type BanDraft, saysEnough, termsOf } from "@/lib/console/ban-draft";
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { BanPreview } from "@/lib/core/read-models/bans";
import type { Result } from "@/lib/core/result";

export type PreviewBan = (terms: unknown) => Promise<Result<BanPreview, CommandFailure>>;

export interface ShownPreview {
  readonly state: "nothing" | "looking" | "shown" | "refused";
  /** The last one, also while a newer one is looked for. */
  readonly preview: BanPreview | null;
  readonly message: string | null;
}

const REST_MS = 450;
const NOTHING: ShownPreview = { state: "nothing", preview: null, message: null };
const LOST = "No answer came. Change something to look again.";

export function useBanPreview(draft: BanDraft, preview: PreviewBan): ShownPreview {
  const [shown, setShown] = useState<ShownPreview>(NOTHING);
  // The reason and the end change nothing about what is hit.
  const { reason: _, expiresAt: __, ...matching } = draft;
  const wanted = saysEnough(draft) ? JSON.stringify(matching) : "";
  useEffect(() => {
    if (wanted === "") {
      setShown(NOTHING);
      return;
    }
    let current = true;
    setShown((before) => ({ ...before, state: "looking" }));
    const timer = setTimeout(async () => {
      const terms = termsOf({ ...(JSON.parse(wanted) as typeof matching), reason: "preview", expiresAt: "" });
      const result = await preview(terms).catch(() => null);
      if (!current) return;
      if (result === null) setShown({ state: "refused", preview: null, message: LOST });
      else if (result.ok) setShown({ state: "shown", preview: result.value, message: null });
      else setShown({ state: "refused", preview: null, message: result.failure.message });
    }, REST_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [wanted, preview]);
  return shown;
}
