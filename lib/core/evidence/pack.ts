/** `guardian-evidence/1`: the evidence of one session as one file, checkable by others without us. */
import { z } from "zod";
import type { ChainItem } from "../chain/report";
import { fromPlainObject } from "../json/build";
import { canonicalBytes, canonicalText } from "../json/canonical";
import { readJsonText } from "../json/read";
import type { JsonObject, JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import { dateTime, digest, firstFault } from "../wire/shapes";
import { type SignedArchive, signedArchiveSchema } from "./archive";

export const PACK_FORMAT = "guardian-evidence/1";
export const HEAD_FORMAT = "guardian-head/1";

/** What the Guardian signs about a chain: its length, its last hash (null for none) and whether the session is open. */
export interface HeadCheckpoint {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly count: number;
  readonly entry_hash: string | null;
  readonly state: string;
  /** RFC 3339, UTC, ms. */
  readonly at: string;
  /** The same of the chain of host records, where there is one. */
  readonly records?: { readonly count: number; readonly hash: string };
}

export interface GuardianSignature {
  readonly key_id: string;
  readonly algorithm: "ECDSA-P256";
  /** base64 of IEEE P1363 (64 bytes) */
  readonly value: string;
}

export interface HostRecordItem {
  readonly seq: number;
  /** Text as stored (lib/core/agent-hooks/record-chain.ts). */
  readonly record: string;
}

export interface EvidencePack {
  readonly format: typeof PACK_FORMAT;
  readonly exported_at: string;
  readonly tenant_id: string;
  readonly session: {
    readonly session_id: string;
    readonly agent_id: string;
    readonly opened_at: string;
    readonly state: string;
    readonly close_reason: string | null;
  };
  /** Texts byte for byte as stored; null where a message was erased. */
  readonly entries: readonly ChainItem[];
  readonly receipts: readonly { readonly approval_id: string; readonly receipt: string }[];
  /** What an Agent Hooks host says that it enforced, where it says anything: a chain of its own. */
  readonly records?: readonly HostRecordItem[];
  /** Of the entries before the first one here, where there were any. */
  readonly archive?: SignedArchive;
  readonly head: {
    readonly checkpoint: HeadCheckpoint & { readonly v: typeof HEAD_FORMAT };
    readonly signature: GuardianSignature;
  };
  /** For the reader's information; a verifier never takes a key from here. */
  readonly guardian_keys: readonly JsonValue[];
  /** Public keys of the agent, likewise. */
  readonly agent_keys?: readonly JsonValue[];
}

/** The signed object of a head. */
export function checkpointObject(head: HeadCheckpoint): JsonObject {
  const { tenant_id, session_id, count, entry_hash, state, at, records } = head;
  return fromPlainObject({ v: HEAD_FORMAT, tenant_id, session_id, count, entry_hash, state, at, records });
}

/** The bytes that the Guardian signs for a head: JCS of the checkpoint. */
export function checkpointBytes(head: HeadCheckpoint): Uint8Array {
  return canonicalBytes(checkpointObject(head));
}

export interface PackParts extends Omit<EvidencePack, "format" | "head" | "guardian_keys" | "agent_keys"> {
  readonly head: HeadCheckpoint;
  readonly signature: GuardianSignature;
  readonly guardian_keys: readonly unknown[];
  readonly agent_keys?: readonly unknown[];
}

/** The file's text, canonical. */
export function packText(parts: PackParts): string {
  const { head, signature, ...rest } = parts;
  return canonicalText(
    fromPlainObject({ format: PACK_FORMAT, ...rest, head: { checkpoint: checkpointObject(head), signature } }),
  );
}

const text = z.string();
const seq = z.number().int().min(1);

// closed where nothing is signed as a whole: a renamed or added member is no pack of this format
const packSchema = z.strictObject({
  format: z.literal(PACK_FORMAT),
  exported_at: text,
  tenant_id: text,
  session: z.strictObject({
    session_id: text,
    agent_id: text,
    opened_at: text,
    state: text,
    close_reason: text.nullable(),
  }),
  entries: z.array(z.strictObject({ seq, entry: text, request: text.nullable(), response: text.nullable() })),
  receipts: z.array(z.strictObject({ approval_id: text, receipt: text })),
  records: z.array(z.strictObject({ seq, record: text })).optional(),
  head: z.strictObject({
    // open for members, so that a signature over more than we know is still checked over all of it
    checkpoint: z.looseObject({
      v: z.literal(HEAD_FORMAT),
      tenant_id: text,
      session_id: text,
      count: z.number().int().min(0),
      entry_hash: digest.nullable(),
      state: text,
      at: dateTime,
      records: z.strictObject({ count: z.number().int().min(1), hash: digest }).optional(),
    }),
    signature: z.strictObject({ key_id: text, algorithm: z.literal("ECDSA-P256"), value: text }),
  }),
  guardian_keys: z.array(z.unknown()),
  agent_keys: z.array(z.unknown()).optional(),
  archive: signedArchiveSchema.optional(),
});

/** Judges the shape of a pack. */
export function parsePack(value: JsonValue): Result<EvidencePack, { readonly message: string }> {
  const judged = packSchema.safeParse(value);
  return judged.success ? ok(value as unknown as EvidencePack) : err(firstFault(judged.error, ""));
}

const FILE_LIMIT = { maxBytes: 1024 * 1024 * 1024 } as const;

/** Reads a pack file strictly; entries stay text. */
export function readPack(file: string): Result<JsonValue, { readonly message: string }> {
  return readJsonText(file, FILE_LIMIT);
}
