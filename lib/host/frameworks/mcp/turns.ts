/** Order and bounds of one direction: messages are judged side by side and handed on in the order in which they came. */

export interface Turn {
  /** Resolves when everything before has been handed on, or waits for people and lets others pass. */
  readonly ready: Promise<void>;
  leave(): void;
}

export class Turns {
  #last: Promise<void> = Promise.resolve();

  take(): Turn {
    const ready = this.#last;
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.#last = ready.then(() => left);
    return { ready, leave };
  }
}

export interface Slot {
  release(): void;
}

/** At most `running` at once, at most `waiting` behind them: a flood costs its sender, not us. */
export class Slots {
  readonly #limits: { readonly running: number; readonly waiting: number };
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(limits: { readonly running: number; readonly waiting: number }) {
    this.#limits = limits;
  }

  /** Null when there is no room to wait in. */
  async acquire(): Promise<Slot | null> {
    if (this.#running >= this.#limits.running) {
      if (this.#queue.length >= this.#limits.waiting) return null;
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else {
      this.#running += 1;
    }
    let held = true;
    return {
      release: () => {
        if (!held) return;
        held = false;
        const next = this.#queue.shift();
        if (next) next();
        else this.#running -= 1;
      },
    };
  }
}
