/** Runs the work of one key strictly one after the other, and that of different keys side by side. */

export class Lanes {
  readonly #tails = new Map<string, Promise<unknown>>();

  get size(): number {
    return this.#tails.size;
  }

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(key) ?? Promise.resolve();
    const result = previous.then(work, work);
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      });
    this.#tails.set(key, tail);
    return result;
  }
}
