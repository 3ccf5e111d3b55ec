/** Records of Agent Hooks hosts: rows, one in full, and whether their chain is whole. */
import type { PrismaClient } from "../../../prisma/generated/client";
import { verifyChain } from "../../core/chain/verify";
import type { Crypto } from "../../core/crypto";
import { memberAt } from "../../core/json/build";
import type { EnforcedRow, HostedHeader, RecordDetail, RecordRow } from "../../core/read-models/host-records";
import { readStored } from "../../core/read-models/shown";
import type { ComparedHost } from "./compared-host";

/** Recomputing more than this is for the evidence pack. */
const CHECKED_RECORDS = 2_000;

/** Never kept: what is stored may be altered under a head that stays. */
export async function recordChainState(
  prisma: PrismaClient,
  crypto: Crypto,
  key: string,
): Promise<HostedHeader["chain"]> {
  const rows = await prisma.hostRecord.findMany({
    where: { sessionKey: key },
    orderBy: { seq: "asc" },
    select: { seq: true, content: true, recordHash: true },
    take: CHECKED_RECORDS + 1,
  });
  if (rows.length > CHECKED_RECORDS) return "unchecked";
  const items = rows.map(({ seq, content }) => ({ seq, entry: content, request: null, response: null }));
  const report = verifyChain(crypto, items, { count: rows.length, head: rows.at(-1)?.recordHash ?? null });
  return report.findings.length === 0 ? "whole" : "broken";
}

/** What became of those entries that have a record or a flag. */
export function enforcedRows(host: ComparedHost, entries: readonly number[]): readonly EnforcedRow[] {
  return entries.flatMap((entry) => {
    const found = host.comparison.entries.get(entry);
    if (found === undefined) return [];
    const record = found.record === null ? null : (host.rows.get(found.record) ?? null);
    return [{ entry, record, flags: found.flags }];
  });
}

export async function recordDetail(
  prisma: PrismaClient,
  host: ComparedHost,
  place: { readonly key: string; readonly seq: number },
): Promise<RecordDetail | null> {
  const row = host.rows.get(place.seq);
  const stored = await prisma.hostRecord.findUnique({
    where: { sessionKey_seq: { sessionKey: place.key, seq: place.seq } },
    select: { content: true, recordHash: true, previousHash: true, at: true },
  });
  if (row === undefined || stored === null) return null;
  const { at, ...rest } = stored;
  return { row: { ...row, at: hostTime(stored.content) ?? row.at }, receivedAt: at.getTime(), ...rest };
}

function hostTime(content: string): number | null {
  const said = memberAt(readStored(content) ?? undefined, "record", "timestamp");
  const at = typeof said === "string" ? Date.parse(said) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Rows by their numbers, with the host's own times. */
export async function recordRows(
  prisma: PrismaClient,
  host: ComparedHost,
  place: { readonly key: string; readonly seqs: readonly number[] },
): Promise<readonly RecordRow[]> {
  const stored = await prisma.hostRecord.findMany({
    where: { sessionKey: place.key, seq: { in: [...place.seqs] } },
    select: { seq: true, content: true },
  });
  const times = new Map(stored.map(({ seq, content }) => [seq, hostTime(content)]));
  return place.seqs.flatMap((seq) => {
    const row = host.rows.get(seq);
    return row === undefined ? [] : [{ ...row, at: times.get(seq) ?? row.at }];
  });
}
