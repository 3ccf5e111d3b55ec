/** Permitted messages back into a framework's own: what was left alone stays the same object. */
import { sameJson } from "../../agent-hooks/ctk/same-json";
import type { Message } from "../../agent-hooks/hook-session";

export interface ShownItem<T> {
  readonly shown: Message;
  readonly original: T;
}

/** Each permitted message takes the first equal one that is left, its own place first; others are made by `rewrite`. */
export function keepOrRewrite<T>(
  permitted: readonly Message[],
  before: readonly ShownItem<T>[],
  rewrite: (message: Message, inItsPlace: ShownItem<T> | undefined) => readonly T[],
): T[] {
  const left = new Set(before.keys());
  return permitted.flatMap((message, index) => {
    const at = [index, ...left].find((i) => left.has(i) && sameJson(before[i]?.shown, message));
    if (at === undefined) return rewrite(message, before[index]);
    left.delete(at);
    return [(before[at] as ShownItem<T>).original];
  });
}
