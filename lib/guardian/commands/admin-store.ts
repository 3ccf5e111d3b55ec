/**
 * The rows behind the admin commands. A command is one transaction: the actor's row is read and held first, every
 * change writes its audit and event rows beside itself, and a returned failure rolls all of it back.
 */

import type { Permission } from "../../core/access";
import type { AgentSettings } from "../../core/admin/agent-settings";
import type { BanTerms } from "../../core/admin/ban-input";
import type { CommandFailure } from "../../core/admin/failure";
import type { Ban } from "../../core/agbom/ban";
import type { BanPreview } from "../../core/read-models/bans";
import type { Result } from "../../core/result";
import type { SignatureAlgorithm } from "../../core/signing/algorithms";
import type { ApprovalMove, AuditWrite, EntryRow, EventWrite } from "../ports";

/** Who makes a change. */
export interface Actor {
  readonly id: string;
  readonly tenantId: string;
  /** The sign-in that the change rides on; it must still be live when the change is written. */
  readonly signInId: string | null;
}

export interface AdminStore {
  /**
   * Runs `work` if the actor is active, holds the permission and the sign-in is live, all judged and held inside the
   * transaction. Audit rows are the actor's.
   */
  change<T>(
    actor: Actor,
    permission: Permission,
    work: (tx: AdminTx) => Promise<Result<T, CommandFailure>>,
  ): Promise<Result<T, CommandFailure>>;
  /** Where nobody is signed in yet: set-up and invitations. Audit rows are the Guardian's unless they say otherwise. */
  asGuardian<T>(
    tenantId: string,
    work: (tx: AdminTx) => Promise<Result<T, CommandFailure>>,
  ): Promise<Result<T, CommandFailure>>;
}

export interface AdminTx extends AgentRows, PeopleRows, BanRows {
  readonly tenantId: string;
  audit(
    write: Omit<AuditWrite, "actorKind" | "actorId"> & Partial<Pick<AuditWrite, "actorKind" | "actorId">>,
  ): Promise<void>;
  event(write: EventWrite): Promise<void>;
}

export interface StoredAgent {
  readonly key: string;
  readonly agentId: string;
  readonly name: string;
  readonly revision: number;
  readonly disabled: boolean;
  readonly allowedAlgorithms: readonly string[];
}

export interface StoredKey {
  readonly keyId: string;
  readonly agentKey: string;
  readonly algorithm: SignatureAlgorithm;
  readonly state: "active" | "retired" | "revoked";
}

/** A sealed secret under HMAC-SHA256, a public key (base64) under every other algorithm. */
export interface NewAgentKey {
  readonly keyId: string;
  readonly agentKey: string;
  readonly algorithm: SignatureAlgorithm;
  readonly secretSealed: string | null;
  readonly publicKey: string | null;
}

/** An open session with everything live in it, as locked: sessions first, then approvals, each in key order. */
export interface LockedSession {
  readonly key: string;
  readonly headSeq: number;
  readonly headHash: string | null;
  readonly approvals: readonly LockedApproval[];
}

export interface LockedApproval {
  readonly id: string;
  readonly sessionKey: string;
  readonly requestId: string;
  readonly state: "prepared" | "pending" | "approved";
  readonly revision: number;
  /** ms since the epoch, or null while undecided */
  readonly decidedAt: number | null;
}

export interface Closing {
  readonly sessionKey: string;
  readonly reason: string;
  readonly moves: readonly ApprovalMove[];
  readonly entries: readonly EntryRow[];
}

interface AgentRows {
  /** False when the agent_id is taken. */
  insertAgent(agent: { key: string; agentId: string; settings: AgentSettings }): Promise<boolean>;
  lockAgent(key: string): Promise<StoredAgent | null>;
  /** Writes and moves the revision. */
  updateAgent(key: string, change: { settings?: AgentSettings; disabled?: boolean }): Promise<void>;
  /** False when this public key is registered already, by whomever. */
  insertKey(key: NewAgentKey): Promise<boolean>;
  lockKey(keyId: string): Promise<StoredKey | null>;
  activeKeys(agentKey: string): Promise<readonly string[]>;
  /** Retires with an end of overlap (ms since the epoch) or revokes now. */
  endKey(keyId: string, end: { state: "retired"; overlapUntil: number } | { state: "revoked" }): Promise<void>;
  lockOpenSessions(of: { keyId: string } | { agentKey: string }): Promise<readonly LockedSession[]>;
  /** Appends the entries, moves the approvals, closes the session. */
  applyClosing(closing: Closing): Promise<void>;
}

export interface StoredPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly kind: "person" | "service";
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly state: "invited" | "active" | "disabled";
  readonly revision: number;
  readonly passwordHash: string | null;
}

export interface NewPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly kind: "person" | "service";
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly state: "invited" | "active";
  readonly passwordHash?: string;
  readonly tokenHash?: string;
}

export interface PersonChange {
  readonly name?: string;
  readonly roles?: readonly string[];
  readonly groups?: readonly string[];
  readonly state?: "active" | "disabled";
  readonly passwordHash?: string;
  readonly tokenHash?: string | null;
}

export interface NewInvite {
  readonly tokenHash: string;
  readonly kind: "setup" | "invite";
  readonly personId: string | null;
  readonly lifetimeS: number;
}

interface PeopleRows {
  /** Changes of people wait for one another: the rule about the last admin reads more than one row. */
  serializePeople(): Promise<void>;
  lockPerson(id: string): Promise<StoredPerson | null>;
  /** False when the address is taken. */
  insertPerson(person: NewPerson): Promise<boolean>;
  /** Writes and moves the revision. */
  updatePerson(id: string, change: PersonChange): Promise<void>;
  anybodyExists(): Promise<boolean>;
  /** Active people (not services) with the role admin. */
  activeAdmins(): Promise<readonly string[]>;
  insertSignIn(signIn: { id: string; personId: string; lifetimeS: number; userAgent: string | null }): Promise<void>;
  /** Ends all live sign-ins of a person, except one. Returns how many. */
  endSignIns(personId: string, except?: string | null): Promise<number>;
  endSignIn(personId: string, signInId: string): Promise<boolean>;
  insertInvite(invite: NewInvite): Promise<void>;
  /** Uses up a link that is neither used nor over. Null when there is none. */
  takeInvite(tokenHash: string, kind: NewInvite["kind"]): Promise<{ readonly personId: string | null } | null>;
  /** Makes unused links of a person (or all set-up links) useless. */
  withdrawInvites(of: { personId: string } | "setup"): Promise<void>;
}

export interface StoredBan {
  readonly id: string;
  readonly terms: BanTerms;
  readonly revision: number;
  readonly revoked: boolean;
  /** By the database clock. */
  readonly expired: boolean;
}

interface BanRows {
  lockBan(id: string): Promise<StoredBan | null>;
  insertBans(bans: readonly { id: string; terms: BanTerms }[], createdBy: string | null): Promise<void>;
  /** Writes and moves the revision. */
  updateBan(id: string, terms: BanTerms): Promise<void>;
  revokeBan(id: string): Promise<void>;
  /** Bans that are neither revoked nor over. */
  countBans(): Promise<number>;
  bansInForce(): Promise<readonly BanTerms[]>;
  /** Reads only, within bounds. */
  previewBan(ban: Ban): Promise<BanPreview>;
  /** Every step that is evaluated after the commit sees what the transaction wrote; one evaluated before runs again. */
  movePolicyEpoch(): Promise<void>;
  databaseNow(): Promise<number>;
}
