/** The host records of a pack: a chain of their own, whose end the signed head names, and their links to entries. */
import { linkOf, parseRecord } from "../agent-hooks/record";
import { RECORD_FORMAT } from "../agent-hooks/record-chain";
import { type Link, readStored } from "../chain/links";
import { verifyChain } from "../chain/verify";
import type { Crypto } from "../crypto";
import type { JsonObject } from "../json/value";
import { foldUuid } from "../wire/shapes";
import type { EvidencePack, HostRecordItem } from "./pack";
import type { EvidenceLedger } from "./report";

export interface RecordCheck {
  readonly c: Crypto;
  readonly pack: EvidencePack;
  readonly walk: { readonly links: readonly Link[] };
}

/** A pack without records, and without any in its head, has nothing to check. Each fault names its record. */
export function checkRecords({ c, pack, walk }: RecordCheck, ledger: EvidenceLedger): void {
  const { records = [] } = pack;
  const signed = pack.head.checkpoint.records;
  if (signed === undefined && records.length > 0) {
    ledger.fault("record_invalid", "the signed head speaks of no host records");
  }
  if (signed === undefined && records.length === 0) return;
  const items = records.map(({ seq, record }) => ({ seq, entry: record, request: null, response: null }));
  const anchor = signed && { count: signed.count, head: signed.hash };
  const chain = verifyChain(c, items, anchor);
  for (const { seq, message } of chain.findings) ledger.fault("record_invalid", `host record ${seq}: ${message}`);
  if (chain.beyondAnchor > 0) ledger.fault("record_invalid", "host records after the signed ones");
  const entries = new Set(walk.links.map((link) => link.hash));
  for (const item of records) {
    const fault = recordFault(item, pack, entries);
    if (fault !== null) ledger.fault("record_invalid", `host record ${item.seq}: ${fault}`);
  }
  ledger.note(
    `${records.length} host records say what the agent's host enforced; the host wrote them, and the Guardian only kept them.`,
  );
}

function recordFault({ seq, record }: HostRecordItem, pack: EvidencePack, entries: ReadonlySet<string>): string | null {
  const stored = readStored(record);
  // the walk says that it is unreadable
  if (stored === null) return null;
  if (stored.v !== RECORD_FORMAT || stored.seq !== seq) return "is not the record of that number";
  if (foldUuid(String(stored.session_id)) !== foldUuid(pack.session.session_id)) return "belongs to another session";
  const parsed = parseRecord(stored.record as JsonObject);
  if (!parsed.ok) return "is no interception record";
  const link = linkOf(parsed.value);
  // an artefact may be another guard's; what was archived cannot be looked up
  if (link === null || !link.isExplicit || pack.archive !== undefined) return null;
  return entries.has(link.hash) ? null : "names an entry that is not in this chain";
}
