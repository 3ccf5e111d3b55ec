/** `acs-view/1`: everything the approver is shown, as one value that can be digested. Holds no clock and no secret. */
import type { Crypto } from "../crypto";
import { toHex } from "../encoding";
import { fromPlain, fromPlainObject, member, omit } from "../json/build";
import { canonicalBytes } from "../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import type { Finding, Modifications, Risk } from "../policy/types";
import { findSecrets, type MaskMap, maskJson } from "../text/mask";
import { inspectName } from "../text/names";
import { formatPointer } from "../wire/pointer";
import { approverGroups } from "./eligibility";
import { sentenceOf } from "./sentence-of";
import { type ActionSubject, actionSubject, type SubjectArgument } from "./subject";
import { changesView, shown, shownAt, shownOrNull, valueView } from "./view-parts";
import { viewWarnings } from "./warnings";

export interface ViewInput {
  readonly approval_id: string;
  readonly kind: "ask" | "defer";
  /** `acs-action/1` objects: as the agent sent it, and as it would run. */
  readonly requested: JsonObject;
  readonly effective: JsonObject;
  readonly requested_digest: string;
  readonly effective_digest: string;
  /** Modifications that policy or the approver made, or null. */
  readonly modifications: Modifications | null;
  readonly findings: readonly Finding[];
  readonly bundle_digest: string;
  readonly risk: Risk;
  readonly approvers: string;
  readonly votes_required: number;
  readonly agent: { readonly id: string; readonly name: string };
  readonly user_id: string | null;
  /** Earlier releases of the same action, newest first; times are fixed facts in RFC 3339. */
  readonly earlier: readonly { readonly approval_id: string; readonly released_at: string }[];
  /** The session's last steps, as the caller read them. */
  readonly context: readonly { readonly [member: string]: JsonValue }[];
  /** Set where an Agent Hooks host waits with this action: the decision lifts that context's emission alone. */
  readonly agent_hooks?: {
    readonly interception_point: string;
    readonly context_identity: string | null;
    /** As the host shows it to approvers; null where it is too long to be shown beside the action. */
    readonly context: JsonValue;
  };
}

/** The view of an approval. Pure: equal input gives equal bytes. Every text that an agent chose is in segments. */
export function buildView(input: ViewInput): JsonObject {
  const { effective } = input;
  const subject = actionSubject(effective);
  const masks = findSecrets(effective.payload ?? null);
  const warnings = viewWarnings({ effective, earlier: input.earlier.length, masked: masks.size > 0 }, subject);
  return fromPlainObject({
    v: "acs-view/1",
    approval_id: input.approval_id,
    kind: input.kind,
    sentence: sentenceOf(effective),
    decidable: !warnings.some((warning) => warning.blocks),
    warnings,
    risk: input.risk,
    tool: toolView(subject, masks),
    method: shown(String(effective.method ?? "")),
    arguments: subject.arguments?.map((argument) => argumentView(argument, masks)) ?? null,
    unknown: subject.unknown.map((part) => valueView(part, masks)),
    agent_words: subject.words.map((part) => valueView(part, masks)),
    metadata: metadataView(effective),
    changes: changesView(input.requested, effective),
    modified_by_policy: input.modifications !== null,
    policy: { bundle_digest: input.bundle_digest, rules: input.findings.map(ruleView) },
    decide: { approvers: approverGroups(input.approvers), votes_required: input.votes_required },
    who: whoView(input),
    binding: { requested_digest: input.requested_digest, effective_digest: input.effective_digest },
    earlier_releases: input.earlier.map(({ approval_id, released_at }) => ({ approval_id, released_at })),
    context: maskJson(fromPlain(input.context)),
    agent_hooks: input.agent_hooks && hooksView(input.agent_hooks),
  });
}

/** `sha256:` and lowercase hex over the canonical view: the proof of what was on the screen. */
export function viewDigest(crypto: Crypto, view: JsonObject): string {
  return `sha256:${toHex(crypto.sha256(canonicalBytes(view)))}`;
}

/** An identity is what the host's own provider made: nothing that may be drawn as it comes. */
const hooksView = (facts: NonNullable<ViewInput["agent_hooks"]>): unknown => ({
  interception_point: facts.interception_point,
  context_identity: shownOrNull(facts.context_identity),
  context: facts.context === null ? null : valueView({ path: "", value: facts.context }, findSecrets(facts.context)),
});

function toolView(subject: ActionSubject, masks: MaskMap): unknown {
  const { tool } = subject;
  return {
    name: tool === null ? null : { ...shown(tool), look: inspectName(tool) },
    provider: shownOrNull(subject.provider),
    version: shownOrNull(subject.version),
    capability: shownAt(subject.capability, "/capability", masks),
    operation: shownAt(subject.operation, "/operation", masks),
    raw_command: shownAt(subject.raw_command, "/raw_command", masks),
    wrapped_mcp: subject.wrapped,
    server: shownOrNull(subject.server),
  };
}

function argumentView(argument: SubjectArgument, masks: MaskMap): unknown {
  return {
    ...valueView(argument, masks),
    name: { ...shown(argument.name), look: inspectName(argument.name) },
    provenance: argument.rest === null ? null : maskJson(argument.rest),
  };
}

/** What else the action digest covers; agent and session stand under `who`. Paths start at the metadata. */
function metadataView(action: JsonObject): unknown[] {
  const metadata = member(action, "metadata");
  if (!isJsonObject(metadata)) return [];
  const rest = omit(metadata, "agent_id", "session_id");
  const masks = findSecrets(rest);
  return Object.keys(rest)
    .sort()
    .map((name) => valueView({ path: formatPointer([name]), value: rest[name] ?? null }, masks));
}

/** Every reason of every rule that asked, and of those that changed the action. */
function ruleView(finding: Finding): unknown {
  return {
    rule_id: finding.rule_id,
    disposition: finding.disposition,
    paradigm: finding.paradigm,
    reason: finding.reason,
    reason_code: finding.reason_code,
    risk: finding.risk,
    // what else an approval would settle, and what a deferral waits for
    intent_extension: finding.intent_extension,
    defer_reason: finding.defer_reason,
    defer_method: finding.defer_method,
    timeout_decision: finding.timeout_decision,
    required_context: finding.required_context,
  };
}

function whoView(input: ViewInput): unknown {
  return {
    tenant_id: String(input.effective.tenant_id ?? ""),
    agent_id: shown(input.agent.id),
    agent_name: shown(input.agent.name),
    session_id: shown(String(input.effective.session_id ?? "")),
    user_id: shownOrNull(input.user_id),
  };
}
