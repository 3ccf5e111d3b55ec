"use client";
/** Keyboard shortcuts: each view registers its own, the `?` overlay lists what is registered now. */
import { createContext, useContext, useEffect, useRef } from "react";

export interface Shortcut {
  /** One key (`j`, `?`, `Enter`, `[`) or two in sequence (`g q`). Compared with KeyboardEvent.key, without case for letters. */
  readonly keys: string;
  readonly label: string;
  readonly run: (event: KeyboardEvent) => void;
  /** False keeps it listed but idle. */
  readonly enabled?: boolean;
}

export interface ShortcutGroup {
  readonly name: string;
  readonly shortcuts: readonly Shortcut[];
}

/** How long after the first key of a sequence the second one counts. */
const SEQUENCE_MS = 1200;

export class ShortcutRegistry {
  readonly #groups = new Map<symbol, ShortcutGroup>();
  #first: { key: string; at: number } | null = null;

  add(id: symbol, group: ShortcutGroup): void {
    this.#groups.set(id, group);
  }

  remove(id: symbol): void {
    this.#groups.delete(id);
  }

  groups(): readonly ShortcutGroup[] {
    return [...this.#groups.values()];
  }

  /** Runs the shortcut that the key completes; later groups win, so a page overrides the frame. */
  readonly handle = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.repeat && event.key.length === 1 && !/^[jk]$/i.test(event.key)) return;
    if (isTyping(event.target) || isModalOpen()) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const first = this.#first;
    this.#first = null;
    const sequence = first && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${key}` : null;
    const found = (sequence && this.#find(sequence)) || this.#find(key);
    if (found) {
      event.preventDefault();
      found.run(event);
    } else if (this.#opensSequence(key)) {
      this.#first = { key, at: event.timeStamp };
    }
  };

  #all(): readonly Shortcut[] {
    return [...this.#groups.values()].reverse().flatMap((group) => group.shortcuts);
  }

  #find(keys: string): Shortcut | undefined {
    return this.#all().find((shortcut) => shortcut.keys === keys && shortcut.enabled !== false);
  }

  #opensSequence(key: string): boolean {
    return this.#all().some((shortcut) => shortcut.keys.startsWith(`${key} `));
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isModalOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

export const ShortcutContext = createContext(new ShortcutRegistry());

/** Registers shortcuts while the component is mounted. The list may be built anew on each render. */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const registry = useContext(ShortcutContext);
  const id = useRef(Symbol(name));
  useEffect(() => {
    registry.add(id.current, { name, shortcuts });
  }, [registry, name, shortcuts]);
  useEffect(() => {
    const own = id.current;
    return () => registry.remove(own);
  }, [registry]);
}
