/** Runs something while the console is silent: frameworks print the blocks that they were given as errors of their own. */

const METHODS = ["log", "info", "warn", "error", "debug"] as const;

/** Puts the console back in any case. */
export async function withoutChatter<T>(work: () => Promise<T>): Promise<T> {
  const kept = METHODS.map((name) => console[name]);
  for (const name of METHODS) console[name] = () => undefined;
  try {
    return await work();
  } finally {
    METHODS.forEach((name, i) => {
      console[name] = kept[i] as typeof console.log;
    });
  }
}
