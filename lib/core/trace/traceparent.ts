/** The `traceparent` header (W3C Trace Context, level 1): read strictly, ignored when it is not one. */
import type { TraceParent } from "./record";

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const LONGEST = 512;

/** Null for everything that the recommendation calls invalid: a later version may be longer, version 00 may not. */
export function parseTraceparent(header: string | null | undefined): TraceParent | null {
  if (header === null || header === undefined || header.length > LONGEST) return null;
  const [, version, trace_id, span_id, more] = FORM.exec(header) ?? [];
  if (trace_id === undefined || span_id === undefined || version === "ff") return null;
  if (version === "00" && more !== undefined) return null;
  return /^0+$/.test(trace_id) || /^0+$/.test(span_id) ? null : { trace_id, span_id };
}
