/** Finds the entry that each record is about: the one that it names, else the next of its point and tool. Pure. */
import type { ComparedEntry, ComparedRecord } from "./compared";
import { isMainStep, pointOf, standsFor } from "./point-steps";

export interface Pairs {
  readonly entryOf: ReadonlyMap<ComparedRecord, ComparedEntry>;
  readonly recordOf: ReadonlyMap<ComparedEntry, ComparedRecord>;
  /** Main steps of emissions that a step beside them ended. */
  readonly covered: ReadonlySet<ComparedEntry>;
}

export function pairRecords(entries: readonly ComparedEntry[], records: readonly ComparedRecord[]): Pairs {
  const pairing = new Pairing(entries);
  const ordered = [...records].sort((a, b) => a.sequence - b.sequence || a.seq - b.seq);
  for (const record of ordered) pairing.byLink(record);
  const unlinked = ordered.filter((record) => record.entryHash === null);
  // records of like mind first, so that one lost record does not shift all that follow it
  for (const record of unlinked) pairing.byOrder(record, record.decision === "deny" ? "stopped" : "went_on");
  for (const record of unlinked) pairing.byOrder(record, "any");
  return pairing;
}

type Kind = "stopped" | "went_on" | "any";

interface Queue {
  readonly entries: ComparedEntry[];
  /** Everything before it is paired. */
  next: number;
}

const queueKey = (point: string, tool: string | null, kind: Kind): string => JSON.stringify([point, tool, kind]);

class Pairing implements Pairs {
  readonly entryOf = new Map<ComparedRecord, ComparedEntry>();
  readonly recordOf = new Map<ComparedEntry, ComparedRecord>();
  readonly covered = new Set<ComparedEntry>();
  readonly #byHash: ReadonlyMap<string, ComparedEntry>;
  /** Main steps in the order of the chain, by point. */
  readonly #mains = new Map<string, ComparedEntry[]>();
  /** The same with and without their tool, by what was decided. */
  readonly #queues = new Map<string, Queue>();

  constructor(entries: readonly ComparedEntry[]) {
    this.#byHash = new Map(entries.map((entry) => [entry.hash, entry]));
    for (const entry of entries) {
      const point = isMainStep(entry.stepType) ? pointOf(entry.stepType) : null;
      if (point !== null) this.#enqueue(point, entry);
    }
  }

  /**
   * One entry stands for one record: a second record that names it has no decision of its own. A host names the last step
   * that it sent for the point, so a step beside the main one stands for the main one, unless it is what stopped it.
   */
  byLink(record: ComparedRecord): void {
    const entry = record.entryHash === null ? undefined : this.#byHash.get(record.entryHash);
    if (entry === undefined || this.recordOf.has(entry) || !standsFor(entry.stepType, record.point)) return;
    const main = isMainStep(entry.stepType) ? undefined : this.#mainBefore(entry, record.point);
    if (main !== undefined && entry.decision === "deny") this.covered.add(main);
    this.#pair(record, main === undefined || entry.decision === "deny" ? entry : main);
  }

  /** The nearest one that has no record yet. */
  #mainBefore({ seq }: ComparedEntry, point: string): ComparedEntry | undefined {
    const mains = this.#mains.get(point) ?? [];
    let low = 0;
    let high = mains.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((mains[middle]?.seq ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    const main = mains[low - 1];
    return main === undefined || this.recordOf.has(main) ? undefined : main;
  }

  byOrder(record: ComparedRecord, kind: Kind): void {
    if (this.entryOf.has(record)) return;
    const queue = this.#queues.get(queueKey(record.point, record.tool, kind));
    if (queue === undefined) return;
    let entry = queue.entries[queue.next];
    while (entry !== undefined && this.recordOf.has(entry)) {
      queue.next += 1;
      entry = queue.entries[queue.next];
    }
    if (entry !== undefined) this.#pair(record, entry);
  }

  #enqueue(point: string, entry: ComparedEntry): void {
    const mains = this.#mains.get(point);
    if (mains === undefined) this.#mains.set(point, [entry]);
    else mains.push(entry);
    const kind: Kind = entry.decision === "allow" || entry.decision === "modify" ? "went_on" : "stopped";
    for (const tool of new Set([null, entry.tool])) {
      for (const key of [queueKey(point, tool, kind), queueKey(point, tool, "any")]) {
        const queue = this.#queues.get(key);
        if (queue === undefined) this.#queues.set(key, { entries: [entry], next: 0 });
        else queue.entries.push(entry);
      }
    }
  }

  #pair(record: ComparedRecord, entry: ComparedEntry): void {
    this.entryOf.set(record, entry);
    this.recordOf.set(entry, record);
  }
}
