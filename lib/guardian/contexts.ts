/** The SessionContext of a session row, read once and kept for its next step. */
import { EMPTY_CONTEXT, type SessionContext } from "../core/session/context";
import { parseContext } from "../core/session/stored";
import type { SessionRow } from "./ports";

const KEPT = 2_000;
const known = new Map<string, { readonly text: string; readonly context: SessionContext }>();

/** Contexts are written by this Guardian; an unreadable one is a defect, not a client's fault. */
export function contextOf({ key, context: text }: Pick<SessionRow, "key" | "context">): SessionContext {
  if (text === "") return EMPTY_CONTEXT;
  const kept = known.get(key);
  if (kept?.text === text) return kept.context;
  const read = parseContext(text);
  if (!read.ok) throw new Error(`context of ${key}: ${read.failure.message}`);
  keepContext(key, text, read.value);
  return read.value;
}

/** Spares the next step the reading of what this process has just written. */
export function keepContext(sessionKey: string, text: string, context: SessionContext): void {
  known.delete(sessionKey);
  known.set(sessionKey, { text, context });
  const oldest = known.keys().next();
  if (known.size > KEPT && !oldest.done) known.delete(oldest.value);
}
