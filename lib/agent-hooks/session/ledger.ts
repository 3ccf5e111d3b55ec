/** What a session remembers between its points: order, counters, labels, records. */
import type { InterceptionBlocked, SessionFacts, Surface } from "../hook-session";
import type { Emitter, InterceptionPoint, InterceptionRecord } from "../types";

/** What all sessions of one `createAgentHooks` share. */
export interface Host {
  readonly emitter: Emitter;
  readonly agent: { readonly id: string; readonly name?: string; readonly version?: string };
  readonly framework: string;
  readonly surface: Surface;
  readonly clock: () => number;
}

export interface Ledger {
  readonly host: Host;
  readonly id: string;
  readonly facts: SessionFacts;
  readonly records: InterceptionRecord[];
  /** Labels of data that entered the session, in the order in which they came. */
  readonly labels: Set<string>;
  readonly startedAt: number;
  phase: "new" | "starting" | "open" | "closed";
  /** Why nothing more may happen: a refused start, or a host error where the posture is to terminate. */
  refusal: InterceptionBlocked | null;
  isTerminated: boolean;
  sequence: number;
  turn: number;
  toolCalls: number;
  errors: number;
}

export function openLedger(host: Host, facts: SessionFacts): Ledger {
  return {
    host,
    id: facts.id ?? crypto.randomUUID(),
    facts,
    records: [],
    labels: new Set(),
    startedAt: host.clock(),
    phase: "new",
    refusal: null,
    isTerminated: false,
    sequence: 0,
    turn: 0,
    toolCalls: 0,
    errors: 0,
  };
}

/** Handed out at once, so that overlapping emissions get different ones. */
export const nextSequence = (ledger: Ledger): number => ledger.sequence++;

/** A call out of its order is a bug of the adapter; the action that it asks about must not happen. */
export class OutOfOrder extends Error {
  override readonly name = "OutOfOrder";
}

/** Before an action that begins something. Throws the refusal of the session, or `OutOfOrder`. */
export function enter(ledger: Ledger, point: InterceptionPoint): void {
  if (ledger.phase === "closed") throw new OutOfOrder(`${point} after agent_shutdown`);
  if (ledger.refusal) throw ledger.refusal;
  const isStart = point === "agent_startup";
  if (isStart !== (ledger.phase === "new")) throw new OutOfOrder(isStart ? "a second agent_startup" : `${point} first`);
}

/** After a permit that may have waited for people: whoever ended the run meanwhile, ended this too. */
export function stillOpen(ledger: Ledger, point: InterceptionPoint): void {
  enterPost(ledger, point);
  if (ledger.refusal) throw ledger.refusal;
}

/** Before the second half of an action that was permitted. */
export function enterPost(ledger: Ledger, point: InterceptionPoint): void {
  if (ledger.phase === "closed") throw new OutOfOrder(`${point} after agent_shutdown`);
}
