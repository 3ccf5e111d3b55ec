/** Observers of a run, told of it only when its answer is permitted: what they are given leaves the host too. */
import { BaseCallbackHandler, type CallbackHandlerMethods } from "@langchain/core/callbacks/base";

type Handler = CallbackHandlerMethods & { readonly name?: string };

export interface HeldCallbacks {
  /** In place of the given ones. */
  readonly handlers: BaseCallbackHandler[];
  /** Tells the real ones, in order. Like the framework, swallows what they throw. */
  replay(): Promise<void>;
  /** What they would be told holds an answer that nobody may see. */
  drop(): void;
}

/** Of a list of handlers, or of a callback manager that has one. */
export const handlersOf = (callbacks: unknown): Handler[] =>
  Array.isArray(callbacks) ? callbacks : ((callbacks as { handlers?: Handler[] } | undefined)?.handlers ?? []);

export function holdCallbacks(handlers: readonly unknown[]): HeldCallbacks {
  const queue: (() => unknown)[] = [];
  return {
    handlers: handlers.map((handler, index) => holding(handler as Handler, index, queue)),
    drop: () => queue.splice(0),
    async replay() {
      for (const tell of queue) {
        try {
          await tell();
        } catch {
          // an observer changes nothing
        }
      }
    },
  };
}

function holding(handler: Handler, index: number, queue: (() => unknown)[]): BaseCallbackHandler {
  const held = BaseCallbackHandler.fromMethods({});
  held.name = `held-${index}`;
  for (const name of methodsOf(handler)) {
    const value = (...args: unknown[]) => {
      queue.push(() => (handler as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args));
    };
    Object.defineProperty(held, name, { value });
  }
  return held;
}

function methodsOf(handler: object): string[] {
  const names = new Set<string>();
  for (let level = handler; level !== Object.prototype && level !== null; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) if (name.startsWith("handle")) names.add(name);
  }
  return [...names];
}
