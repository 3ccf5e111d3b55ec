/** Which vectors a surface leaves out, by id. A run with other skips fails, so that nothing is skipped unseen. */
import type { SurfaceName } from "./surfaces";

const BIG_NUMBERS = "a JavaScript host reads a JSON number as a double and cannot see that it was rounded";
const BUFFERS = "this surface buffers: it has no incremental output";
const INCREMENTAL = "this surface mediates incrementally: it has no buffered stream";
const CONTINUES = "says something about posture terminate";
const TERMINATES = "says something about posture continue";

/** Id without its slug to reason. */
type Pins = Readonly<Record<string, string>>;

const pins = (reason: string, ...ids: readonly string[]): Pins => Object.fromEntries(ids.map((id) => [id, reason]));

const ALWAYS = pins(BIG_NUMBERS, "AH-CTK-090", "AH-CTK-091", "AH-CTK-095");
const NOT_INCREMENTAL = pins(
  BUFFERS,
  ...["AH-CTK-110", "AH-CTK-111", "AH-CTK-112", "AH-CTK-113", "GH-CTK-421", "GH-CTK-422"],
);
const NOT_BUFFERED = pins(INCREMENTAL, "GH-CTK-411", "GH-CTK-412", "GH-CTK-413");
const NOT_TERMINATE = pins(CONTINUES, "GH-CTK-371", "GH-CTK-374");
const NOT_CONTINUE = pins(TERMINATES, "GH-CTK-372", "GH-CTK-375");

export const PINNED_SKIPS: Readonly<Record<SurfaceName, Pins>> = {
  continue: { ...ALWAYS, ...NOT_INCREMENTAL, ...NOT_TERMINATE },
  terminate: { ...ALWAYS, ...NOT_INCREMENTAL, ...NOT_CONTINUE },
  incremental: { ...ALWAYS, ...NOT_BUFFERED, ...NOT_TERMINATE },
};

const numberOf = (id: string): string => id.split("-").slice(0, 3).join("-");

export const pinnedReason = (surface: SurfaceName, id: string): string | undefined =>
  PINNED_SKIPS[surface][numberOf(id)];

/** Skips without a pin, and pins of vectors that ran. */
export function unpinned(
  surface: SurfaceName,
  results: readonly { readonly id: string; readonly status: string }[],
): readonly string[] {
  return results
    .filter(({ id, status }) => (status === "skip") !== (pinnedReason(surface, id) !== undefined))
    .map(({ id }) => id);
}
