/** Waits of a bounded length: whoever answers too late is told so by its signal, and what it then says is not heard. */

export type Answer =
  | { readonly kind: "answered"; readonly value: unknown }
  | { readonly kind: "failed" }
  | { readonly kind: "late" };

/** The longest delay that a timer takes; beyond it, timers fire at once. */
export const LONGEST_WAIT_MS = 2_147_483_647;

/** The limit, checked. Throws on what is no length of time: a host with it must not start. */
export function checkedLimit(name: string, ms: number): number {
  if (typeof ms !== "number" || !(ms > 0)) throw new TypeError(`${name}: a number of ms above 0`);
  return Math.min(ms, LONGEST_WAIT_MS);
}

/** What `ask` answers within `ms`. Never rejects. */
export function within(ms: number, ask: (signal: AbortSignal) => unknown): Promise<Answer> {
  const abort = new AbortController();
  return new Promise((settle) => {
    const timer = setTimeout(() => {
      settle({ kind: "late" });
      abort.abort();
    }, ms);
    const end = (answer: Answer) => {
      clearTimeout(timer);
      settle(answer);
    };
    // in a promise of its own, so that a throw before the first await and a hostile `then` are failures too
    new Promise((resolve) => resolve(ask(abort.signal))).then(
      (value) => end({ kind: "answered", value }),
      () => end({ kind: "failed" }),
    );
  });
}
