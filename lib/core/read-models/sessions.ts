/** What the console's session, timeline and chain views are given: plain JSON, times in ms since the epoch. */
import type { Disposition } from "../policy/types";
import type { Actor } from "./approvals";
import type { HostedHeader, HostedSession } from "./host-records";

export interface SessionItem {
  readonly key: string;
  readonly sessionId: string;
  readonly agentKey: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly userId: string | null;
  readonly platform: string | null;
  readonly state: string;
  readonly closeReason: string | null;
  readonly openedAt: number;
  readonly lastStepAt: number;
  readonly closedAt: number | null;
  readonly headSeq: number;
  readonly headHash: string | null;
  /** How many entries carry each disposition. */
  readonly counts: { readonly [disposition: string]: number };
  readonly openApprovals: number;
  readonly mismatches: number;
}

export interface SessionPage {
  readonly items: readonly SessionItem[];
  readonly next: string | null;
  readonly serverNow: number;
}

export interface SessionHeader extends SessionItem {
  readonly keyId: string;
  readonly keyState: string;
  /** Negotiated terms as the handshake recorded them, JSON text. */
  readonly terms: string;
  readonly serverNow: number;
  /** Set where an Agent Hooks host runs the agent. */
  readonly hosted?: HostedHeader;
}

/** One row of the timeline. */
export interface StepRow {
  readonly seq: number;
  readonly at: number;
  readonly stepType: string;
  readonly stepId: string;
  readonly turnId: string | null;
  /** The turns that the step stands in, outermost first, as far as the steps around it tell. */
  readonly turns: readonly string[];
  readonly tool: string | null;
  /** Short text of what the step was about; agent text, drawn with visible characters, secrets masked. */
  readonly subject: string;
  readonly decision: Disposition | null;
  readonly reason: string | null;
  readonly latencyUs: number | null;
  readonly approvalId: string | null;
  readonly released: boolean;
  /** Marks that need an eye: `mutated_replay`, `executed_without_release`, ... */
  readonly marks: readonly string[];
}

export interface StepRows {
  readonly rows: readonly StepRow[];
}

/** Which entries a filter leaves, and what the strip above the timeline draws. */
export interface TimelineShape {
  readonly headSeq: number;
  readonly headHash: string | null;
  readonly state: string;
  /** Null means every entry from 1 to `headSeq`. */
  readonly matching: readonly number[] | null;
  readonly bins: readonly TimelineBin[];
  readonly serverNow: number;
  /** Set where an Agent Hooks host runs the agent. */
  readonly hosted?: HostedSession;
}

export interface TimelineBin {
  readonly from: number;
  readonly to: number;
  readonly counts: { readonly [disposition: string]: number };
}

export interface StepDetail {
  readonly row: StepRow;
  readonly entry: string;
  readonly entryHash: string;
  readonly previousHash: string;
  readonly request: EnvelopeText | null;
  readonly response: EnvelopeText | null;
  readonly reasonCodes: readonly string[];
  readonly actionDigest: string | null;
  readonly bundleDigest: string | null;
  readonly resultOf: string | null;
  /** The approval under which this step presented other content, of whichever session; null where the reader may not see it. */
  readonly presentedUnder: string | null;
  readonly refs: StepRefs;
}

/** Where the ids in a step's request lead; an id that is not in here leads nowhere that the reader may see. */
export interface StepRefs {
  /** step_id in lower case → seq in this session. */
  readonly steps: { readonly [stepId: string]: number };
  /** session_id in lower case → the console's key. */
  readonly sessions: { readonly [sessionId: string]: string };
  /** Who decided, by the opaque id that the entry names. */
  readonly people: { readonly [personId: string]: Actor };
}

/** A stored message as shown: exact when nothing in it is masked. */
export interface EnvelopeText {
  readonly text: string;
  readonly bytes: number;
  /** JSON pointers whose values are masked in `text`. The stored bytes and every digest keep the real values. */
  readonly masked: readonly string[];
}

/** One stored entry, for recomputing in the browser. */
export interface ChainRow {
  readonly seq: number;
  readonly entry: string;
  readonly request: string | null;
  readonly response: string | null;
  /** Why request or response are not here. */
  readonly withheld: "secret" | "erased" | null;
}

export interface ChainPage {
  readonly rows: readonly ChainRow[];
  /** The last head the Guardian published for this session: what the rows are compared with. */
  readonly head: { readonly count: number; readonly hash: string | null; readonly state: string };
  /** On the first page: public keys of the agent and of the Guardian, as this console has them. */
  readonly keys: ChainKeys | null;
}

export interface ChainKeys {
  readonly agent: readonly ChainKey[];
  readonly guardian: readonly ChainKey[];
}

/** base64, in the encodings that are published with the Guardian's keys. */
export interface ChainKey {
  readonly keyId: string;
  readonly algorithm: string;
  readonly publicKey: string;
}
