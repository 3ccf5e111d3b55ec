/** What a Guardian signs about entries before they are archived (ACS §8): how many, the last hash, summary and Intent. */
import { z } from "zod";
import { fromPlainObject } from "../json/build";
import { canonicalBytes } from "../json/canonical";
import type { JsonObject } from "../json/value";
import { dateTime, digest } from "../wire/shapes";

export const ARCHIVE_FORMAT = "guardian-archive/1";

export interface ArchiveCheckpoint {
  readonly tenant_id: string;
  readonly session_id: string;
  /** Entries 1 to `count` are archived; the chain goes on behind `entry_hash`. */
  readonly count: number;
  readonly entry_hash: string;
  readonly provenance_summary: JsonObject | null;
  readonly intent: JsonObject | null;
  /** RFC 3339, UTC, ms. */
  readonly at: string;
}

export interface SignedArchive {
  readonly checkpoint: ArchiveCheckpoint & { readonly v: typeof ARCHIVE_FORMAT };
  readonly signature: { readonly key_id: string; readonly algorithm: "ECDSA-P256"; readonly value: string };
}

export function archiveObject(archive: ArchiveCheckpoint): JsonObject {
  const { tenant_id, session_id, count, entry_hash, provenance_summary, intent, at } = archive;
  return fromPlainObject({
    v: ARCHIVE_FORMAT,
    tenant_id,
    session_id,
    count,
    entry_hash,
    provenance_summary,
    intent,
    at,
  });
}

export const archiveBytes = (archive: ArchiveCheckpoint): Uint8Array => canonicalBytes(archiveObject(archive));

/** As it stands in a pack. Open for members, so that a signature over more than we know is checked over all of it. */
export const signedArchiveSchema = z.strictObject({
  checkpoint: z.looseObject({
    v: z.literal(ARCHIVE_FORMAT),
    tenant_id: z.string(),
    session_id: z.string(),
    count: z.number().int().min(1),
    entry_hash: digest,
    provenance_summary: z.looseObject({}).nullable(),
    intent: z.looseObject({}).nullable(),
    at: dateTime,
  }),
  signature: z.strictObject({ key_id: z.string(), algorithm: z.literal("ECDSA-P256"), value: z.string() }),
});
