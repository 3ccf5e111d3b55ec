/** Observers of a run, held back until its answer is permitted: what they are shown leaves the run like the answer itself. */

type Callback = (...args: unknown[]) => unknown;

export class HeldCallbacks {
  readonly #ours = new WeakSet<object>();
  readonly #held: (() => unknown)[] = [];
  #isReleased = false;

  /** The callback to give to the framework. What is no function stays as it is. */
  hold(callback: unknown): unknown {
    if (typeof callback !== "function" || this.#ours.has(callback)) return callback;
    const held = (...args: unknown[]) => {
      if (this.#isReleased) return callback(...args);
      this.#held.push(() => (callback as Callback)(...args));
    };
    this.#ours.add(held);
    return held;
  }

  /** Calls them, in order, with what they would have seen; later ones are called at once. What they throw changes nothing. */
  async release(): Promise<void> {
    this.#isReleased = true;
    for (let next = this.#held.shift(); next; next = this.#held.shift()) {
      try {
        await next();
      } catch {
        // an observer changes nothing
      }
    }
  }
}
