/** What this tab knows about a chain from having recomputed it. Kept in the cache of reads, never sent anywhere. */

export interface CheckedHead {
  /** Recomputed hash of the last entry. */
  readonly head: string | null;
  readonly entries: number;
  readonly faults: number;
}

export const checkedHeadKey = (sessionKey: string) => ["checked-head", sessionKey] as const;
