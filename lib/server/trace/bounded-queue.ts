/** First in, first out, bounded in number and in weight; what does not fit pushes the oldest out. */

export interface QueueLimits {
  readonly items: number;
  readonly weight: number;
}

export class BoundedQueue<T> {
  readonly #limits: QueueLimits;
  readonly #weigh: (item: T) => number;
  #items: T[] = [];
  #head = 0;
  #weight = 0;

  constructor(limits: QueueLimits, weigh: (item: T) => number) {
    this.#limits = limits;
    this.#weigh = weigh;
  }

  get length(): number {
    return this.#items.length - this.#head;
  }

  /** How many of the oldest had to go, the new one included when it alone is too heavy. */
  push(item: T): number {
    this.#items.push(item);
    this.#weight += this.#weigh(item);
    let dropped = 0;
    while (this.length > this.#limits.items || this.#weight > this.#limits.weight) {
      if (this.take(1).length === 0) break;
      dropped += 1;
    }
    return dropped;
  }

  take(count: number): readonly T[] {
    const taken = this.#items.slice(this.#head, this.#head + count);
    this.#head += taken.length;
    for (const item of taken) this.#weight -= this.#weigh(item);
    // shifting one by one would cost as much as the queue is long
    if (this.#head > 1_024 || this.#head === this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return taken;
  }
}
