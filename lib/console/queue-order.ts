/** The order of the queue, and how it stays put while a person is inside it. */
import type { Risk } from "../core/policy/types";

const RISK_RANK: { readonly [risk in Risk]: number } = { critical: 0, high: 1, medium: 2, low: 3 };

interface Ordered {
  readonly id: string;
  readonly risk: Risk;
  readonly expiresAt: number;
}

/** Highest risk first, then the one that ends soonest, then by id so that equal items never swap. */
export function byUrgency(a: Ordered, b: Ordered): number {
  return RISK_RANK[a.risk] - RISK_RANK[b.risk] || a.expiresAt - b.expiresAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

export interface ShownQueue {
  /** Ids in the order drawn. While held, ids that left the queue keep their place. */
  readonly ids: readonly string[];
  /** Ids that wait behind the pill. */
  readonly waiting: readonly string[];
}

/**
 * What the list draws next. Free: the latest order. Held (focus or pointer inside the list): the drawn ids keep
 * their places, whatever happened to them, and new ones wait.
 */
export function nextShown(drawn: readonly string[], latest: readonly Ordered[], held: boolean): ShownQueue {
  const sorted = [...latest].sort(byUrgency).map((item) => item.id);
  if (!held || drawn.length === 0) return { ids: sorted, waiting: [] };
  const known = new Set(drawn);
  return { ids: drawn, waiting: sorted.filter((id) => !known.has(id)) };
}

/** The neighbour of `current` in `ids`; with nothing selected, the first (or last, going up). */
export function neighbour(ids: readonly string[], current: string | null, step: 1 | -1): string | null {
  if (ids.length === 0) return null;
  const at = current === null ? -1 : ids.indexOf(current);
  if (at === -1) return (step === 1 ? ids[0] : ids[ids.length - 1]) ?? null;
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))] ?? null;
}
