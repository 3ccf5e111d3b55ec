/** Sends what this host enforced to the Guardian (`guardian/agentHooks/records`), in batches, behind the agent's back. */
import type { InterceptionRecord } from "../../agent-hooks/types";
import { fromPlainObject } from "../../core/json/build";
import type { JsonObject } from "../../core/json/value";
import { MAX_RECORDS } from "../../core/wire/agent-hooks";
import type { GuardianLink } from "./guardian-link";
import type { GuardianLinks } from "./guardian-links";
import type { HooksProblem } from "./hook-options";
import { sendRecords } from "./send-records";

const GATHER_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** While the Guardian cannot be reached; then the oldest go. */
const KEPT = 2_000;
const FINAL_ATTEMPTS = 4;

interface Queue {
  records: readonly JsonObject[];
  /** Of the session's end: what cannot be sent now is lost. */
  isFinal: boolean;
  failures: number;
  sending: Promise<void> | null;
  timer: ReturnType<typeof setTimeout> | null;
}

export class RecordSink {
  readonly #queues = new Map<string, Queue>();
  readonly #links: GuardianLinks;
  readonly #onProblem: (problem: HooksProblem) => void;

  constructor(links: GuardianLinks, onProblem: (problem: HooksProblem) => void) {
    this.#links = links;
    this.#onProblem = onProblem;
  }

  /** Never throws and never waits. What shutdown leaves is sent at once. */
  add(record: InterceptionRecord, link: GuardianLink | null): void {
    const { session_id: sessionId } = record;
    const queue = this.#queueOf(sessionId);
    queue.records = [...queue.records, withFacts(record, link)];
    if (queue.records.length > KEPT) {
      queue.records = queue.records.slice(1);
      this.#onProblem({ kind: "records_dropped", sessionId, count: 1 });
    }
    if (record.interception_point === "agent_shutdown") queue.isFinal = true;
    if (queue.isFinal || queue.records.length === MAX_RECORDS) void this.#drain(sessionId, queue);
    else if (queue.sending === null) this.#later(sessionId, queue, GATHER_MS);
  }

  /** Resolves when everything so far is delivered, or reported as undelivered. */
  async flush(): Promise<void> {
    await Promise.all(
      [...this.#queues].map(([sessionId, queue]) => {
        queue.isFinal = true;
        return this.#drain(sessionId, queue);
      }),
    );
  }

  #queueOf(sessionId: string): Queue {
    const known = this.#queues.get(sessionId);
    if (known) return known;
    const made: Queue = { records: [], isFinal: false, failures: 0, sending: null, timer: null };
    this.#queues.set(sessionId, made);
    return made;
  }

  #later(sessionId: string, queue: Queue, ms: number): void {
    if (queue.timer !== null) return;
    queue.timer = setTimeout(() => void this.#drain(sessionId, queue), ms);
    // a Guardian that is away must not keep a finished agent alive
    (queue.timer as { unref?: () => void }).unref?.();
  }

  /** One batch at a time, so that they arrive in order. */
  async #drain(sessionId: string, queue: Queue): Promise<void> {
    if (queue.timer !== null) clearTimeout(queue.timer);
    queue.timer = null;
    while (queue.sending !== null) await queue.sending;
    if (queue.records.length === 0) return;
    queue.sending = this.#send(sessionId, queue);
    await queue.sending;
  }

  async #send(sessionId: string, queue: Queue): Promise<void> {
    const link = await this.#links.find(sessionId);
    while (queue.records.length > 0) {
      const batch = queue.records.slice(0, MAX_RECORDS);
      const attempts = queue.isFinal ? FINAL_ATTEMPTS : 1;
      const sent = link === null ? { refused: 0, cause: "session_unknown" } : await sendRecords(link, batch, attempts);
      if (sent.cause !== null && link !== null && !queue.isFinal) {
        queue.failures += 1;
        break;
      }
      queue.failures = 0;
      // at the end nobody waits for a Guardian that is away, batch after batch
      const given = sent.cause === null ? batch.length : queue.records.length;
      const count = sent.cause === null ? sent.refused : given;
      queue.records = queue.records.slice(given);
      if (count > 0) this.#onProblem({ kind: "records_undelivered", sessionId, count, cause: sent.cause ?? "refused" });
    }
    queue.sending = null;
    if (queue.records.length > 0) {
      this.#later(sessionId, queue, Math.min(GATHER_MS * 2 ** queue.failures, LONGEST_PAUSE_MS));
    } else if (queue.isFinal) {
      this.#queues.delete(sessionId);
      this.#links.forget(sessionId);
    }
  }
}

/** The facts of an emission are on its record once, and nowhere else afterwards. */
function withFacts(record: InterceptionRecord, link: GuardianLink | null): JsonObject {
  const facts = link?.facts.get(record.sequence);
  link?.facts.delete(record.sequence);
  return fromPlainObject({ ...record, tool: facts?.tool, entry_hash: facts?.entryHash });
}
