/** Reads stored entries and finds where each one truly belongs, by following the hashes from the first entry. */
import { member } from "../json/build";
import { readStoredText } from "../json/read";
import { isJsonObject, type JsonObject } from "../json/value";
import type { ChainItem } from "./report";

/** One stored entry, read. `entry` is null when its text is no ContextEntry. */
export interface Link {
  readonly item: ChainItem;
  readonly entry: JsonObject | null;
  /** As stated by the entry; "" when unreadable. */
  readonly hash: string;
  readonly previous: string | null;
  /** The array held this item at another index than its number says. */
  readonly isMisplaced: boolean;
}

/** A stored message or entry as a value, null when its text is not a strict JSON object. */
export function readStored(text: string): JsonObject | null {
  const value = readStoredText(text);
  return value.ok && isJsonObject(value.value) ? value.value : null;
}

function readLink(item: ChainItem, isMisplaced: boolean): Link {
  const entry = readStored(item.entry);
  const hash = member(entry ?? undefined, "entry_hash");
  const previous = member(entry ?? undefined, "previous_hash") ?? null;
  const isEntry = typeof hash === "string" && (previous === null || typeof previous === "string");
  if (entry === null || !isEntry) return { item, entry: null, hash: "", previous: null, isMisplaced };
  return { item, entry, hash, previous, isMisplaced };
}

/** The entries in the order of their numbers. */
export function readLinks(items: readonly ChainItem[]): readonly Link[] {
  const sorted = [...items].sort((a, b) => a.seq - b.seq);
  return sorted.map((item, at) => readLink(item, items[at] !== item));
}

/**
 * The place of every entry that the hashes lead to, from 1. An entry whose predecessor is absent counts from its own
 * number, so that one gap does not make all later entries look moved. Entries in a circle have no place.
 */
export function placesOf(links: readonly Link[]): ReadonlyMap<Link, number> {
  const known = new Set(links.map((link) => link.hash));
  const followers = new Map<string | null, Link[]>();
  for (const link of links) {
    if (link.entry === null) continue;
    const siblings = followers.get(link.previous);
    if (siblings === undefined) followers.set(link.previous, [link]);
    else siblings.push(link);
  }
  const places = new Map<Link, number>();
  const isRoot = (link: Link) => link.entry !== null && (link.previous === null || !known.has(link.previous));
  const open = links.filter(isRoot).map((link) => ({ link, place: link.previous === null ? 1 : link.item.seq }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (places.has(next.link)) continue;
    places.set(next.link, next.place);
    for (const link of followers.get(next.link.hash) ?? []) open.push({ link, place: next.place + 1 });
  }
  return places;
}
