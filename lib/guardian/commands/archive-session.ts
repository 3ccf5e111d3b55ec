/** Archives the entries of a closed session, or its oldest ones, and erases their messages; what stays still verifies (ACS §8). */
import { type ArchiveCheckpoint, archiveBytes, archiveObject } from "../../core/evidence/archive";
import { fromPlainObject } from "../../core/json/build";
import { canonicalText } from "../../core/json/canonical";
import { err, ok, type Result } from "../../core/result";
import { provenanceSummary } from "../../core/session/summary";
import { contextOf } from "../contexts";
import type { Clock, KeyRing, SessionArchive, SessionSnapshot, Store } from "../ports";

export interface ArchiveDeps {
  readonly store: Pick<Store, "sessionByKey">;
  readonly archives: SessionArchive;
  readonly keyring: Pick<KeyRing, "sign">;
  readonly clock: Clock;
}

export interface ArchiveInput {
  readonly tenantId: string;
  readonly sessionKey: string;
  /** How many entries at the end stay. Default none: the head is in the checkpoint. */
  readonly keep?: number;
  readonly actorId: string | null;
}

export type ArchiveFailure =
  | { readonly kind: "not_found" }
  | { readonly kind: "session_open" }
  | { readonly kind: "nothing_to_archive" };

export async function archiveSession(
  deps: ArchiveDeps,
  input: ArchiveInput,
): Promise<Result<ArchiveCheckpoint, ArchiveFailure>> {
  const snapshot = await deps.store.sessionByKey(input.sessionKey);
  if (snapshot?.session.tenantId !== input.tenantId) return err({ kind: "not_found" });
  if (snapshot.session.state !== "closed") return err({ kind: "session_open" });
  const count = snapshot.session.headSeq - Math.max(0, input.keep ?? 0);
  const hash = count < 1 ? null : await deps.archives.hashOf(input.sessionKey, count);
  if (hash === null) return err({ kind: "nothing_to_archive" });
  const checkpoint = checkpointOf(snapshot, { count, hash, now: deps.clock.now() });
  const archive = canonicalText({
    checkpoint: archiveObject(checkpoint),
    signature: fromPlainObject(deps.keyring.sign(archiveBytes(checkpoint))),
  });
  const { sessionKey, actorId } = input;
  const done = await deps.archives.archive({ sessionKey, count, entryHash: hash, archive, actorId });
  return done ? ok(checkpoint) : err({ kind: "nothing_to_archive" });
}

function checkpointOf(
  { session }: SessionSnapshot,
  { count, hash, now }: { count: number; hash: string; now: number },
): ArchiveCheckpoint {
  const context = contextOf(session);
  return {
    tenant_id: session.tenantId,
    session_id: session.sessionId,
    count,
    entry_hash: hash,
    provenance_summary: provenanceSummary(context),
    intent: context.intent === null ? null : fromPlainObject(context.intent),
    at: new Date(now).toISOString(),
  };
}
