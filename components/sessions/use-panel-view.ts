"use client";
/** Reading or raw: what a panel of the timeline shows. Kept while the reader walks from row to row; `r` changes it. */
import { useMemo, useState } from "react";
import { type Shortcut, useShortcuts } from "@/lib/console/shortcuts";

export const PANEL_VIEWS = [
  { value: "read", label: "Reading" },
  { value: "raw", label: "Raw" },
] as const;

export type PanelView = (typeof PANEL_VIEWS)[number]["value"];

/** `raw` names what the key shows, such as `Raw request and answer`. */
export function usePanelView(raw: string): readonly [PanelView, (view: PanelView) => void] {
  const [view, setView] = useState<PanelView>("read");
  const shortcuts = useMemo<readonly Shortcut[]>(
    () => [{ keys: "r", label: raw, run: () => setView((now) => (now === "raw" ? "read" : "raw")) }],
    [raw],
  );
  useShortcuts("Step", shortcuts);
  return [view, setView];
}
