/** The timeline of a session: its shape (bins, matching entries), windows of rows, and one step in full. */
import { Prisma, type PrismaClient } from "../../../prisma/generated/client";
import { isJsonObject } from "../../core/json/value";
import type { EnvelopeText, StepDetail, StepRow, TimelineBin, TimelineShape } from "../../core/read-models/sessions";
import { readStored, shownEnvelope } from "../../core/read-models/shown";
import { lanesOf, parentsOf } from "../../core/read-models/turn-lanes";
import { dispositionOf } from "./entry-row";
import { databaseNow } from "./people";
import { presentedUnder, stepMarks } from "./step-marks";
import { stepRefs } from "./step-refs";
import { type StepWords, stepWordsOf } from "./subjects";

const BINS = 160;
const MATCH_LIMIT = 100_000;
/** Rows of one window: enough for a tall screen, small enough to come at once. */
export const WINDOW_LIMIT = 200;

export interface TimelineFilter {
  /** Part of tool, reason, step id or turn; letter case ignored. */
  readonly text?: string;
  readonly decisions?: readonly string[];
  /** Last part of the step type, such as `toolCallRequest`; `mcp` for every wrapped message. */
  readonly hooks?: readonly string[];
}

const isEmpty = (filter: TimelineFilter): boolean =>
  (filter.text ?? "").trim() === "" && (filter.decisions ?? []).length === 0 && (filter.hooks ?? []).length === 0;

/** Null for a session of another tenant or none at all. */
export async function timelineShape(
  prisma: PrismaClient,
  place: { readonly tenantId: string; readonly key: string },
  filter: TimelineFilter,
): Promise<TimelineShape | null> {
  const session = await prisma.session.findFirst({
    where: place,
    select: { headSeq: true, headHash: true, state: true },
  });
  if (session === null) return null;
  const where = conditions(place.key, filter);
  const size = Math.max(1, Math.ceil(session.headSeq / BINS));
  const [bins, matching, serverNow] = await Promise.all([
    prisma.$queryRaw<{ bin: number; decision: string | null; count: number }[]>`
      SELECT ((seq - 1) / ${size}::int)::int AS bin, decision, count(*)::int AS count
      FROM entry WHERE ${where} GROUP BY 1, 2 ORDER BY 1`,
    isEmpty(filter)
      ? null
      : prisma.$queryRaw<{ seq: number }[]>`
      SELECT seq FROM entry WHERE ${where} ORDER BY seq LIMIT ${MATCH_LIMIT}`,
    databaseNow(prisma),
  ]);
  return {
    ...session,
    matching: matching === null ? null : matching.map((row) => row.seq),
    bins: joinBins(bins, size, session.headSeq),
    serverNow,
  };
}

function conditions(key: string, filter: TimelineFilter): Prisma.Sql {
  const parts = [Prisma.sql`session_key = ${key}`];
  const text = (filter.text ?? "").trim();
  if (text !== "") {
    const like = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
    parts.push(
      Prisma.sql`(tool ILIKE ${like} OR reason ILIKE ${like} OR step_id ILIKE ${like} OR step_type ILIKE ${like}
        OR approval_id ILIKE ${like} OR array_to_string(reason_codes, ' ') ILIKE ${like})`,
    );
  }
  if (filter.decisions?.length)
    parts.push(Prisma.sql`coalesce(decision, 'none') IN (${Prisma.join([...filter.decisions])})`);
  if (filter.hooks?.length) parts.push(hookCondition(filter.hooks));
  return Prisma.join(parts, " AND ");
}

const MCP = "^(protocols/mcp|wrapped:mcp-[^/]+)/";

/** A wrapped message is found as `mcp`, and never under the last part of its own method. */
const hookCondition = (hooks: readonly string[]): Prisma.Sql => Prisma.sql`(
  CASE WHEN step_type ~* ${MCP} THEN 'mcp' ELSE regexp_replace(step_type, '^.*/', '') END
  IN (${Prisma.join([...hooks])}))`;

function joinBins(
  rows: readonly { readonly bin: number; readonly decision: string | null; readonly count: number }[],
  size: number,
  headSeq: number,
): readonly TimelineBin[] {
  const bins: { from: number; to: number; counts: { [disposition: string]: number } }[] = [];
  for (let from = 1; from <= headSeq; from += size)
    bins.push({ from, to: Math.min(headSeq, from + size - 1), counts: {} });
  for (const row of rows) {
    const bin = bins[row.bin];
    if (bin) bin.counts[row.decision ?? "none"] = row.count;
  }
  return bins;
}

const ROW_SELECT = {
  seq: true,
  at: true,
  stepType: true,
  stepId: true,
  content: true,
  tool: true,
  decision: true,
  reason: true,
  reasonCodes: true,
  latencyUs: true,
  approvalId: true,
  released: true,
  resultOf: true,
} satisfies Prisma.EntrySelect;

type RowOf = Prisma.EntryGetPayload<{ select: typeof ROW_SELECT }>;

/** At most `WINDOW_LIMIT` rows, by their numbers. The session must have been checked against the tenant before. */
export async function timelineRows(
  prisma: PrismaClient,
  key: string,
  seqs: readonly number[],
): Promise<readonly StepRow[]> {
  const wanted = seqs.slice(0, WINDOW_LIMIT);
  const rows = await prisma.entry.findMany({
    where: { sessionKey: key, seq: { in: [...wanted] } },
    orderBy: { seq: "asc" },
    select: ROW_SELECT,
  });
  const [words, marks] = await Promise.all([stepWordsOf(prisma, key, wanted), stepMarks(prisma, key, rows)]);
  const parents = parentsOf(words.values());
  return rows.map((row) => ({
    ...toRow(row, words.get(row.seq)),
    turns: lanesOf(turnOf(row, words.get(row.seq)), parents),
    marks: marks.get(row.seq) ?? [],
  }));
}

/** The chain's own word first: the request may be erased. */
function turnOf(row: RowOf, words: StepWords | undefined): string | null {
  const content = readStored(row.content);
  const turn = isJsonObject(content) ? content.turn_id : undefined;
  return typeof turn === "string" ? turn : (words?.turnId ?? null);
}

function toRow(row: RowOf, words: StepWords | undefined): Omit<StepRow, "marks" | "turns"> {
  return {
    seq: row.seq,
    at: row.at.getTime(),
    stepType: row.stepType,
    stepId: row.stepId,
    turnId: turnOf(row, words),
    tool: row.tool,
    subject: words?.subject ?? row.reason ?? "",
    decision: dispositionOf(row.decision),
    reason: row.reason,
    latencyUs: row.latencyUs,
    approvalId: row.approvalId,
    released: row.released,
  };
}

export async function stepDetail(
  prisma: PrismaClient,
  place: { readonly tenantId: string; readonly key: string },
  seq: number,
): Promise<StepDetail | null> {
  const entry = await prisma.entry.findFirst({
    where: { sessionKey: place.key, seq, session: { tenantId: place.tenantId } },
  });
  if (entry === null) return null;
  const [envelope, rows] = await Promise.all([
    prisma.envelope.findFirst({ where: { sessionKey: place.key, seq }, select: { request: true, response: true } }),
    timelineRows(prisma, place.key, [seq]),
  ]);
  const row = rows[0];
  if (row === undefined) return null;
  const stored = { request: envelope?.request ?? "", entry: entry.content };
  return {
    row,
    refs: await stepRefs(prisma, place, stored),
    entry: entry.content,
    entryHash: entry.entryHash,
    previousHash: entry.previousHash,
    request: envelope === null ? null : shown(envelope.request),
    response: envelope === null ? null : shown(envelope.response),
    reasonCodes: entry.reasonCodes,
    actionDigest: entry.actionDigest,
    bundleDigest: entry.bundleDigest,
    resultOf: entry.resultOf,
    presentedUnder: await presentedUnder(prisma, place, entry.stepId),
  };
}

const shown = (text: string): EnvelopeText => ({ ...shownEnvelope(text), bytes: Buffer.byteLength(text, "utf8") });
