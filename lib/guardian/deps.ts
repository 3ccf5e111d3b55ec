/** What every stage is given: the ports, and the few numbers that a deployment may choose. */
import type { GuardianCapabilities } from "../core/wire/capabilities";
import type { Clock, Crypto, Engine, Ids, Journal, KeyRing, Store, Wakeups } from "./ports";
import type { Trace } from "./trace-port";

export interface GuardianLimits {
  /** Bytes of one message. */
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** Requests of one batch. */
  readonly maxBatch: number;
  /** The answer leaves this long before the negotiated timeout, whatever happened. */
  readonly answerMarginMs: number;
  /** How long before the timeout a held step gives up waiting for people. */
  readonly holdMarginMs: number;
  readonly maxPollMs: number;
}

export const DEFAULT_LIMITS: GuardianLimits = {
  maxBytes: 1024 * 1024,
  maxDepth: 128,
  maxBatch: 100,
  answerMarginMs: 400,
  holdMarginMs: 500,
  maxPollMs: 25_000,
};

export interface GuardianDeps {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly journal: Journal;
  readonly engine: Engine;
  readonly keyring: KeyRing;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly wakeups: Wakeups;
  readonly limits: GuardianLimits;
  /** What this endpoint offers in a handshake. */
  /** Absent where nothing is traced. */
  readonly trace?: Trace;
  readonly capabilities: GuardianCapabilities;
  readonly consoleUrl: string;
  /** Operator log: names and codes, never content. */
  readonly log: (line: string, detail?: Record<string, string | number | boolean | null>) => void;
}
