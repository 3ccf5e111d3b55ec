/** Trace and span ids that every replica derives alike, before and after a restart: hashes of what they stand for. */
import type { Crypto } from "../crypto";
import { toHex } from "../encoding";
import { canonicalBytes } from "../json/canonical";
import type { TraceSubject } from "./record";

type Session = Pick<TraceSubject, "tenantId" | "sessionId">;

/** The trace of a session that nobody put into another one. */
export const sessionTraceId = (c: Crypto, session: Session): string => derived(c, 16, session, ["trace"]);

export const sessionSpanId = (c: Crypto, session: Session): string => derived(c, 8, session, ["session"]);

export const turnSpanId = (c: Crypto, session: Session, turnId: string): string =>
  derived(c, 8, session, ["turn", turnId]);

/** Request ids are compared without regard to case, and so are their spans. */
export const stepSpanId = (c: Crypto, session: Session, requestId: string): string =>
  derived(c, 8, session, ["step", requestId.toLowerCase()]);

/** Of a step that became durable after its client was told something else. */
export const lateSpanId = (c: Crypto, session: Session, requestId: string): string =>
  derived(c, 8, session, ["late", requestId.toLowerCase()]);

/** Of an entry that the Guardian made itself. */
export const entrySpanId = (c: Crypto, session: Session, entryId: string): string =>
  derived(c, 8, session, ["entry", entryId]);

function derived(c: Crypto, bytes: number, { tenantId, sessionId }: Session, parts: readonly string[]): string {
  const hash = c.sha256(canonicalBytes(["acs-trace/1", tenantId, sessionId.toLowerCase(), ...parts]));
  const id = toHex(hash.subarray(0, bytes));
  // an id of zeros alone is no id
  return /^0+$/.test(id) ? `${id.slice(0, -1)}1` : id;
}
