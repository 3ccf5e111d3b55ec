/** What the admin pages are given: plain JSON, times in ms since the epoch on the database clock. */
import type { AgentSettings } from "../admin/agent-settings";
import type { BundleSettings } from "../policy/bundle";
import type { Finding } from "../policy/types";
import type { HostRule } from "../wire/agent-hooks";

export interface AgentItem {
  readonly key: string;
  readonly agentId: string;
  readonly name: string;
  readonly owner: string | null;
  readonly activeKeys: number;
  readonly openSessions: number;
  readonly openApprovals: number;
  readonly lastStepAt: number | null;
  readonly disabled: boolean;
}

export interface AgentKeyItem {
  readonly keyId: string;
  readonly algorithm: string;
  /** `sha256:` and hex of a public key, null under HMAC. */
  readonly fingerprint: string | null;
  readonly state: "active" | "retired" | "revoked";
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** Retired keys: until when their open sessions go on. */
  readonly overlapUntil: number | null;
  readonly openSessions: number;
  readonly openApprovals: number;
}

export interface AgentDetail {
  readonly item: AgentItem;
  readonly createdAt: number;
  readonly revision: number;
  readonly settings: AgentSettings;
  readonly keys: readonly AgentKeyItem[];
}

export interface PersonItem {
  readonly id: string;
  readonly kind: "person" | "service";
  readonly name: string;
  /** Empty for service accounts. */
  readonly email: string;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly state: "invited" | "active" | "disabled";
  readonly revision: number;
  readonly createdAt: number;
  readonly lastSignInAt: number | null;
  /** Invited people: when the link ends; null when there is no usable link. */
  readonly invitedUntil: number | null;
}

export interface SignInItem {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly userAgent: string | null;
}

/** A policy of the active bundle, as its annotations explain it. */
export interface PolicyRule {
  readonly id: string;
  readonly effect: "permit" | "forbid";
  readonly disposition: Finding["disposition"] | "allow";
  readonly reason: string | null;
  readonly code: string | null;
  readonly risk: Finding["risk"] | null;
  readonly approvers: string | null;
  readonly votes: number | null;
  readonly timeoutS: number | null;
  readonly useWithinS: number | null;
  /** Null means any. */
  readonly methods: readonly string[] | null;
  readonly tools: readonly string[] | null;
  readonly text: string;
}

export interface ActivePolicy {
  readonly digest: string;
  readonly version: number;
  readonly epoch: string;
  readonly name: string;
  readonly publishedAt: number;
  /** Name, or null for the bundle that came with the console. */
  readonly publishedBy: string | null;
  readonly settings: BundleSettings;
  readonly rules: readonly PolicyRule[];
  readonly hostRules: readonly HostRule[];
}

export type PolicyAnswer =
  | { readonly kind: "active"; readonly policy: ActivePolicy }
  | { readonly kind: "none" }
  /** Stored, but this release cannot read it; every decision is a denial until it is replaced. */
  | { readonly kind: "unreadable"; readonly digest: string; readonly message: string };

export interface AuditItem {
  readonly id: string;
  readonly at: number;
  readonly actorKind: "person" | "service" | "agent" | "guardian";
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly action: string;
  readonly subject: string | null;
  /** Of agents and accounts that still exist. */
  readonly subjectName: string | null;
  readonly sessionKey: string | null;
  /** JSON text */
  readonly detail: string;
}

export interface RefusalItem {
  readonly id: string;
  readonly at: number;
  readonly code: number;
  readonly reason: string;
  readonly method: string | null;
  readonly keyId: string | null;
  readonly sessionId: string | null;
  readonly sessionKey: string | null;
  readonly bodyBytes: number;
  readonly bodyHash: string;
}

/** A page of a list that grows at its head. `before` continues it; null at its end. */
export interface TrailPage<T> {
  readonly items: readonly T[];
  readonly before: string | null;
}
