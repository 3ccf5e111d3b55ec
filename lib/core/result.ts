/** Outcomes as values: expected failures are returned, only bugs are thrown. */

export type Result<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const err = <F>(failure: F): Result<never, F> => ({ ok: false, failure });

/** Marks a branch the types say cannot be reached. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${String(value)}`);
}
