/** Why an entry does not follow the one before it: moved, forked, or its predecessor gone. */
import type { Link } from "./links";
import type { ChainFaultKind } from "./report";

export interface LinkPosition {
  readonly link: Link;
  readonly before: Link | undefined;
  /** Before the first stored entry: what was archived. */
  readonly start: { readonly count: number; readonly head: string } | undefined;
  /** Recomputed hash of `before`. */
  readonly beforeHash: string | null;
  /** Where the hashes say that this entry belongs, undefined when they lead nowhere. */
  readonly place: number | undefined;
  /** An earlier entry had the same `previous_hash`. */
  readonly isSecond: boolean;
  readonly isPredecessorPresent: boolean;
  /** The published head is here but entries are too few, so what is gone was in the middle. */
  readonly isShortInside: boolean;
}

export interface LinkFault {
  readonly kind: ChainFaultKind;
  readonly message: string;
  readonly seq: number;
}

export function linkFault(position: LinkPosition): LinkFault | null {
  const { link, before, isSecond } = position;
  const { seq } = link.item;
  const expected = (before?.item.seq ?? position.start?.count ?? 0) + 1;
  const fault = (kind: ChainFaultKind, message: string, at = seq): LinkFault => ({ kind, message, seq: at });
  if (isSecond || seq < expected) return fault("fork", "another entry follows the same one");
  if (isLinked(position)) return seq === expected ? null : fault("reordered", `numbered ${seq}, stands at ${expected}`);
  if (seq > expected) {
    const message = seq - 1 === expected ? "this entry is not there" : `entries up to ${seq - 1} are not there`;
    return fault("missing", message, expected);
  }
  if (position.isPredecessorPresent && position.place !== undefined) {
    // at its own place: then its neighbour is the one that moved, and is reported
    return position.place === seq ? null : fault("reordered", `its hashes say that this is entry ${position.place}`);
  }
  if (position.isShortInside) return fault("missing", "the entry before this one is not there");
  if (before?.entry === null) return null;
  return fault("broken_link", "previous_hash names no entry of this chain");
}

/** The stated hash or the recomputed one will do: a flipped `entry_hash` is that entry's fault, not its follower's. */
function isLinked({ link, before, beforeHash, start }: LinkPosition): boolean {
  if (before === undefined) return link.previous === (start?.head ?? null);
  return link.previous !== null && (link.previous === before.hash || link.previous === beforeHash);
}
