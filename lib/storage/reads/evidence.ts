/** Everything stored about one session, in one snapshot, for export. */
import type { PrismaClient } from "../../../prisma/generated/client";
import { holdsSecret } from "../../core/read-models/shown";

/** Messages that hold secret values are left out (null) unless `exact` is asked for. */
export async function storedEvidence(
  prisma: PrismaClient,
  place: { readonly tenantId: string; readonly key: string; readonly exact: boolean },
) {
  return prisma
    .$transaction(
      async (tx) => {
        const session = await tx.session.findFirst({
          where: { key: place.key, tenantId: place.tenantId },
          include: { agent: { select: { agentId: true, keys: KEYS } }, archive: { select: { archive: true } } },
        });
        if (session === null) return null;
        const entries = await tx.entry.findMany({
          where: { sessionKey: place.key },
          orderBy: { seq: "asc" },
          select: { seq: true, content: true },
        });
        const envelopes = await tx.envelope.findMany({
          where: { sessionKey: place.key, seq: { not: null } },
          select: { seq: true, request: true, response: true },
        });
        const receipts = await tx.approval.findMany({
          where: { sessionKey: place.key, receipt: { not: null } },
          orderBy: { createdAt: "asc" },
          select: { id: true, receipt: true, receiptHash: true },
        });
        const records = await tx.hostRecord.findMany({
          where: { sessionKey: place.key },
          orderBy: { seq: "asc" },
          select: { seq: true, content: true, recordHash: true },
        });
        return { session, entries, envelopes, receipts, records };
      },
      { isolationLevel: "RepeatableRead", timeout: 30_000 },
    )
    .then((read) => (read === null ? null : toEvidence(place, read)));
}

const KEYS = {
  where: { publicKey: { not: null } },
  orderBy: { createdAt: "asc" },
  select: { keyId: true, algorithm: true, publicKey: true },
} as const;

interface Read {
  readonly session: {
    readonly sessionId: string;
    readonly agent: {
      readonly agentId: string;
      readonly keys: readonly {
        readonly keyId: string;
        readonly algorithm: string;
        readonly publicKey: string | null;
      }[];
    };
    readonly openedAt: Date;
    readonly state: string;
    readonly closeReason: string | null;
    readonly headSeq: number;
    readonly headHash: string | null;
    readonly archive: { readonly archive: string } | null;
  };
  readonly entries: readonly { readonly seq: number; readonly content: string }[];
  readonly envelopes: readonly { readonly seq: number | null; readonly request: string; readonly response: string }[];
  readonly receipts: readonly {
    readonly id: string;
    readonly receipt: string | null;
    readonly receiptHash: string | null;
  }[];
  readonly records: readonly { readonly seq: number; readonly content: string; readonly recordHash: string }[];
}

function toEvidence(place: { readonly tenantId: string; readonly exact: boolean }, read: Read) {
  const bySeq = new Map(read.envelopes.map((envelope) => [envelope.seq, envelope]));
  const kept = (text: string | undefined): string | null =>
    text === undefined || (!place.exact && holdsSecret(text)) ? null : text;
  // the entry that names a receipt may be archived, and a receipt without it proves nothing
  const named = (hash: string | null): boolean =>
    read.session.archive === null || read.entries.some((entry) => hash !== null && entry.content.includes(hash));
  return {
    tenantId: place.tenantId,
    session: {
      sessionId: read.session.sessionId,
      agentId: read.session.agent.agentId,
      openedAt: read.session.openedAt.getTime(),
      state: read.session.state,
      closeReason: read.session.closeReason,
      headSeq: read.session.headSeq,
      headHash: read.session.headHash,
    },
    agentKeys: read.session.agent.keys.flatMap(({ publicKey, ...key }) =>
      publicKey === null ? [] : [{ ...key, publicKey }],
    ),
    entries: read.entries.map(({ seq, content }) => ({
      seq,
      entry: content,
      request: kept(bySeq.get(seq)?.request),
      response: kept(bySeq.get(seq)?.response),
    })),
    receipts: read.receipts.flatMap(({ id, receipt, receiptHash }) =>
      receipt === null || !named(receiptHash) ? [] : [{ approvalId: id, receipt }],
    ),
    records: read.records,
    archive: read.session.archive?.archive ?? null,
  };
}
