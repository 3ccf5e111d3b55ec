/** Stored bytes of a chain, in pages, with the head that was published last. */
import type { PrismaClient } from "../../../prisma/generated/client";
import type { ChainKeys, ChainPage, ChainRow } from "../../core/read-models/sessions";
import { holdsSecret } from "../../core/read-models/shown";

/** Entries of one page. */
export const CHAIN_PAGE = 250;

export interface ChainQuery {
  readonly tenantId: string;
  readonly key: string;
  /** First sequence number that is wanted. */
  readonly from: number;
  /** Last one that is wanted; everything from `from` on when absent. */
  readonly to?: number;
  /** Exact bytes even where they hold secret values; only for readers who may export evidence. */
  readonly exact: boolean;
}

/**
 * The rows with `from` ≤ seq ≤ `to`, in order, at most one page; what is not there is simply missing, as a verifier must see
 * it. Null for a session of another tenant or none at all.
 */
export async function chainPage(prisma: PrismaClient, query: ChainQuery): Promise<ChainPage | null> {
  const { tenantId, key, from, to } = query;
  const session = await prisma.session.findFirst({
    where: { key, tenantId },
    select: { agentKey: true, headSeq: true, headHash: true, state: true },
  });
  if (session === null) return null;
  const entries = await prisma.entry.findMany({
    where: { sessionKey: key, seq: { gte: from, ...(to === undefined ? {} : { lte: to }) } },
    orderBy: { seq: "asc" },
    take: CHAIN_PAGE,
    select: { seq: true, content: true },
  });
  const envelopes = await prisma.envelope.findMany({
    where: { sessionKey: key, seq: { in: entries.map((entry) => entry.seq) } },
    select: { seq: true, request: true, response: true },
  });
  const bySeq = new Map(envelopes.map((envelope) => [envelope.seq, envelope]));
  return {
    rows: entries.map((entry) => toRow(entry, bySeq.get(entry.seq), query.exact)),
    head: { count: session.headSeq, hash: session.headHash, state: session.state },
    keys: from <= 1 ? await chainKeys(prisma, session.agentKey) : null,
  };
}

const KEY = { keyId: true, algorithm: true, publicKey: true } as const;

async function chainKeys(prisma: PrismaClient, agentKey: string): Promise<ChainKeys> {
  const agent = await prisma.agentKey.findMany({ where: { agentKey, publicKey: { not: null } }, select: KEY });
  const guardian = await prisma.guardianKey.findMany({ select: KEY });
  return {
    agent: agent.flatMap(({ publicKey, ...key }) => (publicKey === null ? [] : [{ ...key, publicKey }])),
    guardian,
  };
}

/** Entries hold hashes only, so they never hold a secret. */
function toRow(
  entry: { readonly seq: number; readonly content: string },
  envelope: { readonly request: string; readonly response: string } | undefined,
  exact: boolean,
): ChainRow {
  const base = { seq: entry.seq, entry: entry.content };
  if (envelope === undefined) return { ...base, request: null, response: null, withheld: "erased" };
  const request = exact || !holdsSecret(envelope.request) ? envelope.request : null;
  const response = exact || !holdsSecret(envelope.response) ? envelope.response : null;
  return { ...base, request, response, withheld: request === null || response === null ? "secret" : null };
}
