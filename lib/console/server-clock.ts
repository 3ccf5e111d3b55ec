"use client";
/** The server's clock in the browser: countdowns and "ago" follow it, not the clock of the machine in front of us. */
import { createContext, useContext, useSyncExternalStore } from "react";

export class ServerClock {
  #offset: number;
  #now: number;
  readonly #first: number;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `serverNow` in ms is what the server rendered with, so that the first client render is the same. */
  constructor(serverNow: number) {
    this.#first = serverNow;
    this.#now = serverNow;
    this.#offset = 0;
  }

  /** Called with the server's time whenever it is heard. */
  readonly observe = (serverNow: number): void => {
    this.#offset = serverNow - Date.now();
    this.#tick();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(this.#tick, 1000);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };

  readonly snapshot = (): number => this.#now;
  readonly serverSnapshot = (): number => this.#first;
  /** ms since the epoch, exact, for effects and handlers. */
  readonly exact = (): number => Date.now() + this.#offset;

  readonly #tick = (): void => {
    this.#now = this.exact();
    for (const listener of this.#listeners) listener();
  };
}

export const ServerClockContext = createContext<ServerClock>(new ServerClock(0));

/** ms since the epoch by the server's clock; renders again every second. */
export function useServerNow(): number {
  const clock = useContext(ServerClockContext);
  return useSyncExternalStore(clock.subscribe, clock.snapshot, clock.serverSnapshot);
}

export const useServerClock = (): ServerClock => useContext(ServerClockContext);
