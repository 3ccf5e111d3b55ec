/** Short texts of steps and the turns around them, from the stored requests; erased or foreign ones have none. */
import type { PrismaClient } from "../../../prisma/generated/client";
import { isJsonObject, type JsonObject } from "../../core/json/value";
import { stepPayload } from "../../core/read-models/derived-payload";
import { envelopeSecrets, readStored } from "../../core/read-models/shown";
import { stepSubject } from "../../core/read-models/subject";
import { maskJson } from "../../core/text/mask";

export interface StepWords {
  readonly subject: string;
  readonly turnId: string | null;
  readonly parentTurnId: string | null;
}

export async function subjectsOf(
  prisma: PrismaClient,
  sessionKey: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const words = await stepWordsOf(prisma, sessionKey, seqs);
  return new Map([...words].map(([seq, { subject }]) => [seq, subject]));
}

export async function stepWordsOf(
  prisma: PrismaClient,
  sessionKey: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, StepWords>> {
  if (seqs.length === 0) return new Map();
  const rows = await prisma.envelope.findMany({
    where: { sessionKey, seq: { in: [...seqs] } },
    select: { seq: true, request: true, method: true },
  });
  return new Map(rows.flatMap((row) => (row.seq === null ? [] : [[row.seq, wordsOf(row)] as const])));
}

function wordsOf({ request, method }: { readonly request: string; readonly method: string }): StepWords {
  const message = readStored(request);
  const none = { turnId: null, parentTurnId: null };
  if (!isJsonObject(message)) return { subject: "unreadable request", ...none };
  const masks = envelopeSecrets(message);
  const masked = masks.size === 0 ? message : maskJson(message, masks);
  const params = isJsonObject(masked) ? masked.params : undefined;
  if (!isJsonObject(params)) return { subject: "", ...none };
  const metadata = isJsonObject(params.metadata) ? params.metadata : {};
  const payload = stepPayload(masked as JsonObject, method);
  const own = method === "steps/turnStart" && isJsonObject(payload) ? payload : metadata;
  return {
    subject: stepSubject(payload, method),
    turnId: text(own.turn_id) ?? text(metadata.turn_id),
    parentTurnId: text(own.parent_turn_id) ?? text(metadata.parent_turn_id),
  };
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
