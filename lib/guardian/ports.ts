/** What the Guardian's use cases need from the world. Implementations live in storage, engines and server. */
import type { Ban } from "../core/agbom/ban";
import type { Crypto, EcPublicJwk } from "../core/crypto";
import type { ParadigmSettings } from "../core/policy/paradigms";
import type { EngineResult, PolicyStep } from "../core/policy/types";
import type { Result } from "../core/result";
import type {
  ComponentUse,
  Knowledge,
  Needs,
  ProvenanceNode,
  SessionTrace,
  SkillRegistration,
} from "../core/session/context";
import type { PublicKeyAlgorithm, SignatureAlgorithm } from "../core/signing/algorithms";
import type { VerifyingKey } from "../core/signing/registry";
import type { SignedData } from "../core/signing/scheme";
import type { HostRule } from "../core/wire/agent-hooks";

export type { Crypto };

// ── rows, as the journal reads and writes them ─────────────────────────────────────────────────────────────────────

export interface AgentRow {
  readonly key: string;
  readonly tenantId: string;
  readonly agentId: string;
  readonly name: string;
  readonly ownerId: string | null;
  readonly canAsk: boolean;
  readonly canModify: boolean;
  readonly askSubstitute: "hold" | "deny" | "defer";
  readonly onDecisionFailure: "deny" | "proceed";
  readonly requiredMethods: readonly string[];
  readonly allowedAlgorithms: readonly string[];
  readonly timeoutMs: number;
  readonly skewMs: number;
  readonly idleLimitS: number;
  readonly pendingCap: number;
  readonly holdCap: number;
  readonly disabled: boolean;
}

export interface AgentKeyRow {
  readonly keyId: string;
  readonly tenantId: string;
  readonly agentKey: string;
  readonly algorithm: SignatureAlgorithm;
  readonly state: "active" | "retired" | "revoked";
  /** ms since the epoch; a retired key ends here for the sessions that it opened. */
  readonly overlapUntil: number | null;
  /** The input secret, unsealed; under HMAC-SHA256 only. Never logged, never leaves the process. */
  readonly secret: Uint8Array | null;
  /** Under every other algorithm, in the published encodings. */
  readonly publicKey: Uint8Array | null;
}

export interface SessionRow {
  readonly key: string;
  readonly tenantId: string;
  readonly sessionId: string;
  readonly agentKey: string;
  readonly keyId: string;
  readonly state: "open" | "closed";
  readonly closeReason: string | null;
  readonly terms: string;
  readonly helloRequestId: string;
  readonly helloAnswer: string;
  readonly headSeq: number;
  readonly headHash: string | null;
  readonly ackSeq: number;
  readonly userId: string | null;
  readonly platform: string | null;
  readonly lastStepAt: number;
  /** SessionContext as canonical text (lib/core/session/context.ts); moves with the head. */
  readonly context: string;
  /** The session that started this one as a subagent (subagentStart), null where none did. */
  readonly parentKey: string | null;
}

export type ApprovalState =
  | "prepared"
  | "pending"
  | "approved"
  | "rejected"
  | "expired"
  | "cancelled"
  | "superseded"
  | "void"
  | "consumed";

export interface ApprovalRow {
  readonly id: string;
  readonly tenantId: string;
  readonly sessionKey: string;
  readonly agentKey: string;
  readonly kind: "ask" | "defer";
  readonly state: ApprovalState;
  readonly revision: number;
  readonly requestId: string;
  readonly method: string;
  readonly tool: string | null;
  readonly requestedDigest: string;
  readonly effectiveDigest: string;
  readonly requestedAction: string;
  readonly effectiveAction: string;
  readonly modifications: string | null;
  readonly findings: string;
  readonly risk: string;
  readonly approvers: string;
  readonly votesRequired: number;
  readonly question: string;
  readonly bundleDigest: string;
  /** ms since the epoch, database clock */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly useWithinS: number;
  readonly useBy: number | null;
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
  readonly decisionReason: string | null;
  readonly consumedRequestId: string | null;
  readonly consumedAt: number | null;
  readonly resultAt: number | null;
  readonly receipt: string | null;
  readonly receiptHash: string | null;
  readonly attempt: number;
  readonly retries: number;
  /** Made for an Agent Hooks host: nobody sees it before the host's resolver asks (decision 0040). */
  readonly forHooks: boolean;
  /** What the resolver asked with; all null until it does. The identity may be null after that too. */
  readonly interceptionPoint: string | null;
  readonly contextIdentity: string | null;
  /** Canonical text of the context as the host shows it to the approver. */
  readonly hookContext: string | null;
}

export interface EntryRow {
  readonly seq: number;
  readonly entryId: string;
  readonly stepId: string;
  readonly stepType: string;
  /** "" on the first entry */
  readonly previousHash: string;
  readonly entryHash: string;
  readonly content: string;
  readonly decision: string | null;
  readonly reason: string | null;
  readonly reasonCodes: readonly string[];
  readonly actionDigest: string | null;
  readonly approvalId: string | null;
  readonly tool: string | null;
  readonly released: boolean;
  readonly resultOf: string | null;
  readonly bundleDigest: string | null;
  readonly latencyUs: number | null;
  /** Wrapped calls and their answers: digest of server, method and JSON-RPC id. Absent elsewhere. */
  readonly callRef?: string | null;
}

/** A released toolCallRequest whose toolCallResult has not come in. */
export interface ReleasedStep {
  readonly requestId: string;
  readonly tool: string | null;
  readonly approvalId: string | null;
  /** Set for wrapped calls, which their answers name by server and JSON-RPC id. */
  readonly callRef: string | null;
}

/** Everything the pure stages know about a session. Valid as long as the head has not moved. */
export interface SessionSnapshot {
  readonly session: SessionRow;
  readonly agent: AgentRow;
  /** Newest first. */
  readonly approvals: readonly ApprovalRow[];
  /** Oldest first. */
  readonly released: readonly ReleasedStep[];
}

// ── the journal ────────────────────────────────────────────────────────────────────────────────────────────────────

export interface AuditWrite {
  readonly actorKind: "person" | "service" | "agent" | "guardian";
  readonly actorId?: string | null;
  readonly action: string;
  readonly subject?: string | null;
  readonly sessionKey?: string | null;
  readonly detail?: Record<string, unknown>;
}

export interface EventWrite {
  readonly topic: string;
  readonly ref?: string | null;
  readonly seq?: number | null;
}

/** Columns that a move may set besides state and revision. Times of `null` in `stamp` columns are the database clock. */
export interface ApprovalSet {
  readonly decidedBy?: string;
  readonly decisionReason?: string | null;
  readonly consumedRequestId?: string;
  readonly effectiveDigest?: string;
  readonly effectiveAction?: string;
  readonly modifications?: string | null;
  readonly receipt?: string;
  readonly receiptHash?: string;
  readonly useBy?: number;
  readonly expiresAt?: number;
  readonly retries?: number;
  /** Re-routed to other groups. */
  readonly approvers?: string;
  readonly interceptionPoint?: string;
  readonly contextIdentity?: string | null;
  readonly hookContext?: string;
}

export interface ApprovalMove {
  readonly id: string;
  readonly from: readonly ApprovalState[];
  readonly to: ApprovalState;
  /** Compared when given, so that a decision names exactly the row that was seen. */
  readonly revision?: number;
  /**
   * Which clock test is part of the UPDATE, against clock_timestamp():
   * before_expiry: now < expires_at; before_use_by: now < use_by; after_expiry / after_use_by: the opposite; none.
   */
  readonly when: "before_expiry" | "before_use_by" | "after_expiry" | "after_use_by" | "none";
  /** Columns to stamp with clock_timestamp(). */
  readonly stamp?: readonly ("decidedAt" | "consumedAt" | "resultAt")[];
  readonly set?: ApprovalSet;
}

export type NewApproval = Omit<
  ApprovalRow,
  | "revision"
  | "createdAt"
  | "decidedAt"
  | "decidedBy"
  | "decisionReason"
  | "consumedRequestId"
  | "consumedAt"
  | "resultAt"
  | "receipt"
  | "receiptHash"
  | "retries"
  | "useBy"
  | "interceptionPoint"
  | "contextIdentity"
  | "hookContext"
>;

export interface NewVote {
  readonly approvalId: string;
  readonly personId: string;
  readonly verdict: "approve" | "deny";
  readonly effectiveDigest: string;
  readonly viewDigest: string;
  readonly reason: string | null;
  readonly statement: string;
}

export interface NewPresentation {
  readonly id: string;
  readonly approvalId: string;
  readonly requestId: string;
  readonly presentedDigest: string;
  readonly presentedAction: string;
}

/** All rows of one step (or of one resolution): every one is written, or none. */
export interface StepPlan {
  readonly tenantId: string;
  readonly sessionKey: string;
  /** Compared with the tenant's row FOR SHARE; omitted where no policy was read. */
  readonly policyEpoch?: bigint;
  /** Compare-and-set on the chain. Omitted for plans that write no entry and do not care. */
  readonly expectedHead?: { readonly seq: number; readonly hash: string | null };
  /** False for plans that may run on a closed session (recovery, late audit). Default true. */
  readonly requireOpen?: boolean;
  /** Judged first. */
  readonly reservations: readonly { readonly kind: "request_id" | "nonce"; readonly value: string }[];
  /** The person whose decision this is: row read FOR SHARE, revision and sign-in must still be as given. */
  readonly person?: { readonly id: string; readonly revision: number; readonly signInId: string | null };
  readonly moves: readonly ApprovalMove[];
  readonly newApprovals: readonly NewApproval[];
  readonly votes: readonly NewVote[];
  readonly presentations: readonly NewPresentation[];
  readonly entries: readonly EntryRow[];
  readonly envelope?: {
    readonly requestId: string;
    readonly seq: number | null;
    readonly method: string;
    readonly request: string;
    readonly response: string;
  };
  readonly session?: {
    readonly state?: "closed";
    readonly closeReason?: string;
    readonly ackSeq?: number;
    readonly userId?: string | null;
    readonly platform?: string | null;
    /** SessionContext after this plan. */
    readonly context?: string;
  };
  /** New nodes of the session's provenance graph. */
  readonly provenance?: readonly ProvenanceNode[];
  /** Registrations that this step made known, for the whole tenant. */
  readonly skills?: readonly SkillRegistration[];
  /** Sessions that this step started as subagents. */
  readonly subagents?: readonly {
    readonly sessionId: string;
    readonly stepId: string;
    /** SessionContext that the child's session opens with. */
    readonly context: string;
  }[];
  readonly agbom?: AgbomWrite;
  /** Components in use at this step, declared or not; kept for bans' previews and the AgBOM page. */
  readonly uses?: readonly (ComponentUse & { readonly declared: boolean })[];
  /** Where the session's spans belong, once this plan is durable; not a row of its own. */
  readonly trace?: SessionTrace;
  readonly audits: readonly AuditWrite[];
  readonly events: readonly EventWrite[];
}

/** A change of the session's AgBOM, written with its entry. */
export interface AgbomWrite {
  /** Replaces everything before it. */
  readonly isSnapshot: boolean;
  /** Canonical text by component id. */
  readonly put: readonly { readonly id: string; readonly type: string; readonly name: string; readonly text: string }[];
  readonly remove: readonly string[];
  /** Component ids whose changed definition somebody has decided on since. */
  readonly settled?: readonly string[];
  readonly reason: string | null;
}

export type CommitOutcome =
  | { readonly kind: "committed" /** database clock, ms */; readonly at: number }
  | { readonly kind: "replay"; readonly which: "request_id" | "nonce" }
  | { readonly kind: "head_lost" }
  | { readonly kind: "policy_moved" }
  | { readonly kind: "approval_moved"; readonly id: string }
  | { readonly kind: "session_closed" }
  /** The session's key was revoked, or retired and its overlap is over. */
  | { readonly kind: "key_ended" }
  | { readonly kind: "person_changed" }
  /** An SQL error of this step alone (its batch was re-run one by one). */
  | { readonly kind: "failed"; readonly error: Error }
  /** The connection was lost at COMMIT and the request_id could not be looked up. */
  | { readonly kind: "unknown"; readonly error: Error };

export interface NewSession {
  readonly session: Omit<
    SessionRow,
    | "state"
    | "closeReason"
    | "headSeq"
    | "headHash"
    | "ackSeq"
    | "lastStepAt"
    | "userId"
    | "platform"
    // both come from the link that a parent's subagentStart left
    | "context"
    | "parentKey"
  >;
  /** Reserved with the session: the hello's request_id, and nonce. */
  readonly reservations: StepPlan["reservations"];
  readonly request: string;
  readonly audits: readonly AuditWrite[];
  readonly events: readonly EventWrite[];
}

/** A record of an Agent Hooks host, sealed into its session's own chain of records. */
export interface HostRecordRow {
  readonly seq: number;
  readonly sequence: number;
  readonly interceptionPoint: string;
  readonly mode: string;
  readonly decision: string;
  readonly reason: string | null;
  readonly resolvedBy: string | null;
  readonly decidedBy: number | null;
  readonly tool: string | null;
  readonly inputIdentity: string | null;
  readonly enforcedIdentity: string | null;
  readonly identityProvider: string | null;
  /** The entry that it links to. */
  readonly entryHash: string | null;
  readonly digest: string;
  readonly content: string;
  /** "" on the first one */
  readonly previousHash: string;
  readonly recordHash: string;
}

/** What stands of a session's records, read under the session's lock. */
export interface KnownRecords {
  readonly head: { readonly seq: number; readonly hash: string | null };
  /** Highest `sequence` so far, -1 before the first. */
  readonly lastSequence: number;
  /** Among those asked for. */
  readonly digests: ReadonlySet<string>;
  /** Emissions that have a record, among the sequences asked for: `<sequence> <point>`. */
  readonly emissions: ReadonlySet<string>;
  /** Hashes of entries that exist, among those asked for. */
  readonly entries: ReadonlySet<string>;
  /** database clock, ms */
  readonly at: number;
}

export interface RecordsWrite {
  readonly rows: readonly HostRecordRow[];
  readonly audits: readonly AuditWrite[];
  readonly events: readonly EventWrite[];
}

export interface RecordsPlan<W extends RecordsWrite> {
  readonly tenantId: string;
  readonly sessionKey: string;
  readonly digests: readonly string[];
  readonly sequences: readonly number[];
  readonly entryHashes: readonly string[];
  /** Called once, while the session is locked: what to write after what stands. Pure. */
  readonly build: (known: KnownRecords) => W;
}

export interface Journal {
  /** Steps that wait at the same moment share one transaction; each resolves on its own. Never rejects. */
  commit(plan: StepPlan): Promise<CommitOutcome>;
  openSession(plan: NewSession): Promise<{ kind: "committed" } | { kind: "exists" } | { kind: "failed"; error: Error }>;
  /** In a transaction of its own; the session may be closed. Never rejects. */
  appendRecords<W extends RecordsWrite>(
    plan: RecordsPlan<W>,
  ): Promise<{ kind: "committed"; written: W } | { kind: "failed"; error: Error }>;
  /** Refusals are written behind the answer, in bulk; a lost one is counted, never blocks. */
  refused(row: RefusalWrite): void;
  /** Resolves when everything handed to `refused` so far is written. */
  flush(): Promise<void>;
}

export interface RefusalWrite {
  readonly tenantId?: string | null;
  readonly code: number;
  readonly reason: string;
  readonly method?: string | null;
  readonly keyId?: string | null;
  readonly sessionId?: string | null;
  readonly sessionKey?: string | null;
  readonly bodyBytes: number;
  readonly bodyHash: string;
}

// ── reads of the decision path ─────────────────────────────────────────────────────────────────────────────────────

export interface PersonRow {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly name: string;
  readonly kind: "person" | "service";
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly state: "invited" | "active" | "disabled";
  readonly revision: number;
}

export interface PolicyRow {
  readonly epoch: bigint;
  readonly digest: string;
  /** Canonical text of the bundle (lib/core/policy/bundle.ts). */
  readonly content: string;
  /** Bans in force or yet to expire; a change of theirs moves the epoch too. */
  readonly bans: readonly Ban[];
}

/** The database could not be asked, or did not answer in time. Whatever stood in it is unchanged and unknown. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "StoreUnavailable";
  }
}

/** Every method rejects with StoreUnavailable when the database cannot be asked, and for no other reason. */
export interface Store {
  /** Database clock, ms since the epoch. */
  now(): Promise<number>;
  agentKey(keyId: string): Promise<AgentKeyRow | null>;
  agent(agentKey: string): Promise<AgentRow | null>;
  /** By the lower-cased session_id; one query set, one snapshot. */
  session(tenantId: string, sessionIdLower: string): Promise<SessionSnapshot | null>;
  sessionByKey(sessionKey: string): Promise<SessionSnapshot | null>;
  /** The seq of the entry with that hash in that session, or null. */
  seqOfHead(sessionKey: string, entryHash: string): Promise<number | null>;
  policy(tenantId: string): Promise<PolicyRow | null>;
  /** Everything that the pure rules need to know about a step beyond the snapshot, in one snapshot of its own. */
  knowledge(session: { readonly tenantId: string; readonly key: string }, needs: Needs): Promise<Knowledge>;
  /** Canonical texts of everything that the session's AgBOM declares now. */
  declaredComponents(sessionKey: string): Promise<readonly string[]>;
  policyEpoch(tenantId: string): Promise<bigint>;
  approval(id: string): Promise<ApprovalRow | null>;
  votes(approvalId: string): Promise<readonly (NewVote & { readonly at: number })[]>;
  /** Has this session presented another action under that approval? */
  presented(sessionKey: string, approvalId: string): Promise<boolean>;
  /** The request of a step as received; null where it was erased. */
  request(sessionKey: string, requestId: string): Promise<string | null>;
  /** The stored answer bytes of a step, for lost-answer recovery. */
  answer(sessionKey: string, requestId: string): Promise<string | null>;
  isReserved(sessionKey: string, kind: "request_id" | "nonce", value: string): Promise<boolean>;
  /** Open (prepared or pending) approvals of an agent; what is past its expiry takes no room any more. */
  openApprovals(agentKey: string): Promise<number>;
  /** Active people and service accounts with the approver role in that group. Group "approvers" is all of them. */
  eligible(tenantId: string, group: string): Promise<readonly PersonRow[]>;
  person(id: string): Promise<PersonRow | null>;
  signInIsLive(signInId: string): Promise<boolean>;
  /** Idempotent; a view is stored once for that person and sign-in. Returns the stored one. */
  serveView(view: ServedViewRow): Promise<ServedViewRow>;
  servedView(approvalId: string, personId: string, signInId: string, viewDigest: string): Promise<ServedViewRow | null>;
  /** Open sessions whose idle limit has passed on the database clock. */
  idleSessions(limit: number): Promise<readonly string[]>;
}

/** All of it in one transaction that holds the session's row: nothing goes whose checkpoint is not stored. */
export interface SessionArchive {
  /** `entryHash` is that of entry `count`; false when it is not there or the session is open again. */
  archive(move: {
    readonly sessionKey: string;
    readonly count: number;
    readonly entryHash: string;
    /** Signed archive, JSON text. */
    readonly archive: string;
    readonly actorId: string | null;
  }): Promise<boolean>;
  /** Hash of an entry that is still stored. */
  hashOf(sessionKey: string, seq: number): Promise<string | null>;
}

export interface ServedViewRow {
  readonly approvalId: string;
  readonly personId: string;
  readonly signInId: string;
  readonly viewDigest: string;
  readonly revision: number;
  readonly view: string;
  readonly statement: string;
}

// ── the rest of the world ──────────────────────────────────────────────────────────────────────────────────────────

/** A parsed, validated bundle with its policies pre-parsed. Made once per digest. */
export interface LoadedBundle {
  readonly digest: string;
  readonly epoch: bigint;
  readonly bans: readonly Ban[];
  readonly paradigms: ParadigmSettings;
  /** What Agent Hooks hosts apply themselves. */
  readonly hostRules: readonly HostRule[];
  evaluate(step: PolicyStep): EngineResult;
}

export interface Engine {
  /** Refuses a bundle that does not parse, naming policy and place; never loads half of one. */
  load(policy: PolicyRow): Result<LoadedBundle, { readonly reason: string; readonly message: string }>;
}

export interface KeyRing {
  /** Signs with the Guardian's current ECDSA-P256 key (P1363, base64). */
  sign(data: Uint8Array): { readonly key_id: string; readonly algorithm: "ECDSA-P256"; readonly value: string };
  /** Signs with the Guardian's current key for that algorithm, which is made and stored at first use. */
  signMessage(
    algorithm: PublicKeyAlgorithm,
    data: Uint8Array,
  ): Promise<{ readonly keyId: string; readonly value: Uint8Array }>;
  /** Checks a signature whose arithmetic would hold up every other message. Absent: it is done at once. */
  verifySlowly?(key: VerifyingKey, signed: SignedData): Promise<boolean>;
  /** Makes the key for that algorithm where there is none yet, so that it is published before its first use. */
  prepare(algorithm: PublicKeyAlgorithm): Promise<void>;
  /** Current and retired public keys with their validity, as this process knows them. */
  published(): readonly GuardianPublicKey[];
  /** Reads what other processes made since. Rejects when the database cannot be asked. */
  refresh(): Promise<void>;
  seal(secret: Uint8Array): string;
  unseal(sealed: string): Uint8Array;
}

export interface GuardianPublicKey {
  readonly key_id: string;
  readonly algorithm: PublicKeyAlgorithm;
  /** base64 in the encodings that are published with it. */
  readonly public_key: string;
  /** The same key, of ECDSA-P256 only. */
  readonly jwk?: EcPublicJwk;
  readonly valid_from: string;
  readonly valid_to: string | null;
}

export interface Clock {
  /** ms since the epoch, kept close to the database clock. */
  now(): number;
  /** Called with the database's time whenever a commit reports it. */
  observe(databaseNow: number): void;
}

export interface Ids {
  /** RFC 9562 UUID version 7 */
  uuid(): string;
  /** 32 random bytes, base64url */
  nonce(): string;
}

/** Wakes waiters when rows of a topic were committed, here or on another replica. Says only "look again". */
export interface Wakeups {
  /** Resolves at the next commit that touched `topic`, or after `ms`. */
  wait(topic: string, ms: number, signal?: AbortSignal): Promise<void>;
}
