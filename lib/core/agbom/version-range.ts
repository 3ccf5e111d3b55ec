/** Whether a version lies in a range, where that can be said at all. */
import semver from "semver";

export type RangeVerdict = "inside" | "outside" | "unknown";

const LOOSE = { loose: true, includePrerelease: true } as const;

/**
 * A range such as `>=1.2 <2`, or one version; `1.2` covers every 1.2.x. Pre-releases count by their order. Versions that
 * have no order (`1.0_beta`, a date with four parts) are inside only a range that names exactly them, and outside of one
 * that names exactly another; against anything else they are unknown, never outside.
 */
export function inRange(version: string, range: string): RangeVerdict {
  const comparable = comparableVersion(version);
  const valid = semver.validRange(range, LOOSE);
  if (comparable !== null && valid !== null) return semver.satisfies(comparable, valid, LOOSE) ? "inside" : "outside";
  if (plain(version) === plain(range)) return "inside";
  return valid === null && isOneVersion(range) ? "outside" : "unknown";
}

/** True for what can serve as the range of a ban. */
export const isRange = (range: string): boolean =>
  range.trim() !== "" && (semver.validRange(range, LOOSE) !== null || isOneVersion(range));

const isOneVersion = (text: string): boolean => /^[\p{L}\p{N}._+~-]+$/u.test(text.trim()) && /\p{N}/u.test(text);

const plain = (version: string): string =>
  version
    .normalize("NFKC")
    .trim()
    .replace(/^v(?=\d)/i, "")
    .toLowerCase();

/** `1`, `1.2`, `v1.2.3-rc.1+build`, `2024.01.05`: what semver orders, zeros filled up and cut. Null for the rest. */
function comparableVersion(version: string): string | null {
  const parts = /^(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?([-+][0-9a-z.+-]+)?$/.exec(plain(version));
  if (!parts) return null;
  const numbers = [parts[1], parts[2], parts[3]].map((digits) => String(Number(digits ?? "0")));
  return semver.valid(`${numbers.join(".")}${parts[4] ?? ""}`, LOOSE);
}
