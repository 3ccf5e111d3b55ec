/** Forward scan: expectations are met by later and later things, each by the next one at its point. */

interface AtPoint {
  readonly interception_point: string;
}

/** For each expectation what meets it, undefined from the first one on that nothing is left for. */
export function inOrder<T extends AtPoint>(
  expected: readonly AtPoint[],
  seen: readonly T[],
): readonly (T | undefined)[] {
  let from = 0;
  return expected.map(({ interception_point: point }) => {
    const at = seen.findIndex((one, i) => i >= from && one.interception_point === point);
    from = at === -1 ? seen.length : at + 1;
    return seen[at];
  });
}
