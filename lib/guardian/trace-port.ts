/** The trace port: records go in as texts, and what becomes of them is nobody's wait. */
import type { EntryRecord, StepRecord } from "../core/trace/record";

/** A step as it is handed over: texts, so that nothing is copied or read again on the way of a decision. */
export type HandedStep = Omit<StepRecord, "params" | "result"> & {
  /** The JSON-RPC request as received. */
  readonly request: string;
  /** The JSON-RPC answer as sent; one that is an error leaves no trace. */
  readonly answer: Uint8Array;
};
export type HandedEntry = Omit<EntryRecord, "content"> & { readonly content: string };
export type Handed = HandedStep | HandedEntry;

export interface Trace {
  /** Never throws, never waits; what cannot be kept is counted. */
  hand(record: Handed): void;
}
