/** What is kept of a value while it is walked through: what is open, what was met before, and how long its text may be. */
import type { JsonValue } from "../core/json/value";

export interface Walk {
  /** Members that are `undefined` are left out, as JSON does. For verdicts, never for contexts. */
  readonly undefinedIsAbsent: boolean;
  readonly open: Set<object>;
  /** To where the walk is; read when something is refused. */
  readonly steps: (string | number)[];
  /** What was met and is worth remembering: a target is in its context twice. */
  readonly met: Map<object, Met>;
  deepest: number;
  atLeastBytes: number;
  atMostBytes: number;
}

interface Met {
  readonly copy: JsonValue;
  /** Its own among them. */
  readonly levels: number;
  readonly atLeastBytes: number;
  readonly atMostBytes: number;
}

/** Bytes from which on a list or an object is remembered. */
export const WORTH_REMEMBERING = 512;

export const newWalk = (undefinedIsAbsent: boolean): Walk => ({
  undefinedIsAbsent,
  open: new Set(),
  steps: [],
  met: new Map(),
  deepest: 0,
  atLeastBytes: 0,
  atMostBytes: 0,
});

/** `message` is the rule. */
export class Refused extends Error {}

const LONE_SURROGATE = /\p{Surrogate}/u;
/** Printable ASCII that JSON writes without an escape, and what it writes with a short one. */
const AS_IT_IS = /^[ !#-[\]-~]*$/;
const SHORT_ESCAPES = /^[\b\t\n\f\r -~]*$/;

export function count(atLeast: number, atMost: number, walk: Walk): void {
  walk.atLeastBytes += atLeast;
  walk.atMostBytes += atMost;
}

/** All but rare text is counted closely, so that few contexts need be serialized to know their size. */
export function countText(text: string, around: number, walk: Walk): void {
  count(text.length + 2, text.length * mostBytesOfOne(text) + around, walk);
}

function mostBytesOfOne(text: string): number {
  if (AS_IT_IS.test(text)) return 1;
  if (SHORT_ESCAPES.test(text)) return 2;
  if (LONE_SURROGATE.test(text)) throw new Refused("lone surrogate");
  return 6;
}
