/** Records of Agent Hooks hosts beside the decisions that they are about. */
import type { Prisma, PrismaClient } from "../../../prisma/generated/client";
import { type Comparison, compareRecords } from "../../core/agent-hooks/compare-records";
import type { ComparedEntry } from "../../core/agent-hooks/compared";
import { verifyChain } from "../../core/chain/verify";
import type { Crypto } from "../../core/crypto";
import { memberAt } from "../../core/json/build";
import type {
  EnforcedRow,
  HostedHeader,
  HostedSession,
  RecordDetail,
  RecordRow,
} from "../../core/read-models/host-records";
import { readStored } from "../../core/read-models/shown";
import { parseTerms } from "../../core/session/terms";

const KEPT = 16;
/** Recomputing more than this is for the evidence pack. */
const CHECKED_RECORDS = 2_000;

const FACTS = {
  seq: true,
  sequence: true,
  interceptionPoint: true,
  mode: true,
  decision: true,
  reason: true,
  resolvedBy: true,
  tool: true,
  entryHash: true,
  at: true,
} satisfies Prisma.HostRecordSelect;
type Facts = Prisma.HostRecordGetPayload<{ select: typeof FACTS }>;

/** One session's records compared with its chain, as far as both had come. */
export interface ComparedHost {
  readonly session: HostedSession;
  readonly comparison: Comparison;
  readonly rows: ReadonlyMap<number, RecordRow>;
}

const compared = new Map<string, ComparedHost>();

/** Null for a session of no Agent Hooks host, of another tenant, or none at all. */
export async function comparedHost(
  prisma: PrismaClient,
  place: { readonly tenantId: string; readonly key: string },
): Promise<ComparedHost | null> {
  const session = await prisma.session.findFirst({
    where: place,
    select: { terms: true, state: true, headHash: true },
  });
  if (session === null) return null;
  const last = await prisma.hostRecord.findFirst({
    where: { sessionKey: place.key },
    orderBy: { seq: "desc" },
    select: { recordHash: true, seq: true },
  });
  const terms = parseTerms(session.terms);
  const offer = terms.ok ? (terms.value.agent_hooks ?? null) : null;
  if (offer === null && last === null) return null;
  const host = offer && { framework: offer.framework, mode: offer.mode, resolver: offer.resolver };
  const id = [place.key, session.headHash, session.state, last?.recordHash].join(" ");
  const known = compared.get(id);
  if (known) return known;
  const made = await compare(prisma, { key: place.key, isOpen: session.state === "open", host, last });
  if (compared.size >= KEPT) compared.delete(compared.keys().next().value ?? "");
  compared.set(id, made);
  return made;
}

interface Comparing {
  readonly key: string;
  readonly isOpen: boolean;
  readonly host: HostedSession["host"];
  readonly last: { readonly recordHash: string; readonly seq: number } | null;
}

async function compare(prisma: PrismaClient, given: Comparing): Promise<ComparedHost> {
  const { key, isOpen, host, last } = given;
  const [entries, facts] = await Promise.all([
    comparedEntries(prisma, key),
    prisma.hostRecord.findMany({ where: { sessionKey: key }, orderBy: { seq: "asc" }, select: FACTS }),
  ]);
  const records = facts.map(toFacts);
  const comparison = compareRecords({ entries, records, isOpen });
  const rows = new Map(
    records.map((record): [number, RecordRow] => {
      const { entry = null, flags = [] } = comparison.records.get(record.seq) ?? {};
      return [record.seq, { ...record, entry, flags }];
    }),
  );
  const session: HostedSession = {
    host,
    records: records.length,
    head: last?.recordHash ?? null,
    gaps: comparison.gaps,
    disagreements: comparison.disagreements,
    unenforced: records.filter(({ mode }) => mode === "evaluate_only").length,
    beside: besideChain([...rows.values()]),
  };
  return { session, comparison, rows };
}

async function comparedEntries(prisma: PrismaClient, key: string): Promise<readonly ComparedEntry[]> {
  const rows = await prisma.entry.findMany({
    where: { sessionKey: key },
    orderBy: { seq: "asc" },
    select: {
      seq: true,
      entryHash: true,
      stepType: true,
      stepId: true,
      decision: true,
      tool: true,
      approvalId: true,
      resultOf: true,
      reasonCodes: true,
    },
  });
  return rows.map(({ entryHash, reasonCodes, ...row }) => ({
    ...row,
    hash: entryHash,
    executedWithoutRelease: reasonCodes.includes("executed_without_release"),
  }));
}

const toFacts = ({ interceptionPoint, at, ...row }: Facts) => ({
  ...row,
  point: interceptionPoint as RecordRow["point"],
  mode: row.mode as RecordRow["mode"],
  decision: row.decision as RecordRow["decision"],
  resolvedBy: row.resolvedBy as RecordRow["resolvedBy"],
  at: at.getTime(),
});

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

/** Where records without an entry stand: after the last entry that an earlier emission is about. */
function besideChain(rows: readonly RecordRow[]): HostedSession["beside"] {
  const ordered = [...rows].sort((a, b) => a.sequence - b.sequence || a.seq - b.seq);
  const beside: [number, number][] = [];
  let after = 0;
  for (const row of ordered) {
    if (row.entry === null) beside.push([after, row.seq]);
    else after = Math.max(after, row.entry);
  }
  return beside;
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
