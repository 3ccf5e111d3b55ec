/** What the console's approval views are given: plain JSON, times in ms since the epoch on the database clock. */
import type { Disposition, Risk } from "../policy/types";
import type { Capability } from "../session/context";

export type ApprovalStateName =
  | "prepared"
  | "pending"
  | "approved"
  | "rejected"
  | "expired"
  | "cancelled"
  | "superseded"
  | "void"
  | "consumed";

/** Who acted. A service account is never shown as a person. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly kind: "person" | "service" | "unknown";
}

/** One row of the queue or of the history. */
export interface ApprovalItem {
  readonly id: string;
  readonly kind: "ask" | "defer";
  /** As judged by the database clock at `serverNow`: an overdue pending row is `expired` even before anyone recorded it. */
  readonly state: ApprovalStateName;
  readonly revision: number;
  readonly method: string;
  readonly tool: string | null;
  /** The act in one sentence, from tool and arguments only. Agent text: draw it with visible characters. */
  readonly sentence: string;
  readonly risk: Risk;
  readonly agentId: string;
  readonly agentName: string;
  readonly sessionKey: string;
  readonly sessionId: string;
  readonly sessionState: string;
  readonly sessionCloseReason: string | null;
  readonly requestId: string;
  readonly approvers: string;
  readonly votes: number;
  readonly votesRequired: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly useBy: number | null;
  readonly decidedAt: number | null;
  readonly decidedBy: Actor | null;
  readonly decisionReason: string | null;
  readonly consumedAt: number | null;
  readonly consumedRequestId: string | null;
  readonly resultAt: number | null;
  readonly retries: number;
  readonly attempt: number;
  /** How often other content was presented under this approval. */
  readonly mismatches: number;
  /** Null when the reader may decide, else the reason in words. */
  readonly whyNot: string | null;
}

export interface ApprovalPage {
  readonly items: readonly ApprovalItem[];
  /** Cursor of the next page of the history, null at the end. The open queue is never paged. */
  readonly next: string | null;
  readonly serverNow: number;
}

/** What the server served for this person and sign-in; the browser recomputes every digest from these texts. */
export interface ServedApproval {
  readonly view: string;
  readonly viewDigest: string;
  /** Canonical text of the action that may run; null when secret values keep it on the server. */
  readonly action: string | null;
  readonly requested: string | null;
  readonly actionDigest: string;
  readonly statement: string;
  readonly revision: number;
  readonly expiresAt: number;
  /** May approve. */
  readonly eligible: boolean;
  /** May deny: the asker's own side may turn its own action down. */
  readonly mayDeny: boolean;
  readonly ineligibleReason: string | null;
}

export interface ContextStep {
  readonly seq: number;
  readonly stepType: string;
  readonly tool: string | null;
  readonly subject: string;
  readonly decision: Disposition | null;
  readonly at: number;
  /** True for the step that asked. */
  readonly isThis: boolean;
}

export interface SimilarDecision {
  readonly id: string;
  readonly sentence: string;
  readonly state: ApprovalStateName;
  readonly decidedBy: Actor | null;
  readonly reason: string | null;
  readonly at: number;
}

export interface VoteLine {
  readonly by: Actor;
  readonly verdict: "approve" | "deny";
  readonly reason: string | null;
  readonly at: number;
  readonly viewDigest: string;
  readonly effectiveDigest: string;
}

/** One place where other content differs from what was approved. */
export interface ShownDifference {
  /** JSON pointer into the action. */
  readonly path: string;
  readonly kind: "added" | "removed" | "changed";
  /** Canonical JSON text, secret values masked; null where there was nothing. */
  readonly before: string | null;
  readonly after: string | null;
  /** True when a masked secret is part of the difference. */
  readonly masked: boolean;
}

/** Other content, presented under this approval. */
export interface Presentation {
  readonly id: string;
  readonly requestId: string;
  readonly sessionKey: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly digest: string;
  /** Canonical text of the action presented, secret values masked. */
  readonly action: string;
  readonly differences: readonly ShownDifference[];
  readonly at: number;
}

/** Why a step waits rather than being asked about, and what happens when nobody answers. */
export interface Deferral {
  readonly reason: string;
  readonly method: string;
  readonly timeoutDecision: "deny" | "ask";
  readonly requiredContext: readonly string[];
}

/** What an approval could add to the session's Intent. */
export interface Extension {
  readonly capabilities: readonly Capability[];
  /** Null when it may be granted for the whole session, else the reason in words. */
  readonly whyOnce: string | null;
}

export interface ApprovalDetail {
  readonly item: ApprovalItem;
  /** Null for an ASK. */
  readonly deferral: Deferral | null;
  readonly extension: Extension | null;
  /** Groups that an item can be handed to: those that active accounts are in. */
  readonly groups: readonly string[];
  /** Null when the item vanished while it was read. */
  readonly served: ServedApproval | null;
  readonly bundleDigest: string;
  readonly requestedDigest: string;
  readonly effectiveDigest: string;
  /** Canonical text of the action asked for, secret values masked: the left side of a difference. */
  readonly requestedShown: string;
  readonly effectiveShown: string;
  readonly steps: readonly ContextStep[];
  readonly stepCount: number;
  readonly similar: readonly SimilarDecision[];
  readonly votes: readonly VoteLine[];
  readonly presentations: readonly Presentation[];
  readonly eligible: readonly Actor[];
  readonly receipt: string | null;
  readonly receiptHash: string | null;
  readonly serverNow: number;
}
