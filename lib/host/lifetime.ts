/** Something that ends once: a session, or its readiness for new steps. Any number of waits may hang on it. */

export class Lifetime {
  readonly #listeners = new Set<() => void>();
  #ended = false;

  get ended(): boolean {
    return this.#ended;
  }

  end(): void {
    this.#ended = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  /** Calls back at the end, or at once when it is over. Returns how to stop listening. */
  onEnd(listener: () => void): () => void {
    if (this.#ended) listener();
    else this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Resolves after `ms`, or when the lifetime ends. */
export function pause(ms: number, lifetime: Lifetime): Promise<void> {
  return new Promise((resolve) => {
    let handle: ReturnType<typeof setTimeout> | undefined;
    const forget = lifetime.onEnd(() => {
      clearTimeout(handle);
      resolve();
    });
    if (lifetime.ended) return;
    handle = setTimeout(() => {
      forget();
      resolve();
    }, ms);
  });
}
