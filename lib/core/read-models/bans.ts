/**
 * What the banned-components pages are given: plain JSON, times in ms since the epoch on the database clock.
 * Reads: `readBans`, `readBan` of lib/server/ban-views.ts (permission bans.read). Commands, through asActor of
 * lib/server/act.ts: `previewBan`, `createBan`, `editBan`, `revokeBan`, `importBans` (bans.manage) and `exportBans`
 * (bans.read) of lib/guardian/commands/bans.ts. A form is read by `parseBanInput` (lib/core/admin/ban-input.ts).
 */
import type { BanTerms } from "../admin/ban-input";
import type { ComponentType } from "../agbom/ban";

export type BanState = "active" | "expired" | "revoked";

export interface BanItem {
  readonly id: string;
  readonly terms: BanTerms;
  readonly state: BanState;
  readonly createdAt: number;
  /** Name of the person, null where it came without one. */
  readonly createdBy: string | null;
  readonly revokedAt: number | null;
  readonly revision: number;
}

export interface BanList {
  /** Newest first. */
  readonly items: readonly BanItem[];
  readonly counts: { readonly [state in BanState]: number };
  /** `before` of the next page, null at the end. */
  readonly before: string | null;
  readonly serverNow: number;
}

/** A list that is cut: `count` is of everything found. */
export interface Counted<T> {
  readonly count: number;
  readonly items: readonly T[];
}

/** A component that a ban matches, or cannot be compared with. */
export interface BanHit {
  readonly type: ComponentType;
  readonly name: string;
  readonly provider: string | null;
  readonly version: string | null;
  readonly endpoint: string | null;
  /** Declared in an AgBOM, in use at a step, or both. */
  readonly declared: boolean;
  readonly used: boolean;
  /** Why it cannot be compared; null where it matches. */
  readonly notChecked: string | null;
  readonly sessions: number;
}

export interface BanHitSession {
  readonly sessionKey: string;
  readonly sessionId: string;
  readonly agentKey: string;
  readonly agentName: string;
  readonly lastStepAt: number;
  readonly declared: boolean;
  readonly used: boolean;
  /** Names of the components that are hit; at most five. */
  readonly components: readonly string[];
}

export interface BanHitApproval {
  readonly id: string;
  readonly sessionKey: string;
  readonly tool: string | null;
  readonly question: string;
  readonly state: "prepared" | "pending" | "approved";
  readonly createdAt: number;
}

/** What a ban would hit if it were in force now. */
export interface BanPreview {
  /** Open sessions that declare or used what the ban matches. */
  readonly sessions: Counted<BanHitSession>;
  /** Components of all sessions, open and closed. */
  readonly components: Counted<BanHit>;
  /** Open approvals on tools that the ban matches. */
  readonly approvals: Counted<BanHitApproval>;
  /** Same kind and name, but a member that the ban names is not known: neither hit nor clean. */
  readonly notChecked: Counted<BanHit>;
  /** More was stored than could be looked through: the counts are lower bounds. */
  readonly truncated: boolean;
}
