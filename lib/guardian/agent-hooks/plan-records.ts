/** Which records of a message are stored, repeated or refused, given what stands of their session. Pure. */
import { type HostRecord, linkOf, parseRecord } from "../../core/agent-hooks/record";
import { recordDigest, sealRecord } from "../../core/agent-hooks/record-chain";
import type { Crypto } from "../../core/crypto";
import { canonicalText } from "../../core/json/canonical";
import type { JsonObject } from "../../core/json/value";
import { foldUuid } from "../../core/wire/shapes";
import type { AuditWrite, HostRecordRow, KnownRecords, RecordsPlan, RecordsWrite } from "../ports";
import { recordColumns } from "./record-columns";

export interface RecordedSession {
  readonly key: string;
  readonly sessionId: string;
  readonly tenantId: string;
  /** The id on the wire. */
  readonly agentId: string;
}

export interface RefusedRecord {
  readonly index: number;
  /** `record_invalid`, `record_conflict`, `session_mismatch` or `entry_unknown`. */
  readonly reason: string;
  /** Of the record, dotted; never a value. */
  readonly field: string;
}

/** Emissions whose records are not there, both ends included. */
export interface RecordGap {
  readonly from: number;
  readonly to: number;
}

export interface RecordsOutcome extends RecordsWrite {
  /** Stored now or before. */
  readonly accepted: number;
  readonly refused: readonly RefusedRecord[];
  /** Between the last record before this message and its own. */
  readonly gaps: readonly RecordGap[];
  readonly head: { readonly seq: number; readonly hash: string | null };
}

interface Candidate {
  readonly index: number;
  readonly value: JsonObject;
  readonly record: HostRecord;
  readonly digest: string;
}

/** One record that is refused stops no other: a host keeps sending what was not accepted. */
export function planRecords(
  crypto: Crypto,
  session: RecordedSession,
  values: readonly JsonObject[],
): RecordsPlan<RecordsOutcome> {
  const refused: RefusedRecord[] = [];
  const candidates = values.flatMap((value, index): Candidate[] => {
    const parsed = parseRecord(value);
    if (!parsed.ok) refused.push({ index, reason: "record_invalid", field: parsed.failure.field });
    else if (!isOf(session, parsed.value)) refused.push({ index, reason: "session_mismatch", field: "session_id" });
    else return [{ index, value, record: parsed.value, digest: recordDigest(crypto, value) }];
    return [];
  });
  return {
    tenantId: session.tenantId,
    sessionKey: session.key,
    digests: candidates.map((one) => one.digest),
    sequences: candidates.map((one) => one.record.sequence),
    entryHashes: candidates.flatMap((one) => linkOf(one.record)?.hash ?? []),
    build: (known) => new RecordsDraft({ crypto, session, known, refused }).take(candidates),
  };
}

/** A host that could not tell says nothing. */
const isOf = (session: RecordedSession, record: HostRecord): boolean =>
  record.session_id === "" || foldUuid(record.session_id) === foldUuid(session.sessionId);

interface DraftParts {
  readonly crypto: Crypto;
  readonly session: RecordedSession;
  readonly known: KnownRecords;
  readonly refused: readonly RefusedRecord[];
}

class RecordsDraft {
  readonly #parts: DraftParts;
  readonly #rows: HostRecordRow[] = [];
  readonly #refused: RefusedRecord[];
  readonly #audits: AuditWrite[] = [];
  readonly #digests: Set<string>;
  readonly #emissions: Set<string>;
  #accepted = 0;
  #head: KnownRecords["head"];

  constructor(parts: DraftParts) {
    this.#parts = parts;
    this.#refused = [];
    this.#digests = new Set(parts.known.digests);
    this.#emissions = new Set(parts.known.emissions);
    this.#head = parts.known.head;
    for (const refusal of parts.refused) this.#refuse(refusal, {});
  }

  take(candidates: readonly Candidate[]): RecordsOutcome {
    const ordered = [...candidates].sort((a, b) => a.record.sequence - b.record.sequence || a.index - b.index);
    for (const candidate of ordered) this.#judge(candidate);
    const { key } = this.#parts.session;
    const isSilent = this.#rows.length === 0 && this.#audits.length === 0;
    return {
      rows: this.#rows,
      audits: this.#audits,
      events: isSilent ? [] : [{ topic: `session:${key}`, ref: key }],
      accepted: this.#accepted,
      refused: [...this.#refused].sort((a, b) => a.index - b.index),
      gaps: gapsOf(this.#rows, this.#parts.known.lastSequence),
      head: this.#head,
    };
  }

  #judge({ index, value, record, digest }: Candidate): void {
    const emission = `${record.sequence} ${record.interception_point}`;
    const link = linkOf(record);
    const isKnownEntry = link !== null && this.#parts.known.entries.has(link.hash);
    if (this.#digests.has(digest)) {
      this.#accepted += 1;
    } else if (record.sequence >= 0 && this.#emissions.has(emission)) {
      this.#refuse({ index, reason: "record_conflict", field: "sequence" }, factsOf(record));
    } else if (link?.isExplicit && !isKnownEntry) {
      this.#refuse({ index, reason: "entry_unknown", field: "entry_hash" }, factsOf(record));
    } else {
      this.#digests.add(digest);
      this.#emissions.add(emission);
      this.#append({ value, record, digest, entryHash: isKnownEntry ? link.hash : null });
    }
  }

  #append(given: Pick<Candidate, "value" | "record" | "digest"> & { readonly entryHash: string | null }): void {
    const { crypto, session, known } = this.#parts;
    const { seq, hash } = this.#head;
    const at = new Date(known.at).toISOString();
    const sealed = sealRecord(crypto, given.value, { seq: seq + 1, at, sessionId: session.sessionId, previous: hash });
    const recordHash = String(sealed.entry_hash);
    const content = canonicalText(sealed);
    this.#rows.push({
      ...recordColumns(given.record, given),
      seq: seq + 1,
      content,
      previousHash: hash ?? "",
      recordHash,
    });
    this.#head = { seq: seq + 1, hash: recordHash };
    this.#accepted += 1;
  }

  #refuse(refusal: RefusedRecord, facts: Record<string, unknown>): void {
    const { agentId, key } = this.#parts.session;
    const { reason, field } = refusal;
    this.#refused.push(refusal);
    this.#audits.push({
      actorKind: "agent",
      actorId: agentId,
      action: "agent_hooks.record_refused",
      subject: `session:${key}`,
      sessionKey: key,
      detail: { reason, field, ...facts },
    });
  }
}

const factsOf = ({ sequence, interception_point, verdict }: HostRecord) => ({
  sequence,
  point: interception_point,
  decision: verdict.decision,
});

function gapsOf(rows: readonly HostRecordRow[], lastSequence: number): readonly RecordGap[] {
  const gaps: RecordGap[] = [];
  let last = lastSequence;
  for (const { sequence } of rows) {
    if (sequence > last + 1) gaps.push({ from: last + 1, to: sequence - 1 });
    last = Math.max(last, sequence);
  }
  return gaps;
}
