/** Short texts of steps, from the stored requests; erased or foreign ones have none. */
import type { PrismaClient } from "../../../prisma/generated/client";
import { isJsonObject } from "../../core/json/value";
import { envelopeSecrets, readStored } from "../../core/read-models/shown";
import { stepSubject } from "../../core/read-models/subject";
import { maskJson } from "../../core/text/mask";

export async function subjectsOf(
  prisma: PrismaClient,
  sessionKey: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (seqs.length === 0) return new Map();
  const rows = await prisma.envelope.findMany({
    where: { sessionKey, seq: { in: [...seqs] } },
    select: { seq: true, request: true },
  });
  return new Map(rows.flatMap((row) => (row.seq === null ? [] : [[row.seq, subjectOf(row.request)] as const])));
}

function subjectOf(request: string): string {
  const message = readStored(request);
  if (!isJsonObject(message)) return "unreadable request";
  const masked = maskJson(message, envelopeSecrets(message));
  const params = isJsonObject(masked) ? masked.params : undefined;
  return isJsonObject(params) ? stepSubject(params.payload ?? null) : "";
}
