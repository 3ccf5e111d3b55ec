/** One session of the full demo: takes steps, and compares what came back with what the story says must come back. */
import { fromPlainObject } from "../../../core/json/build";
import type { StepDenied } from "../../../host/failures";
import type { HostRecord } from "../../../host/records";
import type { GuardianSession } from "../../../host/session";
import type { Released } from "../../../host/step-io";
import type { DemoEvent } from "../events";
import { Sources } from "./provenance";

export interface Act {
  /** What is tried, in words. */
  readonly say: string;
  readonly method: string;
  readonly payload: object;
  readonly metadata?: Record<string, unknown>;
  /** Decisions in order, such as `["ask", "allow"]`; default `["allow"]`. */
  readonly wants?: readonly Decision[];
  /** Reason codes that one of the answers must carry. */
  readonly codes?: readonly string[];
}

export type Decision = "allow" | "deny" | "modify" | "ask" | "defer";

export interface Taken {
  /** Null when the step was not released. */
  readonly released: Released | null;
  readonly stepId: string;
}

/** What the Guardian answered, in the order in which it did. Sessions of one process share it: they act in turn. */
export class Answers {
  #heard: { readonly decision: string; readonly codes: readonly string[] }[] = [];

  hear(record: HostRecord): void {
    if (record.kind === "decided") this.#heard.push({ decision: record.decision, codes: record.reasonCodes });
  }

  take(): { readonly decisions: readonly string[]; readonly codes: readonly string[] } {
    const heard = this.#heard;
    this.#heard = [];
    return { decisions: heard.map(({ decision }) => decision), codes: heard.flatMap(({ codes }) => codes) };
  }
}

export interface StageParts {
  readonly session: GuardianSession;
  readonly answers: Answers;
  readonly emit: (event: DemoEvent) => void;
}

export class Stage {
  readonly sources = new Sources();
  readonly faults: string[] = [];
  readonly #parts: StageParts;
  readonly #turns: string[] = [];

  constructor(parts: StageParts) {
    this.#parts = parts;
  }

  get session(): GuardianSession {
    return this.#parts.session;
  }

  chapter(title: string): void {
    this.#parts.emit({ event: "chapter", title });
  }

  cue(name: "ban"): void {
    this.#parts.emit({ event: "cue", name });
  }

  /** Steps name the innermost turn that is open. */
  openTurn(id: string): void {
    this.#turns.push(id);
  }

  closeTurn(): void {
    this.#turns.pop();
  }

  async take(act: Act): Promise<Taken> {
    const { session, answers, emit } = this.#parts;
    emit({ event: "tries", what: act.say });
    answers.take();
    const payload = fromPlainObject(act.payload);
    const onWaiting: Waiting = ({ approvalId, question }) =>
      emit({ event: "waiting", approval_id: approvalId, question });
    const taken = await session.step(act.method, payload, { metadata: this.#metadata(act), onWaiting });
    const stepId = taken.ok ? taken.value.requestId : (taken.failure.requestId ?? "");
    this.sources.sent(stepId, payload);
    if (!taken.ok) emit(deniedEvent(taken.failure));
    this.#compare(act, answers.take());
    return { released: taken.ok ? taken.value : null, stepId };
  }

  #metadata({ metadata }: Act): Record<string, unknown> {
    const [outer, inner] = [this.#turns.at(-2), this.#turns.at(-1)];
    const turn = inner === undefined ? {} : { turn_id: inner };
    return { ...turn, ...(outer === undefined ? {} : { parent_turn_id: outer }), ...metadata };
  }

  #compare(act: Act, heard: ReturnType<Answers["take"]>): void {
    const { say, method, wants = ["allow"], codes = [] } = act;
    const asMeant = heard.decisions.join() === wants.join() && codes.every((code) => heard.codes.includes(code));
    const got = heard.decisions.join(", then ") || "no decision";
    if (!asMeant) this.faults.push(`${say}: ${got} (${heard.codes.join(", ")}) instead of ${wants.join(", then ")}.`);
    this.#parts.emit({
      event: "took",
      session_id: this.session.sessionId,
      what: say,
      method,
      decisions: [...heard.decisions],
      reason_codes: [...heard.codes],
      as_meant: asMeant,
    });
  }
}

type Waiting = (waiting: { readonly approvalId: string | null; readonly question: string | null }) => void;

function deniedEvent(failure: StepDenied): DemoEvent {
  const { method, kind, reasonCodes, message } = failure;
  return { event: "denied", method, kind, reason_codes: [...reasonCodes], message };
}
