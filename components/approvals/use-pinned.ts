"use client";
/** The page that is looked at is the one that is decided on: a newer view waits until it is asked for. */
import { useCallback, useState } from "react";
import type { ServedApproval } from "@/lib/core/read-models/approvals";

export interface Pinned {
  readonly served: ServedApproval | null;
  /** Another view is served now; the one drawn is no longer the newest. */
  readonly changed: boolean;
  readonly showNewest: () => void;
}

export function usePinned(newest: ServedApproval | null): Pinned {
  const [pinned, setPinned] = useState(newest);
  // The same view under a newer revision (somebody else voted) changes nothing that is drawn.
  const same = pinned !== null && newest !== null && pinned.viewDigest === newest.viewDigest;
  return {
    served: same ? newest : pinned,
    changed: pinned !== null && newest !== null && !same,
    showNewest: useCallback(() => setPinned(newest), [newest]),
  };
}
