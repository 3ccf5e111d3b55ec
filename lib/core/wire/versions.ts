/** ACS versions: the same major number is common ground (§3). */

const major = (version: string): number => Number(version.split(".", 1)[0]);

function compareVersions(a: string, b: string): number {
  const left = a.split(".").map(Number);
  const right = b.split(".").map(Number);
  for (let i = 0; i < 3; i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Our own version when offered, else the highest offered with the same major (W§17.3). */
export function chooseVersion(offered: readonly string[], own: string): string | undefined {
  if (offered.includes(own)) return own;
  return offered
    .filter((version) => major(version) === major(own))
    .sort(compareVersions)
    .at(-1);
}
