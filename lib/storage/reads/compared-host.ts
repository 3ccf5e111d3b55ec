/** A hosted session's records compared with its chain; kept as long as neither grew. */
import type { Prisma, PrismaClient } from "../../../prisma/generated/client";
import { type Comparison, compareRecords } from "../../core/agent-hooks/compare-records";
import type { ComparedEntry } from "../../core/agent-hooks/compared";
import type { HostedSession, RecordRow } from "../../core/read-models/host-records";
import { parseTerms } from "../../core/session/terms";

const KEPT = 16;

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

/** Under way or done: several parts of a page ask at once. */
const compared = new Map<string, Promise<ComparedHost>>();

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
  const made = compare(prisma, { key: place.key, isOpen: session.state === "open", host, last });
  if (compared.size >= KEPT) compared.delete(compared.keys().next().value ?? "");
  compared.set(id, made);
  made.catch(() => compared.delete(id));
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
