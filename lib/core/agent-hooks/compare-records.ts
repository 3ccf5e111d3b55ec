/** What a host says it enforced beside what the Guardian decided, and where the two do not agree. Pure. */
import type { ComparedEntry, ComparedRecord } from "./compared";
import { type Pairs, pairRecords } from "./pair-records";
import { isMainStep, pointOf } from "./point-steps";
import type { RecordFacts } from "./record";

export type RecordFlag =
  /** The record lets through what the Guardian denied, or asked about with nobody approving. */
  | "permitted_though_denied"
  /** The record lets through unchanged what the Guardian modified. */
  | "modification_not_applied"
  /** A result came in for a call that was denied. */
  | "executed_though_denied"
  /** The Guardian decided, and no record says what became of it. */
  | "decision_without_record"
  /** The record lets something through that the Guardian never decided. */
  | "record_without_decision"
  /** Judged, never obeyed: the action went on whatever the verdict was. */
  | "evaluate_only";

export interface Comparison {
  /** Of each entry that has a record or a flag. */
  readonly entries: ReadonlyMap<number, { readonly record: number | null; readonly flags: readonly RecordFlag[] }>;
  readonly records: ReadonlyMap<number, { readonly entry: number | null; readonly flags: readonly RecordFlag[] }>;
  /** Emissions without a record, both ends included. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Entries and records that are flagged for more than being unenforced; a pair counts once. */
  readonly disagreements: number;
}

export interface ComparedSession {
  readonly entries: readonly ComparedEntry[];
  readonly records: readonly ComparedRecord[];
  /** In an open session the newest decisions may wait for their records; only earlier ones are missed. */
  readonly isOpen: boolean;
}

/** By link first, else by point, tool and order. */
export function compareRecords(session: ComparedSession): Comparison {
  const pairs = pairRecords(session.entries, session.records);
  const flags = new Flags();
  const releases = releasesIn(session.entries, pairs);
  for (const record of session.records) {
    const entry = pairs.entryOf.get(record);
    for (const flag of recordFlags(record, entry, releases)) flags.add(flag, { record, ...(entry ? { entry } : {}) });
  }
  for (const entry of missing(session, pairs)) flags.add("decision_without_record", { entry });
  for (const { result, call } of executed(session.entries, pairs.recordOf)) {
    flags.add("executed_though_denied", { entry: result });
    const record = call === null ? undefined : pairs.recordOf.get(call);
    if (call !== null) flags.add("executed_though_denied", { entry: call, ...(record ? { record } : {}) });
  }
  const entries = new Map(
    session.entries.flatMap((entry) => {
      const record = pairs.recordOf.get(entry)?.seq ?? null;
      const own = flags.of(entry);
      return record === null && own.length === 0 ? [] : [[entry.seq, { record, flags: own }] as const];
    }),
  );
  const records = new Map(
    session.records.map((one) => [one.seq, { entry: pairs.entryOf.get(one)?.seq ?? null, flags: flags.of(one) }]),
  );
  return { entries, records, gaps: gapsIn(session.records), disagreements: disagreementsOf(entries, records) };
}

/** Being unenforced is no disagreement by itself. */
export const isDisagreement = (flags: readonly RecordFlag[]): boolean => flags.some((flag) => flag !== "evaluate_only");

class Flags {
  readonly #of = new Map<ComparedEntry | ComparedRecord, RecordFlag[]>();

  add(flag: RecordFlag, { entry, record }: { readonly entry?: ComparedEntry; readonly record?: ComparedRecord }): void {
    for (const one of [entry, record]) {
      if (one === undefined) continue;
      const had = this.#of.get(one) ?? [];
      if (!had.includes(flag)) this.#of.set(one, [...had, flag]);
    }
  }

  of = (one: ComparedEntry | ComparedRecord): readonly RecordFlag[] => this.#of.get(one) ?? [];
}

function recordFlags(
  record: ComparedRecord,
  entry: ComparedEntry | undefined,
  releases: Releases,
): readonly RecordFlag[] {
  const flags: RecordFlag[] = record.mode === "evaluate_only" ? ["evaluate_only"] : [];
  if (record.decision === "deny") return flags;
  if (entry === undefined) {
    if (owesDecision(record)) flags.push("record_without_decision");
    return flags;
  }
  const isApproved = isAsked(entry.decision) && record.resolvedBy === "approval" && entry.approvalId !== null;
  const { decision } = (isApproved ? releases.get(entry.approvalId)?.shift() : undefined) ?? entry;
  if (decision === "deny" || isAsked(decision)) flags.push("permitted_though_denied");
  if (decision === "modify" && record.decision === "allow") flags.push("modification_not_applied");
  return flags;
}

const isAsked = (decision: string | null): boolean => decision === "ask" || decision === "defer";

/** By approval. Each stands for one record that names the question instead: a record alone approves nothing. */
type Releases = ReadonlyMap<string | null, ComparedEntry[]>;

/** Those that no record names. */
function releasesIn(entries: readonly ComparedEntry[], { recordOf }: Pairs): Releases {
  const releases = new Map<string | null, ComparedEntry[]>();
  for (const entry of entries) {
    const { approvalId, decision, stepType } = entry;
    const isRelease = approvalId !== null && isMainStep(stepType) && (decision === "allow" || decision === "modify");
    if (isRelease && !recordOf.has(entry)) releases.set(approvalId, [...(releases.get(approvalId) ?? []), entry]);
  }
  return releases;
}

/** Model calls are judged by the bundle's host rules alone. */
const owesDecision = ({ point }: RecordFacts): boolean => point !== "pre_model_call" && point !== "post_model_call";

function missing(
  { entries, records, isOpen }: ComparedSession,
  { recordOf, covered }: Pairs,
): readonly ComparedEntry[] {
  if (records.length === 0 && isOpen) return [];
  const approvals = new Set<string>();
  let lastPaired = 0;
  for (const entry of recordOf.keys()) {
    if (entry.approvalId !== null) approvals.add(entry.approvalId);
    lastPaired = Math.max(lastPaired, entry.seq);
  }
  return entries.filter((entry) => {
    if (recordOf.has(entry) || covered.has(entry) || !owesRecord(entry)) return false;
    // one emission asks and, once people decided, releases: two entries, one record
    if (entry.approvalId !== null && approvals.has(entry.approvalId)) return false;
    return !isOpen || entry.seq < lastPaired;
  });
}

/** The step that a point stands for; of the steps around it only one that stopped the action. */
function owesRecord(entry: ComparedEntry): boolean {
  if (pointOf(entry.stepType) === null) return false;
  return isMainStep(entry.stepType) || entry.decision === "deny";
}

/** Results of calls that were denied, by the Guardian or by the host's own record. */
function executed(
  entries: readonly ComparedEntry[],
  recordOf: ReadonlyMap<ComparedEntry, ComparedRecord>,
): readonly { readonly result: ComparedEntry; readonly call: ComparedEntry | null }[] {
  const byStep = new Map(entries.map((entry) => [entry.stepId.toLowerCase(), entry]));
  return entries.flatMap((result) => {
    const call = result.resultOf === null ? null : (byStep.get(result.resultOf.toLowerCase()) ?? null);
    const record = call === null ? undefined : recordOf.get(call);
    const isBlocked = record?.decision === "deny" && record.mode === "enforce";
    return result.executedWithoutRelease || isBlocked ? [{ result, call }] : [];
  });
}

function gapsIn(records: readonly ComparedRecord[]): Comparison["gaps"] {
  const numbers = [...new Set(records.map(({ sequence }) => sequence))].filter((n) => n >= 0).sort((a, b) => a - b);
  const gaps: { from: number; to: number }[] = [];
  let expected = 0;
  for (const number of numbers) {
    if (number > expected) gaps.push({ from: expected, to: number - 1 });
    expected = number + 1;
  }
  return gaps;
}

function disagreementsOf(entries: Comparison["entries"], records: Comparison["records"]): number {
  const flagged = [...entries.values()].filter(({ flags }) => isDisagreement(flags)).length;
  const alone = [...records.values()].filter(({ entry, flags }) => entry === null && isDisagreement(flags)).length;
  return flagged + alone;
}
